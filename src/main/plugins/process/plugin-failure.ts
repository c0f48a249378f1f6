/** Why a plugin cannot serve: a code, a sentence, and for its author the detail (a stack, the last output). */
export class PluginFailure extends Error {
  override readonly name = 'PluginFailure'
  constructor(
    readonly code: string,
    message: string,
    readonly detail: string | null = null,
  ) {
    super(message)
  }
}
