import { EventEmitter } from 'node:events'
import type { BrowserWindow, IpcMain, IpcMainEvent, WebFrameMain } from 'electron'
import { expect, test } from 'vitest'
import { ORIGIN } from './options.ts'
import { acceptRpcPort, isTrustedSender } from './rpc-port.ts'

// Electron's objects, as far as they are looked at. Electron is not ours and cannot run here.
class Port {
  closed = false
  started = false
  close = () => {
    this.closed = true
  }
  start = () => {
    this.started = true
  }
}

const mainFrame = { parent: null, origin: ORIGIN } as WebFrameMain

function world() {
  const contents = new EventEmitter()
  const window = Object.assign(new EventEmitter(), { webContents: contents }) as unknown as BrowserWindow
  const ipcMain = new EventEmitter() as unknown as IpcMain
  const served: unknown[] = []
  acceptRpcPort(
    ipcMain,
    window,
    port => {
      served.push(port)
      port.start()
    },
    ORIGIN,
  )
  const connect = (ports: Port[], change: Partial<IpcMainEvent> = {}) =>
    ipcMain.emit('rpc:connect', {
      sender: contents,
      senderFrame: mainFrame,
      ports,
      ...change,
    } as unknown as IpcMainEvent)
  return { window, contents, ipcMain, served, connect }
}

test('4.6: a page gets one port a load, and another one after it was loaded again', () => {
  const { contents, served, connect } = world()
  const [first, second, third] = [new Port(), new Port(), new Port()]
  connect([first])
  expect([served, first.started, first.closed]).toEqual([[first], true, false])
  connect([second])
  expect([served, second.closed, first.closed]).toEqual([[first], true, false])
  contents.emit('did-navigate')
  expect(first.closed).toBe(true)
  connect([third])
  expect([served, third.started, third.closed]).toEqual([[first, third], true, false])
})

test('B317: several ports at once are all closed, and none is a first one', () => {
  const { served, connect } = world()
  const ports = [new Port(), new Port(), new Port()]
  connect(ports)
  expect([served, ports.map(port => port.closed)]).toEqual([[], [true, true, true]])
  connect([])
  const port = new Port()
  connect([port])
  expect(served).toEqual([port])
})

test('4.6: nothing is heard after the window is gone', () => {
  const { window, ipcMain } = world()
  window.emit('closed')
  expect(ipcMain.listenerCount('rpc:connect')).toBe(0)
})

const foreign: [string, Partial<Record<'sender' | 'senderFrame', unknown>>][] = [
  ['B300: a subframe', { senderFrame: { parent: mainFrame, origin: ORIGIN } }],
  ['4.6: a frame that has navigated away', { senderFrame: null }],
  ['4.6: another window', { sender: new EventEmitter() }],
  ...['app://evil', 'app://spora/', 'app://spora.evil', 'file://', 'https://spora', 'null', 'about:blank', ''].map(
    origin => [`B302: a page of “${origin}”`, { senderFrame: { parent: null, origin } }] as [string, object],
  ),
]

test.each(foreign)('%s gets no answer and takes no place', (_what, change) => {
  const { served, connect } = world()
  const [refused, own] = [new Port(), new Port()]
  connect([refused], change as Partial<IpcMainEvent>)
  expect([served, refused.closed, refused.started]).toEqual([[], true, false])
  connect([own])
  expect(served).toEqual([own])
})

test('4.6: without a window nobody is trusted', () => {
  const contents = new EventEmitter() as unknown as IpcMainEvent['sender']
  const event = { sender: contents, senderFrame: mainFrame }
  expect(isTrustedSender(event, undefined, ORIGIN)).toBe(false)
  expect(isTrustedSender(event, { webContents: contents } as unknown as BrowserWindow, ORIGIN)).toBe(true)
})
