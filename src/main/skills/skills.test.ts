import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { JsonValue } from '@spora/sdk'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { AGENT_FIELDS, LIMITS } from '../builtin/agent/agent-fields.ts'
import { readAgentPatch } from '../builtin/agent/agent-patch.ts'
import { AgentTool } from '../builtin/agent/agent-tool.ts'
import { readNewAgent } from '../builtin/agent/new-agent.ts'
import { readToolChanges } from '../builtin/agent/tool-changes.ts'
import { SkillTool } from '../builtin/skill/skill-tool.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { parseSkill } from './parse-skill.ts'
import { isUsable } from './skill.ts'
import { SkillLibrary } from './skill-library.ts'
import { skillShelf } from './skill-shelf.ts'

const SHIPPED = join(import.meta.dirname, '../../../skills')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-skills-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, content: string | Uint8Array): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

const markdown = (front: string, body = 'Body.') => `---\n${front}\n---\n\n${body}\n`
const sound = (name: string, description = `About ${name}.`) => markdown(`name: ${name}\ndescription: ${description}`)
const library = (...sources: string[]) =>
  new SkillLibrary(() =>
    (sources.length > 0 ? sources : ['core']).map(source => ({ source, folder: join(folder, source) })),
  )

describe('discovery', () => {
  test('§14: every folder with a SKILL.md is a skill; others, hidden ones and links are not', () => {
    put('core/tax/SKILL.md', sound('tax'))
    put('core/other/README.md', 'x')
    put('core/.hidden/SKILL.md', sound('hidden'))
    put('elsewhere/linked/SKILL.md', sound('linked'))
    symlinkSync(join(folder, 'elsewhere/linked'), join(folder, 'core/linked'))
    expect(
      library()
        .list()
        .map(({ name, source }) => [name, source]),
    ).toEqual([['tax', 'core']])
    expect(library().find('linked')).toBeNull()
    expect(library('nowhere').list()).toEqual([])
  })

  test('§14: of two skills with one name the first counts, the other says so and is not used', () => {
    put('core/tax/SKILL.md', sound('tax', 'The first.'))
    put('user/tax/SKILL.md', sound('tax', 'The second.'))
    const found = library('core', 'user')
    expect(found.list().map(({ source, problems }) => [source, problems.map(({ code }) => code)])).toEqual([
      ['core', []],
      ['user', ['SKILL_NAME_CONFLICT']],
    ])
    expect(found.find('tax')?.description).toBe('The first.')
  })

  test('§14: a change on the disk counts at once', () => {
    const found = library()
    expect(found.find('tax')).toBeNull()
    put('core/tax/SKILL.md', sound('tax'))
    expect(found.find('tax')?.description).toBe('About tax.')
  })

  test('§14: what cannot be read is listed with the reason and never used', () => {
    put('core/binary/SKILL.md', Uint8Array.from([0xff, 0xfe, 0x41, 0x00]))
    put('core/large/SKILL.md', 'x'.repeat(200_001))
    mkdirSync(join(folder, 'core/pipe'), { recursive: true })
    execFileSync('mkfifo', [join(folder, 'core/pipe/SKILL.md')])
    mkdirSync(join(folder, 'core/link'))
    symlinkSync('/etc/passwd', join(folder, 'core/link/SKILL.md'))
    const found = library()
    expect(found.list().map(({ name, problems }) => [name, problems[0]?.code])).toEqual([
      ['binary', 'SKILL_MD_UNREADABLE'],
      ['large', 'SKILL_MD_UNREADABLE'],
      ['link', 'SKILL_MD_UNREADABLE'],
      ['pipe', 'SKILL_MD_UNREADABLE'],
    ])
    expect(found.list().some(isUsable)).toBe(false)
    expect(found.find('binary')).toBeNull()
  })
})

