import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Asks the window to go somewhere; the window owns its routes. */
export type Navigate = (hash: string) => void

const SECTIONS = [
  ['Chats', '/chats'],
  ['Approvals', '/approvals'],
  ['Agents', '/agents'],
  ['Tools', '/tools'],
  ['Plugins', '/plugins'],
] as const

export function applicationMenu(platform: NodeJS.Platform, packaged: boolean, navigate: Navigate): Menu {
  const go = (label: string, hash: string, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => navigate(hash),
  })
  const mac: MenuItemConstructorOptions[] = [
    {
      role: 'appMenu',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        go('Settings…', '/settings', 'CmdOrCtrl+,'),
        { type: 'separator' },
        { role: 'services' },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        { type: 'separator' },
        { role: 'quit' },
      ],
    },
  ]
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? mac : []),
    {
      label: 'File',
      submenu: [
        go('New Chat', '/chats/new', 'CmdOrCtrl+N'),
        go('New Agent…', '/agents/new', 'CmdOrCtrl+Shift+N'),
        go('Add Plugin from Folder…', '/plugins/add', 'CmdOrCtrl+Shift+O'),
        { type: 'separator' },
        ...(platform === 'darwin' ? [] : [go('Settings…', '/settings', 'CmdOrCtrl+,'), { type: 'separator' } as const]),
        platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...SECTIONS.map(([label, hash], index) => go(label, hash, `CmdOrCtrl+${index + 1}`)),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ]
  return Menu.buildFromTemplate(template)
}
