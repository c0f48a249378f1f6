import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnthropicCompatibleDriver } from '../../src/main/models/anthropic-compatible-driver.ts'
import { driverKinds } from '../../src/main/models/driver-table.ts'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { collectTurn } from '../streams/collect.ts'

/* The certificate beside this file was made for these tests: nobody trusts it but who is told to. */

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
let visits = 0
const server = createServer(
  { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) },
  (_, response) => {
    visits++
    response.end('It answers.')
  },
)
let origin = ''

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test.each([OpenAICompatibleDriver, AnthropicCompatibleDriver])(
  'B131: a certificate nobody vouches for is LLM_TLS, and no request arrives (%o)',
  async Driver => {
    const settings = { base_url: origin, api_key: 'sk-secret-0123456789', model: 'm' }
    const { error } = await collectTurn(new Driver({ name: 'Work', settings, maxOutputTokens: null }))
    expect(error).toMatchObject({ code: 'LLM_TLS', info: { retryable: false } })
    expect(error?.message).toContain('is not trusted on this computer (DEPTH_ZERO_SELF_SIGNED_CERT)')
    expect(visits).toBe(0)
  },
)

test('B131: no setting makes a driver look away', () => {
  const keys = driverKinds.flatMap(({ settings }) => settings.map(({ key, label }) => `${key} ${label}`))
  expect(keys.filter(words => /certificate|verify|tls|ssl/i.test(words))).toEqual([])
})

// Linux takes the system's store from the file that this variable names; macOS and Windows have their own.
test.runIf(process.platform === 'linux')(
  'K3, B131: what the store of the system trusts is trusted, as behind a company’s own issuer',
  async () => {
    expect(await ask({})).toMatch(/^LLM_TLS: /)
    expect(await ask({ SSL_CERT_FILE: file('cert.pem') })).toBe('It answers.')
  },
)

async function ask(environment: NodeJS.ProcessEnv): Promise<string> {
  const args = ['--experimental-transform-types', '--no-warnings', file('ask-over-tls.ts'), origin]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...environment } })
  return stdout.trim()
}
