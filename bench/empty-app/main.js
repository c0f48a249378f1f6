// The least an Electron app can be: a window with one page. What starts no faster than this is not ours to improve.
import { app, BrowserWindow, protocol } from 'electron'

const PAGE = '<!doctype html><html lang="en"><title>Empty</title><h1>Empty</h1></html>'

protocol.registerSchemesAsPrivileged([{ scheme: 'empty', privileges: { standard: true, secure: true } }])
app.on('window-all-closed', () => app.quit())
await app.whenReady()
protocol.handle('empty', () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }))
new BrowserWindow({ width: 1280, height: 820 }).loadURL('empty://page/index.html')
