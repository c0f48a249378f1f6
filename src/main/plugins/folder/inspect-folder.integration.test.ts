import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pluginFolder, temporaryFolder } from '../test/plugin-folder.ts'
import { digestFolder } from './digest-folder.ts'
import { inspectFolder } from './inspect-folder.ts'

async function fails(folder: string): Promise<string[]> {
  const { checks } = await inspectFolder(folder)
  for (const { title, detail, file } of checks) {
    expect(detail.length).toBeLessThanOrEqual(500)
    expect(`${title}${detail}${file}`).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  }
  return checks.filter(check => check.status === 'fail').map(check => check.code)
}

async function warnings(folder: string): Promise<string[]> {
  return (await inspectFolder(folder)).checks.filter(check => check.status === 'warn').map(check => check.code)
}

function without(folder: string, file: string): string {
  rmSync(join(folder, file))
  return folder
}

describe('plugin.json as a file', () => {
  test('B001: missing', async () => {
    expect(await fails(without(pluginFolder(), 'plugin.json'))).toEqual(['MANIFEST_MISSING'])
    // Nothing is said of an entry that nobody named.
    expect(await fails(temporaryFolder())).toEqual(['MANIFEST_MISSING'])
  })

  test('B006: UTF-16', async () => {
    const bytes = Buffer.from('\ufeff{"slug":"a","name":"A","version":"1"}', 'utf16le')
    expect(await fails(pluginFolder({ 'plugin.json': bytes }))).toEqual(['MANIFEST_NOT_UTF8'])
    expect(await fails(pluginFolder({ 'plugin.json': bytes.subarray(2) }))).toEqual(['MANIFEST_NOT_UTF8'])
  })

  test('B007: a Latin-1 byte is not replaced silently', async () => {
    const bytes = Buffer.from('{"slug":"a","name":"Caf\u00e9","version":"1"}', 'latin1')
    expect(await fails(pluginFolder({ 'plugin.json': bytes }))).toEqual(['MANIFEST_NOT_UTF8'])
  })

  test('a byte order mark does no harm', async () => {
    expect(await fails(pluginFolder({ 'plugin.json': '\ufeff{"slug":"a","name":"A","version":"1"}' }))).toEqual([])
  })

  test('B009: 5 MB', async () => {
    expect(
      await fails(pluginFolder({ 'plugin.json': `{"slug":"a","name":"A","x":"${'y'.repeat(5_000_000)}"}` })),
    ).toEqual(['MANIFEST_TOO_LARGE'])
  })

  test('B046: a FIFO, a socket: no hang', async () => {
    const fifo = without(pluginFolder(), 'plugin.json')
    execFileSync('mkfifo', [join(fifo, 'plugin.json')])
    expect(new Set(await fails(fifo))).toEqual(new Set(['NOT_REGULAR_FILE']))

    const socket = without(pluginFolder(), 'plugin.json')
    const server = createServer().listen(join(socket, 'plugin.json'))
    onTestFinished(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    expect(new Set(await fails(socket))).toEqual(new Set(['NOT_REGULAR_FILE']))
  })

  test('B047: a folder', async () => {
    const folder = without(pluginFolder(), 'plugin.json')
    mkdirSync(join(folder, 'plugin.json'))
    expect(await fails(folder)).toEqual(['NOT_REGULAR_FILE'])
  })
})

describe('the entry file', () => {
  test('B022: missing', async () => {
    expect(await fails(without(pluginFolder(), 'index.mjs'))).toEqual(['ENTRY_MISSING'])
  })

  test('B023: a folder, empty, binary, native', async () => {
    const manifest = (main: string) => ({ slug: 'sample', name: 'Sample', version: '1', main })
    expect(await fails(pluginFolder({ 'plugin.json': manifest('lib'), 'lib/index.mjs': 'x' }))).toEqual([
      'ENTRY_INVALID',
    ])
    expect(await fails(pluginFolder({ 'index.mjs': '' }))).toEqual(['ENTRY_INVALID'])
    expect(await fails(pluginFolder({ 'index.mjs': Buffer.from([0x7f, 0x45, 0, 1]) }))).toEqual(['ENTRY_INVALID'])
    expect(await fails(pluginFolder({ 'plugin.json': manifest('addon.node'), 'addon.node': 'x' }))).toEqual([
      'ENTRY_INVALID',
    ])
  })

  test('B024: another case than on disk', async () => {
    expect(
      await fails(pluginFolder({ 'plugin.json': { slug: 'sample', name: 'Sample', version: '1', main: 'Index.mjs' } })),
    ).toEqual(['ENTRY_CASE'])
  })

  test('a manifest that is wrong and an entry that is missing are said together', async () => {
    const folder = pluginFolder({ 'plugin.json': { slug: 'BAD', name: 'Sample', version: '1', main: 'nope.mjs' } })
    expect((await fails(folder)).sort()).toEqual(['ENTRY_MISSING', 'SLUG_INVALID'])
  })
})

describe('links', () => {
  test('B041, B042: a link that leaves the folder, also to what is not there yet', async () => {
    for (const target of ['/etc/passwd', '/not/there/yet', '../..']) {
      const folder = pluginFolder()
      symlinkSync(target, join(folder, 'leak'))
      const { checks, digest } = await inspectFolder(folder)
      expect(checks.filter(check => check.status === 'fail')).toMatchObject([
        { code: 'PLUGIN_SYMLINK', file: 'leak', detail: expect.stringContaining(target) },
      ])
      expect(digest).toBeNull()
    }
  })

  test('B041: plugin.json itself', async () => {
    const folder = without(pluginFolder(), 'plugin.json')
    const elsewhere = join(temporaryFolder(), 'plugin.json')
    writeFileSync(elsewhere, '{"slug":"a","name":"A","version":"1"}')
    symlinkSync(elsewhere, join(folder, 'plugin.json'))
    expect(await fails(folder)).toEqual(['PLUGIN_SYMLINK', 'PLUGIN_SYMLINK'])
  })

  test('B044: links that go round', async () => {
    const folder = pluginFolder()
    symlinkSync('b', join(folder, 'a'))
    symlinkSync('a', join(folder, 'b'))
    expect(await fails(folder)).toEqual(['PLUGIN_SYMLINK', 'PLUGIN_SYMLINK'])
  })

  test('a link inside the folder is kept, as package managers make them', async () => {
    const folder = pluginFolder({ 'node_modules/x/cli.js': '1', 'node_modules/.bin/keep': '' })
    symlinkSync('../x/cli.js', join(folder, 'node_modules/.bin/x'))
    expect(await fails(folder)).toEqual([])
  })

  test('B045: a hard link is allowed and noted', async () => {
    const folder = pluginFolder()
    linkSync(join(folder, 'index.mjs'), join(temporaryFolder(), 'other.mjs'))
    expect(await fails(folder)).toEqual([])
    expect(await warnings(folder)).toEqual(['HARD_LINK'])
  })

  test('B040: a folder chosen through a link stands under its real path', async () => {
    const folder = pluginFolder()
    const link = join(temporaryFolder(), 'link')
    symlinkSync(folder, link)
    expect((await inspectFolder(link)).root).toBe(folder)
  })
})

describe('size and names', () => {
  test('B049: too many files; the walk stops there', async () => {
    const folder = pluginFolder()
    mkdirSync(join(folder, 'many'))
    for (let i = 0; i < 60; i++) writeFileSync(join(folder, 'many', `${i}`), '')
    const { checks, content } = await inspectFolder(folder, { limits: { files: 50, bytes: 1e9, depth: 16 } })
    expect(checks.map(check => check.code)).toContain('TOO_MANY_FILES')
    expect(content.files.length).toBe(51)
  })

  test('B050: a 3 GB file, by its size and not by reading it', async () => {
    const folder = pluginFolder()
    const file = openSync(join(folder, 'huge.bin'), 'w')
    ftruncateSync(file, 3_000_000_000)
    closeSync(file)
    const { checks, digest } = await inspectFolder(folder)
    expect(checks.filter(check => check.status === 'fail')).toMatchObject([
      { code: 'PLUGIN_TOO_LARGE', file: 'huge.bin' },
    ])
    expect(digest).toBeNull()
  })

  test('B051: folders 500 deep', async () => {
    const folder = pluginFolder()
    mkdirSync(join(folder, ...Array.from({ length: 500 }, () => 'd')), { recursive: true })
    expect(await fails(folder)).toEqual(['TOO_DEEP'])
  })

  test('B052: names that differ only in case, or only in how an accent is written', async () => {
    expect(await fails(pluginFolder({ 'A.js': '', 'a.js': '' }))).toEqual(['CASE_COLLISION'])
    expect(await fails(pluginFolder({ 'caf\u00e9.js': '', 'cafe\u0301.js': '' }))).toEqual(['CASE_COLLISION'])
  })

  test.each(['two\nlines.js', 'ends.', 'ends ', 'CON.js', 'nul', 'a:b.js', 'x\u202ey.js', 'n'.repeat(255)])(
    'B054: the name %j',
    async name => {
      expect(await fails(pluginFolder({ [name]: '' }))).toEqual(['NAME_INVALID'])
    },
  )

  test('B054: a name that is no text is shown escaped', async () => {
    const folder = pluginFolder()
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff, 0xfe])]), '')
    const { checks } = await inspectFolder(folder)
    expect(checks.filter(check => check.status === 'fail')).toMatchObject([
      { code: 'NAME_INVALID', file: 'bad\\xff\\xfe' },
    ])
  })

  test('B046: a pipe anywhere in the folder', async () => {
    const folder = pluginFolder()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await fails(folder)).toEqual(['NOT_REGULAR_FILE'])
  })

  test('B062: native code is allowed and said', async () => {
    expect(await warnings(pluginFolder({ 'node_modules/x/build/x.node': 'binary' }))).toEqual(['NATIVE_CODE'])
  })

  test('B060: a folder that is gone', async () => {
    expect(await fails(join(temporaryFolder(), 'nothing'))).toEqual(['PLUGIN_GONE'])
  })

  test('B061: a disk that does not answer costs the deadline', async () => {
    const folder = pluginFolder()
    for (let i = 0; i < 300; i++) writeFileSync(join(folder, `${i}`), '')
    const { checks } = await inspectFolder(folder, { deadlineMs: 0 })
    expect(checks).toMatchObject([{ code: 'PLUGIN_TIMEOUT', status: 'fail' }])
  })
})

