import { PluginFailure } from './plugin-failure.ts'

/** What the runtime prints of a syntax error: the place, the line, and mostly a caret under the column. */
const PRINTED = /^file:\/\/(\S+?):(\d+)\n(.*)(?:\n( *)\^)?/m

/** A syntax error with its file, line and column, as far as they were printed. */
export function syntaxFailure(message: string, printed: string): PluginFailure {
  const [whole, path, line, code = '', indent] = PRINTED.exec(printed) ?? []
  if (whole === undefined || path === undefined)
    return new PluginFailure('PLUGIN_SYNTAX', `${message}.`, printed || null)
  const file = decodeURIComponent(path)
  const column = indent === undefined ? '' : `:${indent.length + 1}`
  const caret = indent === undefined ? '' : `\n${indent}^`
  const name = file.split('/').at(-1)
  return new PluginFailure('PLUGIN_SYNTAX', `${name}:${line}${column}: ${message}.`, `${file}:${line}\n${code}${caret}`)
}
