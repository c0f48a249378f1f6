import { hasUnseen } from '@spora/sdk'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { PluginCheck } from '../../../shared/contract/plugins.ts'
import { nearest } from '../../tools/nearest.ts'
import { pluginSlugProblem } from '../../tools/plugin-slug.ts'
import { quote } from '../../tools/quote.ts'
import { type JsonProblemKind, readStrictJson } from '../../tools/strict-json.ts'
import { fail, warn } from '../check.ts'
import { entryPathProblem } from './entry-path-problem.ts'
import schema from './plugin.schema.json' with { type: 'json' }
import { API_VERSION, DEFAULT_MAIN, MANIFEST_FILE, type PluginManifest } from './plugin-manifest.ts'
import { type Path, TextPositions } from './text-positions.ts'

export const MANIFEST_LIMIT = 256_000
const SHOWN_OF_A_KIND = 20
const MOST_EARLIER = schema.properties.formerly.maxItems

export interface ParsedManifest {
  /** Null when a check failed. */
  readonly manifest: PluginManifest | null
  /** What could be read although something failed, for the review sheet. */
  readonly shown: Readonly<Record<string, unknown>>
  /** Where its fields stand; null when the text could not be read. */
  readonly positions: TextPositions | null
  readonly checks: readonly PluginCheck[]
}

let compiled: ValidateFunction | undefined

/** Compiled when the first manifest is read: it takes longer than all else that is loaded at start. */
function schemaErrors(fields: unknown): readonly ErrorObject[] {
  // Our own schema is checked by a test: at each start that would cost more than everything else here.
  compiled ??= new Ajv2020({ allErrors: true, verbose: true, validateSchema: false }).compile(schema)
  return compiled(fields) ? [] : (compiled.errors ?? [])
}

/** The text of `plugin.json` to a manifest, or to everything that is wrong with it (G1). */
export function parseManifest(text: string): ParsedManifest {
  if (text.trim() === '')
    return broken([
      fail('MANIFEST_JSON', 'plugin.json is empty', emptyHint, { file: MANIFEST_FILE, line: 1, column: 1 }),
    ])
  const read = readStrictJson(text, { maxBytes: MANIFEST_LIMIT, maxDepth: 16 })
  const positions = new TextPositions(text)
  if (!read.ok) {
    return broken(
      read.problems.map(problem => {
        const { code, title } = JSON_PROBLEMS[problem.kind]
        const field = problem.path === '' ? '' : ` Field: ${problem.path.slice(1)}.`
        return fail(code, title, problem.message + field, { file: MANIFEST_FILE, ...positions.at(problem.offset) })
      }),
    )
  }
  const value = read.value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const detail = `The whole of plugin.json must be an object: { "slug": …, "name": … }. It is ${kindOf(value)}.`
    return broken([
      fail('MANIFEST_SCHEMA', 'plugin.json must be an object', detail, { file: MANIFEST_FILE, line: 1, column: 1 }),
    ])
  }
  const fields = value as Readonly<Record<string, unknown>>
  const checks = [...schemaChecks(fields, positions), ...meaningChecks(fields, positions)]
  const failed = checks.some(check => check.status === 'fail')
  return { manifest: failed ? null : withDefaults(fields), shown: fields, positions, checks }
}

const emptyHint =
  'plugin.json is empty. Write at least { "slug": "my-plugin", "name": "My plugin", "version": "1.0.0" }.'

const JSON_PROBLEMS: Record<JsonProblemKind, { code: string; title: string }> = {
  syntax: { code: 'MANIFEST_JSON', title: 'plugin.json is not valid JSON' },
  number: { code: 'MANIFEST_JSON', title: 'plugin.json holds a number that cannot be kept' },
  duplicate_key: { code: 'MANIFEST_DUPLICATE_KEY', title: 'A field stands twice' },
  forbidden_key: { code: 'MANIFEST_FORBIDDEN_KEY', title: 'A field name is not allowed' },
  text: { code: 'MANIFEST_TEXT', title: 'A text is broken' },
  too_deep: { code: 'MANIFEST_SCHEMA', title: 'plugin.json is nested too deeply' },
  too_large: { code: 'MANIFEST_TOO_LARGE', title: 'plugin.json is too large' },
}

function broken(checks: PluginCheck[]): ParsedManifest {
  return { manifest: null, shown: {}, positions: null, checks }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

function schemaChecks(fields: Readonly<Record<string, unknown>>, positions: TextPositions): PluginCheck[] {
  return ofEachKind(schemaErrors(fields)).flatMap(error => schemaCheck(error, positions) ?? [])
}

/** More of a kind says nothing new, and finding the place of thousands would stop the app. */
function ofEachKind(errors: readonly ErrorObject[]): ErrorObject[] {
  const counts = new Map<string, number>()
  return errors.filter(({ keyword }) => {
    const count = (counts.get(keyword) ?? 0) + 1
    counts.set(keyword, count)
    return count <= SHOWN_OF_A_KIND
  })
}

function schemaCheck(error: ErrorObject, positions: TextPositions): PluginCheck | null {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const field = path.join('.')
  const where = { file: MANIFEST_FILE, ...positions.ofValue(indexed(path)) }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty)
    const known = Object.keys((error.parentSchema as { properties: object }).properties)
    const near = nearest(name, known)
    const place = { file: MANIFEST_FILE, ...positions.ofKey(indexed([...path, name])) }
    const hint = near
      ? `Did you mean ${quote(near)}?`
      : `Known fields: ${known.filter(key => key !== '$schema').join(', ')}.`
    return warn(
      'MANIFEST_UNKNOWN_KEY',
      `Unknown field ${quote(name)}`,
      `plugin.json: ${quote([...path, name].join('.'))} is ignored. ${hint}`,
      place,
    )
  }
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty)
    const code = name === 'slug' ? 'SLUG_INVALID' : 'MANIFEST_SCHEMA'
    return fail(code, `Field ${quote(name)} is missing`, `Add ${quote(name)} to plugin.json.`, where)
  }
  // These two say more than the schema can: meaningChecks.
  if (field === 'slug' && typeof error.data === 'string') return null
  if (field === 'main' && typeof error.data === 'string') return null
  if (field === 'slug')
    return fail('SLUG_INVALID', 'The slug is not a text', `plugin.json: "slug" ${error.message}.`, where)
  const code = error.keyword === 'maxLength' || error.keyword === 'minLength' ? 'MANIFEST_TEXT' : 'MANIFEST_SCHEMA'
  return fail(
    code,
    `Field ${quote(field)} is not right`,
    `plugin.json: ${quote(field)} ${error.message}. It is ${quote(error.data)}.`,
    where,
  )
}

