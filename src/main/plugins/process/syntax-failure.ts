import { PluginFailure } from './plugin-failure.ts'

/** What the runtime prints of a syntax error: the place, the line, and a caret under the column. */
const PRINTED = /^file:\/\/(\S+?):(\d+)\n(.*)\n( *)\^/m

/** A syntax error with its file, line and column, as far as they were printed. */
export function syntaxFailure(message: string, printed: string): PluginFailure {
  const [whole, path, line, code = '', indent = ''] = PRINTED.exec(printed) ?? []
  if (whole === undefined || path === undefined)
    return new PluginFailure('PLUGIN_SYNTAX', `${message}.`, printed || null)
  const file = decodeURIComponent(path).split('/').at(-1)
  const place = `${file}:${line}:${indent.length + 1}`
  return new PluginFailure(
    'PLUGIN_SYNTAX',
    `${place}: ${message}.`,
    `${decodeURIComponent(path)}:${line}\n${code}\n${indent}^`,
  )
}
