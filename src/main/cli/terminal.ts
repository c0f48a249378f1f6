import { inspect } from 'node:util'
import { visible } from '../tools/quote.ts'

/** JSON with nothing in it that a terminal, or a person, would not see; whoever parses it gets the same. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, hidden =>
    [...Array(hidden.length).keys()].map(at => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

/**
 * Names, paths and sentences of others as a terminal may have them: a plugin that is looked at before it is added must
 * not move the cursor, colour, or turn around what is said about it.
 */
function plainLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

export function print(text: string): void {
  process.stdout.write(`${plainLines(text)}\n`)
}

/** To the other stream; an error that nobody meant with its stack. */
export function printProblem(problem: unknown): void {
  console.error(plainLines(typeof problem === 'string' ? problem : inspect(problem)))
}

/** Whoever read the output may go (`| head`): that ends no command in the middle, and is none of its errors. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(ignoreGone)) stream.on('error', ignoreGone)
}

function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