describe('format of agentskills.io', () => {
  const codes = (text: string, name = 'tax') => parseSkill(text, name).problems.map(({ code }) => code)

  test('every field of the format is taken', () => {
    const skill = parseSkill(
      markdown(
        'name: tax\ndescription: About taxes.\nlicense: MIT\ncompatibility: any\nallowed-tools: Read Write\nmetadata:\n  author: me\n  version: "1.0"\n$schema: x',
      ),
      'tax',
    )
    expect(skill).toMatchObject({
      name: 'tax',
      description: 'About taxes.',
      license: 'MIT',
      compatibility: 'any',
      allowedTools: 'Read Write',
      metadata: { author: 'me', version: '1.0' },
      body: 'Body.\n',
      problems: [],
    })
  })

  test.each([
    ['no front matter', 'Just text.', 'SKILL_FRONTMATTER_MISSING'],
    ['empty', '---\n---\nBody', 'EMPTY_FRONTMATTER'],
    ['an empty map', markdown('{}'), 'EMPTY_FRONTMATTER'],
    ['a list', markdown('- a'), 'FRONTMATTER_INVALID'],
    ['no YAML', markdown('name: [tax'), 'FRONTMATTER_INVALID'],
    ['a key twice', markdown('name: tax\nname: tax\ndescription: d'), 'FRONTMATTER_INVALID'],
    ['aliases', markdown('name: &a tax\ndescription: *a'), 'FRONTMATTER_INVALID'],
    ['unknown key', markdown('name: tax\ndescription: d\nversion: 1'), 'UNKNOWN_TOP_LEVEL_KEY'],
    ['no name', markdown('description: d'), 'NAME_REQUIRED'],
    ['name of another type', markdown('name: 5\ndescription: d'), 'NAME_INVALID'],
    ['name too long', markdown(`name: ${'a'.repeat(65)}\ndescription: d`), 'NAME_INVALID'],
    ['two hyphens', markdown('name: a--b\ndescription: d'), 'NAME_CONSECUTIVE_HYPHEN'],
    ['capital letters', markdown('name: Tax\ndescription: d'), 'NAME_PATTERN'],
    ['ends in a hyphen', markdown('name: tax-\ndescription: d'), 'NAME_PATTERN'],
    ['another folder', markdown('name: taxes\ndescription: d'), 'NAME_DIR_MISMATCH'],
    ['no description', markdown('name: tax'), 'DESCRIPTION_REQUIRED'],
    ['blank description', markdown('name: tax\ndescription: " "'), 'DESCRIPTION_INVALID'],
    ['description too long', markdown(`name: tax\ndescription: ${'ä'.repeat(513)}`), 'DESCRIPTION_TOO_LONG'],
    ['license', markdown('name: tax\ndescription: d\nlicense: 5'), 'LICENSE_INVALID'],
    ['compatibility', markdown('name: tax\ndescription: d\ncompatibility: [a]'), 'COMPATIBILITY_INVALID'],
    [
      'compatibility too long',
      markdown(`name: tax\ndescription: d\ncompatibility: ${'x'.repeat(501)}`),
      'COMPATIBILITY_TOO_LONG',
    ],
    ['metadata', markdown('name: tax\ndescription: d\nmetadata: x'), 'METADATA_INVALID'],
    ['metadata value', markdown('name: tax\ndescription: d\nmetadata:\n  a: true'), 'METADATA_VALUE_INVALID'],
    ['allowed-tools', markdown('name: tax\ndescription: d\nallowed-tools: [Read]'), 'ALLOWED_TOOLS_INVALID'],
  ])('§14: %s: %#', (_, text, code) => {
    expect(codes(text)).toEqual([code])
    expect(isUsable({ problems: parseSkill(text, 'tax').problems })).toBe(false)
  })

  test('§14: a long body is a warning', () => {
    const skill = parseSkill(sound('tax') + 'x\n'.repeat(600), 'tax')
    expect(skill.problems).toMatchObject([{ code: 'SKILL_BODY_OVERSIZE', severity: 'warning' }])
    expect(isUsable(skill)).toBe(true)
  })

  test.each([
    ['nested without end', '['.repeat(19_000), 'FRONTMATTER_INVALID'],
    ['maps in maps without end', '{a: '.repeat(4_900), 'FRONTMATTER_INVALID'],
    ['large', '['.repeat(190_000), 'FRONTMATTER_TOO_LARGE'],
    ['of many keys', Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n'), 'FRONTMATTER_TOO_LARGE'],
  ])('promise 4: front matter that is %s is one broken skill and holds nobody up', (_, front, code) => {
    put('core/evil/SKILL.md', markdown(front))
    put('core/tax/SKILL.md', sound('tax'))
    const [evil, tax] = library().list()
    expect(evil?.problems.map(problem => problem.code)).toEqual([code])
    expect(tax).toMatchObject({ name: 'tax', problems: [] })
    expect(library().find('evil')).toBeNull()
  })

  test('§14: what is no map of texts is not shown as one', () => {
    expect(parseSkill(markdown('name: tax\ndescription: d\nmetadata: text'), 'tax').metadata).toEqual({})
    expect(parseSkill(markdown('name: tax\ndescription: d\nmetadata: [a, b]'), 'tax').metadata).toEqual({})
  })

  test('§14: no text breaks the reader', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 60 }), (front, body) => {
        parseSkill(`---\n${front}\n---\n${body}`, 'tax')
        parseSkill(front, 'tax')
      }),
      { numRuns: loops(2_000) },
    )
  })
})

