import { inspect } from 'node:util'
import type { JsonValue } from '@spora/sdk'

/**
 * The same values, which a log or an error that prints them shows without the secrets. A net under the rule that they
 * are handed to the tool alone: JSON and the process border still carry them.
 */
export function maskSecrets(
  values: Record<string, JsonValue>,
  secretKeys: ReadonlySet<string>,
): Record<string, JsonValue> {
  Object.defineProperty(values, inspect.custom, {
    enumerable: false,
    value: () =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, secretKeys.has(key) ? '[secret]' : value])),
  })
  return values
}
