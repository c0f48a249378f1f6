const SLUG = /^[a-z0-9][a-z0-9_-]*$/
const LONGEST = 40
/**
 * `core` stands before the classes of core tools, `user` for what the operator keeps; the others are names no folder can
 * bear on some system.
 */
const RESERVED = new Set(['core', 'spora', 'user', 'con', 'prn', 'aux', 'nul'])

/** Why a text cannot be a plugin's slug, with what to do; null when it can (G1). */
export function pluginSlugProblem(slug: unknown): string | null {
  if (slug === undefined || slug === null || slug === '')
    return 'The slug is missing. Write "slug": "my-plugin" into plugin.json.'
  if (typeof slug !== 'string') return 'The slug must be text, for example "my-plugin".'
  if (!SLUG.test(slug))
    return 'The slug must be lowercase letters, digits, "-" and "_", beginning with a letter or digit, for example "my-plugin".'
  if (slug.length > LONGEST) return `The slug has ${slug.length} characters; use at most ${LONGEST}.`
  if (RESERVED.has(slug) || /^(com|lpt)[0-9]$/.test(slug)) return `The slug "${slug}" is reserved. Choose another.`
  return null
}