describe('the skill tool', () => {
  function call(args: Record<string, JsonValue>, allowed: JsonValue = ['tax']) {
    const tool = new SkillTool(skillShelf(library()))
    return tool.execute(args, 1, null, { settings: { allowed_skills: allowed } } as never)
  }

  test('§10.6: reads a skill without its front matter, other files as they are, and lists them', () => {
    put('core/tax/SKILL.md', sound('tax'))
    put('core/tax/forms/a.md', '---\nx: 1\n---\nForm A.')
    put('core/tax/.git/config', 'x')
    expect(call({ action: 'read', name: ' Tax ' })).toMatchObject({
      success: true,
      content: 'Body.\n',
      data: { name: 'tax', filename: 'SKILL.md' },
    })
    expect(call({ action: 'read', name: 'tax', filename: 'forms/a.md' }).content).toBe('---\nx: 1\n---\nForm A.')
    const { content, data } = call({ action: 'files', name: 'tax' })
    expect(content).toMatch(/ {2}- SKILL\.md \(\d+ bytes\)\n {2}- forms\/a\.md \(20 bytes\)$/)
    expect(data).toMatchObject({ files: [{ path: 'SKILL.md' }, { path: 'forms/a.md', bytes: 20 }] })
  })

  test('§10.6: only skills the operator allowed, and only those that can be used', () => {
    put('core/tax/SKILL.md', sound('tax'))
    put('core/broken/SKILL.md', markdown('name: other\ndescription: d'))
    const told = (args: Record<string, JsonValue>, allowed?: JsonValue) => call(args, allowed).data
    expect(told({ action: 'read', name: ' ' })).toEqual({ error_code: 'SKILL_NAME' })
    expect(told({ action: 'read', name: 'law' })).toEqual({ error_code: 'SKILL_NOT_ALLOWED' })
    expect(told({ action: 'read', name: 'tax' }, null)).toEqual({ error_code: 'SKILL_NOT_ALLOWED' })
    expect(told({ action: 'files', name: 'law' }, ['law'])).toEqual({ error_code: 'SKILL_MISSING' })
    expect(told({ action: 'read', name: 'broken' }, ['broken'])).toEqual({ error_code: 'SKILL_MISSING' })
    expect(call({ action: 'read', name: 'law' }).content).toContain('It may read: tax.')
  })

  test('§10.6: nothing outside a skill can be read, by no trick of a name', () => {
    put('core/tax/SKILL.md', sound('tax'))
    put('core/tax/inner/a.md', 'inside')
    put('core/secret.md', 'canary')
    symlinkSync(join(folder, 'core/secret.md'), join(folder, 'core/tax/link.md'))
    symlinkSync(join(folder, 'core'), join(folder, 'core/tax/up'))
    const names = [
      '',
      '.',
      '..',
      '../secret.md',
      'inner/../../secret.md',
      './SKILL.md',
      'inner//a.md',
      'inner/',
      '/etc/passwd',
      join(folder, 'core/secret.md'),
      '..\\secret.md',
      'C:\\secret.md',
      'C:secret.md',
      'SKILL.md\0.txt',
      'skill.md',
      'SKILL.MD',
      'link.md',
      'up/secret.md',
      'up/tax/SKILL.md',
      '%2e%2e/secret.md',
      '..%2fsecret.md',
      '．．/secret.md',
      'file:///etc/passwd',
    ]
    for (const filename of names) {
      const { success, content } = call({ action: 'read', name: 'tax', filename })
      expect([filename, success, content.includes('canary')]).toEqual([filename, false, false])
    }
    for (const name of ['../tax', 'tax/../tax', '..', 'tax/inner', 'tax\0'])
      expect(call({ action: 'read', name }, [name]).success).toBe(false)
  })

  test('§10.6: files too large for a model, and files that are no text, are refused', () => {
    put('core/tax/SKILL.md', sound('tax'))
    put('core/tax/large.txt', 'x'.repeat(50_001))
    put('core/tax/picture.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]))
    expect(call({ action: 'read', name: 'tax', filename: 'large.txt' }).data).toEqual({
      error_code: 'SKILL_FILE_TOO_LARGE',
    })
    expect(call({ action: 'read', name: 'tax', filename: 'picture.png' }).data).toEqual({
      error_code: 'SKILL_FILE_BINARY',
    })
  })
})

describe('skills/agent-creation', () => {
  const skill = new SkillLibrary(() => [{ source: 'core', folder: SHIPPED }]).list()
  const [creation] = skill.filter(({ name }) => name === 'agent-creation')
  const body = creation?.body ?? ''
  const { metadata } = registerBuiltin(new AgentTool({} as never))

  test('every shipped skill is sound', () => {
    expect(skill.map(({ name, problems }) => [name, problems])).toEqual(skill.map(({ name }) => [name, []]))
    expect(creation).toBeDefined()
    const plugins = join(import.meta.dirname, '../../../plugins')
    const brought = new SkillLibrary(() =>
      readdirSync(plugins).map(source => ({ source, folder: join(plugins, source, 'skills') })),
    ).list()
    expect(brought.map(({ name, problems }) => [name, problems])).toEqual(brought.map(({ name }) => [name, []]))
    expect(brought.length).toBeGreaterThan(0)
  })

  test('A2: every operation and field it names exists, and every operation is named', () => {
    const named = new Set([...body.matchAll(/`([^`\n]+)`/g)].map(match => (match[1] ?? '').split(/[:\s]/)[0] ?? ''))
    const known = new Set<string>([
      ...metadata.operations.map(({ name }) => name),
      ...metadata.parameters.map(({ name }) => name),
      ...AGENT_FIELDS,
      // of get_available_tools, configure_tools and the manifest
      ...['tool_class', 'enabled', 'ready_to_enable', 'missing_required', 'operations', 'requires_approval'],
      ...['auto_approve', 'warnings', 'required_plugins'],
    ])
    expect([...named].filter(name => !known.has(name))).toEqual([])
    for (const { name } of metadata.operations) expect([name, body.includes(name)]).toEqual([name, true])
    for (const field of AGENT_FIELDS) expect(body).toContain(`\`${field}\``)
    expect(body).toContain(`1 to ${LIMITS.max_steps.maximum}`)
  })

  test('A2: every call it shows is one the tool takes', () => {
    const calls = [...body.matchAll(/```json\n([\s\S]*?)\n```/g)].map(match => JSON.parse(match[1] ?? ''))
    expect(calls.map(({ action }) => action)).toEqual(['create_agent', 'configure_tools', 'update_agent'])
    expect(readNewAgent(calls[0]).ok).toBe(true)
    expect(readToolChanges(calls[1].tools).ok).toBe(true)
    expect(readAgentPatch(calls[2].agent).ok).toBe(true)
  })
})
