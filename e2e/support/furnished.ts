import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { newFolder } from './launch-app.ts'
import { launchServe } from './launch-serve.ts'
import { restOf, type ServedPage } from './serve-page.ts'
import { STARTER } from './story.ts'

const made = new Map<string, Promise<string>>()

/** A data folder past the first run, furnished the first time it is asked for under this name; each time a copy of its own. */
export async function furnished(
  name: string,
  furnish: (rest: ServedPage['rest']) => Promise<unknown>,
): Promise<string> {
  const original = made.get(name) ?? make(furnish)
  made.set(name, original)
  const folder = newFolder()
  cpSync(await original, folder, { recursive: true })
  return folder
}

async function make(furnish: (rest: ServedPage['rest']) => Promise<unknown>): Promise<string> {
  const served = await launchServe()
  const rest = restOf(served)
  await rest('PATCH', '/preferences', { welcomed: true })
  await furnish(rest)
  await served.close()
  return served.folder
}

/** As the first run leaves it with the Practice model and one of the agents it offers. */
export const practiced = (starter = STARTER): Promise<string> =>
  furnished(starter, async rest => {
    await rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: {}, is_default: true })
    await rest('POST', `/agents/starters/${starter.toLowerCase().replaceAll(' ', '-')}`)
  })

/** Past the first run, with one of the agents it offers and a model at this address. */
export async function scripted(baseUrl: string): Promise<string> {
  const folder = await furnished('scripted', async rest => {
    await addScripted(rest)
    await rest('POST', '/agents/starters/calculator-and-clock')
  })
  leadTo(folder, baseUrl)
  return folder
}

/** A model whose address is given with `leadTo`, in the copy. */
export const addScripted = (rest: ServedPage['rest']) =>
  rest('POST', '/models', {
    name: 'Scripted',
    driver: 'openai_compatible',
    settings: { base_url: 'http://127.0.0.1:9/v1', model: 'scripted-model' },
    is_default: true,
  })

export function leadTo(folder: string, baseUrl: string): void {
  const sqlite = new Sqlite(join(folder, 'spora.db'))
  sqlite.prepare("UPDATE llm_driver_configurations SET settings = json_set(settings, '$.base_url', ?)").run(baseUrl)
  sqlite.close()
}