/** Indexes of lists are numbers in a JSON tree. */
function indexed(path: readonly string[]): Path {
  return path.map(part => (/^\d+$/.test(part) ? Number(part) : part))
}

/** What a schema cannot say, or not with the right words. */
function meaningChecks(fields: Readonly<Record<string, unknown>>, positions: TextPositions): PluginCheck[] {
  const checks: PluginCheck[] = []
  const at = (path: Path) => ({ file: MANIFEST_FILE, ...positions.ofValue(path) })
  const { slug, main, homepage, apiVersion, formerly } = fields
  if (typeof slug === 'string') {
    const problem = pluginSlugProblem(slug)
    if (problem)
      checks.push(
        fail(
          'SLUG_INVALID',
          'The slug is not allowed',
          `plugin.json: "slug" is ${quote(slug)}. ${problem}`,
          at(['slug']),
        ),
      )
  }
  const earlier: readonly unknown[] = Array.isArray(formerly) ? formerly.slice(0, MOST_EARLIER) : []
  for (const [index, entry] of earlier.entries()) {
    const problem = typeof entry === 'string' ? pluginSlugProblem(entry.split('/')[0]) : null
    if (problem)
      checks.push(
        fail(
          'SLUG_INVALID',
          'An earlier slug is not allowed',
          `plugin.json: "formerly" names ${quote(entry)}. ${problem}`,
          at(['formerly', index]),
        ),
      )
  }
  if (typeof main === 'string') {
    const problem = entryPathProblem(main)
    if (problem)
      checks.push(
        fail(
          'ENTRY_OUTSIDE',
          'The entry file must be inside the folder',
          `plugin.json: "main" is ${quote(main)}, ${problem}. Name a file of the folder, such as "index.mjs".`,
          at(['main']),
        ),
      )
  }
  if (typeof homepage === 'string') {
    const problem = homepageProblem(homepage)
    if (problem)
      checks.push(
        fail(
          problem.code,
          'The homepage cannot be opened',
          `plugin.json: "homepage" ${problem.what}. Use an https address of a public site.`,
          at(['homepage']),
        ),
      )
  }
  if (typeof apiVersion === 'number' && Number.isInteger(apiVersion) && apiVersion > API_VERSION)
    checks.push(
      fail(
        'API_VERSION',
        `Made for plugin API ${apiVersion}`,
        `This app speaks plugin API ${API_VERSION}. Update the app, or use an earlier version of the plugin.`,
        at(['apiVersion']),
      ),
    )
  let unseen = 0
  for (const { path, text } of texts(fields)) {
    if (!hasUnseen(path[0] === 'description' ? text.replaceAll('\n', ' ') : text)) continue
    if (++unseen > SHOWN_OF_A_KIND) break
    checks.push(
      fail(
        'MANIFEST_TEXT',
        `Field ${quote(path.join('.'))} holds invisible characters`,
        `plugin.json: ${quote(path.join('.'))} is ${quote(text)}. Remove line breaks, control and direction characters.`,
        at(path),
      ),
    )
  }
  return checks
}

function homepageProblem(homepage: string): { code: string; what: string } | null {
  if (!URL.canParse(homepage)) return { code: 'URL_SCHEME', what: `is ${quote(homepage)}, which is not an address` }
  const { protocol, hostname, username, password } = new URL(homepage)
  if (protocol !== 'https:') return { code: 'URL_SCHEME', what: `begins with ${quote(protocol)}` }
  const local =
    hostname === 'localhost' || hostname.endsWith('.local') || /^[\d.]+$|^\[/.test(hostname) || !hostname.includes('.')
  if (local) return { code: 'URL_HOST', what: `points to ${quote(hostname)}` }
  return username || password ? { code: 'URL_HOST', what: 'carries a user name or password' } : null
}

function* texts(value: unknown, path: (string | number)[] = []): Generator<{ path: Path; text: string }> {
  if (typeof value === 'string') {
    if (path[0] !== 'slug' && path[0] !== 'icon') yield { path, text: value }
  } else if (value !== null && typeof value === 'object') {
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
    for (const [key, member] of entries) yield* texts(member, [...path, key])
  }
}

function withDefaults(fields: Readonly<Record<string, unknown>>): PluginManifest {
  const given = fields as Partial<Omit<PluginManifest, 'permissions'>> & {
    permissions?: Partial<PluginManifest['permissions']>
  }
  return {
    slug: given.slug ?? '',
    main: given.main ?? DEFAULT_MAIN,
    name: given.name ?? '',
    version: given.version ?? '',
    description: given.description ?? '',
    author: given.author ?? null,
    homepage: given.homepage ?? null,
    icon: given.icon ?? null,
    apiVersion: given.apiVersion ?? API_VERSION,
    permissions: { net: [], fs: [], env: [], ...given.permissions },
    formerly: given.formerly ?? [],
  }
}
