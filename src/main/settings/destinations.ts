import type { SettingInfo } from '@spora/sdk'
import { originOf } from './origins.ts'
import type { SettingRow } from './setting-rows.ts'

/** The origins that the tool's addresses lead to with these rows; a secret was entered for those its own row saw. */
export function destinations(settings: readonly SettingInfo[], rows: readonly SettingRow[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const setting of settings) {
    if (setting.type !== 'url' && setting.type !== 'text') continue
    const stored = [...rows].reverse().map(row => row.settings[setting.key])
    const origin = originOf([...stored, setting.default].find(value => value !== undefined))
    if (origin?.startsWith('http')) found.set(setting.key, origin)
  }
  return found
}

/**
 * True when an address of the tool leads to another origin than before. So does one that is gone: the tool goes to one of
 * its own then. One that is new does not for a secret of the row it was written in, which it completes (`own`).
 */
export function isMoved(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { own }: { readonly own: boolean },
): boolean {
  if ([...before].some(([key, origin]) => after.get(key) !== origin)) return true
  return !own && [...after.keys()].some(key => !before.has(key))
}
