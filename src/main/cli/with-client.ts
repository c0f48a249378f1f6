import { createRouterClient } from '@orpc/server'
import { runningInstance } from '../api/instance.ts'
import { type ContractClient, instanceClient } from '../api/instance-client.ts'
import { composeHeadless } from '../compose-headless.ts'
import { dataFolder, prepareDataFolder } from '../storage/data-folder.ts'

/**
 * Does something with the app's contract: in the process that owns the data folder when there is one, so that nothing
 * is done behind its back; else here, with the folder opened for as long as it takes.
 */
export async function withClient<T>(
  flag: string | undefined,
  out: string,
  work: (client: ContractClient) => Promise<T>,
): Promise<T> {
  const folder = dataFolder({ flag })
  const running = await runningInstance(folder)
  if (running) {
    const { client, close } = instanceClient(running)
    return work(client).finally(close)
  }
  prepareDataFolder(folder)
  const app = composeHeadless(folder, out)
  try {
    await app.plugins.start()
    await app.plugins.settled()
    return await work(createRouterClient(app.commandRouter))
  } finally {
    await app.close()
  }
}
