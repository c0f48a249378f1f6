import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { Agent, fetch as undiciFetch } from 'undici'
import type { Contract } from '../../shared/contract/index.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { SOCKET_ORIGIN } from './api-server.ts'
import type { Instance } from './instance.ts'

export type ContractClient = ContractRouterClient<Contract>

/** The contract as a client of the process that owns the data folder. */
export function instanceClient({ socket, token }: Instance): { client: ContractClient; close(): Promise<void> } {
  const dispatcher = new Agent({ connect: { socketPath: socket } })
  const link = new RPCLink({
    url: `${SOCKET_ORIGIN}/rpc`,
    headers: { authorization: `Bearer ${token}` },
    fetch: async request => {
      const body = request.body === null ? null : await request.text()
      const headers = Object.fromEntries(request.headers)
      const init = { method: request.method, headers, body, dispatcher }
      return (await undiciFetch(request.url, init).catch(gone)) as unknown as Response
    },
  })
  return { client: createORPCClient(link), close: () => dispatcher.close() }
}

function gone(): never {
  throw new SporaError('INVALID_STATE', 'The running Spora ended before it answered. Try again.')
}
