import { createInterface } from 'node:readline/promises'
import { SporaError } from '../../shared/spora-error.ts'
import type { Command } from './command.ts'
import { oneOperand } from './one-operand.ts'
import { reviewFolder, reviewLines } from './review-folder.ts'

/** In a terminal it asks after the review; without one, or with --yes, it adds when no check failed (G4). */
export const addPlugin: Command = async ({ client, operands, flags, print }) => {
  const review = await reviewFolder(client, oneOperand(operands, 'folder'))
  for (const line of reviewLines(review)) print(line)
  print('')
  if (!review.can_load || review.digest === null)
    throw new SporaError('PLUGIN_REFUSED', 'Not added: fix what is marked FAIL, then add it again.')
  const mode = flags.copy ? 'copy' : 'link'
  const { conflict } = review
  if (conflict && !flags.replace)
    throw new SporaError(
      'SLUG_TAKEN',
      `Not added: ${conflict.path} (version ${conflict.version}) has the slug ${conflict.slug}. Add --replace to put this one in its place, or change the slug in plugin.json.`,
    )
  if (!flags.yes && process.stdin.isTTY && !(await confirmed(mode))) {
    print('Not added.')
    return 1
  }
  const plugin = await client.plugins.add({
    candidate_id: review.candidate_id,
    digest: review.digest,
    mode,
    replace: flags.replace ?? false,
  })
  for (const tool of plugin.tools) {
    print(`${tool.ok ? 'ok  ' : 'FAIL'} ${tool.qualified_name ?? tool.name}`)
    for (const problem of tool.problems) print(`     ${problem.message} [${problem.code}]`)
  }
  for (const problem of plugin.problems) print(`warn ${problem.message} [${problem.code}]`)
  if (plugin.error) throw new SporaError('PLUGIN_LOAD_FAILED', plugin.error.message)
  print(`${plugin.name} ${plugin.version} is added. Its tools are off on every agent until you turn them on.`)
  return 0
}

async function confirmed(mode: 'link' | 'copy'): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const how = mode === 'link' ? 'used in place' : 'copied'
  const question = `It runs as your user and nobody has checked it for you. Add it, ${how}? [y/N] `
  // Ctrl+C and Ctrl+D are no answer, and that is a no.
  const answer = await terminal.question(question).catch(() => '')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
