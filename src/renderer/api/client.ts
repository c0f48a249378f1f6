import { createORPCClient } from '@orpc/client'
import { RPCLink as HttpLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '../../shared/contract/index.ts'
import type { DroppedFolder } from '../../shared/dropped-folder.ts'
import { token } from './token.ts'

declare global {
  interface Window {
    /** Set by the preload script, in the app only. */
    readonly spora?: {
      readonly platform: string
      /** Hands a dropped folder to main, which keeps its path. */
      readonly dropFolder: (file: File) => Promise<DroppedFolder | null>
      /** The menu asks for an address of the page. Returns what stops listening. */
      readonly onNavigate: (go: (path: string) => void) => () => void
    }
  }
}

export type Client = ContractRouterClient<Contract>

/** The preload hands one end of the channel to main, which serves the contract on it. */
function portLink() {
  const { port1, port2 } = new MessageChannel()
  window.postMessage('rpc:connect', '*', [port2])
  port1.start()
  return new PortLink({ port: port1 })
}

function httpLink() {
  return new HttpLink({
    url: `${location.origin}/rpc`,
    headers: () => ({ authorization: `Bearer ${token() ?? ''}` }),
  })
}

export const client: Client = createORPCClient(window.spora ? portLink() : httpLink())

/** Query and mutation options for every procedure: `useQuery(api.tools.list.queryOptions())`. */
export const api = createTanstackQueryUtils(client)
