import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { announceInstance, runningInstance } from './instance.ts'
import { servedApp } from './testing/served-app.ts'

const DEADLINE = 200

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spora-instance-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder whose instance.json names a socket where `onConnection` decides. */
async function folderWith(onConnection: (socket: Socket) => void): Promise<string> {
  const folder = newFolder()
  const socket = join(folder, 'spora.sock')
  const open = new Set<Socket>()
  const server = createServer(connection => {
    open.add(connection)
    connection.on('error', () => {})
    onConnection(connection)
  })
  await new Promise<void>(resolve => server.listen(socket, resolve))
  onTestFinished(() => {
    for (const connection of open) connection.destroy()
    server.close()
  })
  const instance = { pid: process.pid, socket, token: 't', origin: null, run_token: null }
  writeFileSync(join(folder, 'instance.json'), JSON.stringify(instance))
  return folder
}

test.each<[string, (socket: Socket) => void]>([
  ['takes the connection and says nothing', () => {}],
  ['reads the question and says nothing', socket => socket.resume()],
  ['begins an answer and does not go on', socket => socket.write('HTTP/1.1 200')],
  ['hangs up', socket => socket.destroy()],
  ['speaks something else', socket => socket.end('220 mail.example ESMTP\r\n')],
])('2-architecture: a process that %s is not one that runs', async (_what, onConnection) => {
  expect(await runningInstance(await folderWith(onConnection), DEADLINE)).toBeUndefined()
})

test('2-architecture: a socket that nobody listens on any more is no process; one that answers is', async () => {
  const folder = newFolder()
  const { app } = await servedApp()
  const leave = await announceInstance(folder, { router: app.commandRouter, logError: app.logError })
  expect(await runningInstance(folder)).toMatchObject({ pid: process.pid, origin: null })
  await leave()
  const instance = { pid: process.pid, socket: join(folder, 'spora.sock'), token: 't', origin: null, run_token: null }
  writeFileSync(join(folder, 'instance.json'), JSON.stringify(instance))
  expect(await runningInstance(folder, DEADLINE)).toBeUndefined()
})
