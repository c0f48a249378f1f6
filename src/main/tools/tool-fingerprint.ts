import { brokenText, type JsonValue, type ToolMetadata } from '@spora/sdk'
import { canonicalJson, sha256 } from './canonical-json.ts'

/** SHA-256 over what a decision relies on: when any of it changes, remembered decisions no longer hold. */
export function toolFingerprint(
  toolClass: string,
  metadata: ToolMetadata,
  pluginVersion: string | null,
  digest: string | null,
): string {
  return sha256(textOf({ toolClass, metadata: metadata as unknown as JsonValue, pluginVersion, digest }))
}

/** Broken text has no canonical form. A tool that holds it is not offered, but it keeps its tile. */
function textOf(value: JsonValue): string {
  return brokenText(value) === null ? canonicalJson(value) : JSON.stringify(value)
}
