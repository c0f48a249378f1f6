// Neither Node 24 nor Chromium defines Symbol.metadata yet; every lowering of decorators falls back to this symbol.
const holder = Symbol as { metadata?: symbol }
holder.metadata ??= Symbol.for('Symbol.metadata')

export const METADATA: symbol = holder.metadata