test('G5: files that the system does not let anybody read are named, and the folder is not said to be gone', async () => {
  const folder = pluginFolder({ 'lib/secret.mjs': '1', 'lib/open.mjs': '2' })
  chmodSync(join(folder, 'lib/secret.mjs'), 0)
  const { root, content } = await inspectFolder(folder)
  // What may be read by everybody that a test can be is told by a file that went away.
  rmSync(join(folder, 'lib/open.mjs'))
  const { digest, unreadable } = await digestFolder(root, content.files)
  expect(digest).toBeNull()
  expect(unreadable).toContainEqual({ path: 'lib/open.mjs', code: 'ENOENT' })
  if (process.getuid?.() === 0) return
  expect(unreadable).toContainEqual({ path: 'lib/secret.mjs', code: 'EACCES' })
  expect((await inspectFolder(folder)).checks).toContainEqual(
    expect.objectContaining({ code: 'FILE_UNREADABLE', status: 'fail', file: 'lib/secret.mjs' }),
  )
})

test('G5: a folder whose links go round is there, and cannot be read', async () => {
  const folder = temporaryFolder()
  symlinkSync('round', join(folder, 'round'))
  expect(await fails(join(folder, 'round'))).toEqual(['FILE_UNREADABLE'])
})

describe('the digest', () => {
  test('G4: is the same for the same files anywhere, and another for any change', async () => {
    const digest = async (folder: string) => (await inspectFolder(folder)).digest
    const [one, other] = [pluginFolder({ 'lib/a.mjs': '1' }), pluginFolder({ 'lib/a.mjs': '1' })]
    const first = await digest(one)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await digest(other)).toBe(first)
    writeFileSync(join(other, 'lib/a.mjs'), '2')
    expect(await digest(other)).not.toBe(first)
    writeFileSync(join(other, 'lib/a.mjs'), '1')
    renameSync(join(other, 'lib/a.mjs'), join(other, 'lib/b.mjs'))
    expect(await digest(other)).not.toBe(first)
  })

  test('G12: the author’s own copy of the SDK is ignored exactly', async () => {
    const folder = pluginFolder()
    const { digest, content } = await inspectFolder(folder)
    mkdirSync(join(folder, 'node_modules/@spora/sdk'), { recursive: true })
    symlinkSync('/etc/passwd', join(folder, 'node_modules/@spora/sdk/index.js'))
    expect(await inspectFolder(folder)).toMatchObject({ digest, content: { files: content.files } })
    mkdirSync(join(folder, 'node_modules/@spora/other'), { recursive: true })
    copyFileSync(join(folder, 'index.mjs'), join(folder, 'node_modules/@spora/other/index.mjs'))
    expect((await inspectFolder(folder)).digest).not.toBe(digest)
  })
})
