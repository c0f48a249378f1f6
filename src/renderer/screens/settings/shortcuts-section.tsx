import { sections } from '../../frame/sections.ts'
import { type Text, type TextKey, useText } from '../../i18n/text.tsx'
import { shortcutGlyphs } from '../../shortcuts/keys.ts'

interface Line {
  readonly keys: string
  readonly what: string
}

interface Group {
  readonly where: TextKey
  readonly lines: readonly Line[]
}

function groups(t: Text): Group[] {
  return [
    {
      where: 'settings.shortcuts.where.everywhere',
      lines: [
        { keys: 'mod+n', what: t('settings.shortcuts.new_chat') },
        { keys: 'mod+shift+n', what: t('settings.shortcuts.new_agent') },
        { keys: 'mod+shift+a', what: t('settings.shortcuts.approvals') },
        { keys: 'mod+shift+o', what: t('settings.shortcuts.add_plugin') },
        ...sections.map((section, index) => ({
          keys: `mod+${index + 1}`,
          what: t('settings.shortcuts.section', { section: t(section.name) }),
        })),
        { keys: 'mod+,', what: t('settings.shortcuts.settings') },
        { keys: 'mod+f', what: t('settings.shortcuts.search') },
        { keys: 'f6', what: t('settings.shortcuts.regions') },
        { keys: 'escape', what: t('settings.shortcuts.close') },
      ],
    },
    {
      where: 'settings.shortcuts.where.chats',
      lines: [
        { keys: 'enter', what: t('settings.shortcuts.send') },
        { keys: 'shift+enter', what: t('settings.shortcuts.line') },
        { keys: 'mod+.', what: t('settings.shortcuts.stop') },
        { keys: 'alt+arrowup', what: t('settings.shortcuts.chat_above') },
        { keys: 'alt+arrowdown', what: t('settings.shortcuts.chat_below') },
        { keys: 'mod+\\', what: t('settings.shortcuts.fold') },
      ],
    },
    {
      where: 'settings.shortcuts.where.forms',
      lines: [{ keys: 'mod+s', what: t('settings.shortcuts.save') }],
    },
    {
      where: 'settings.shortcuts.where.approvals',
      lines: [
        { keys: 'a', what: t('settings.shortcuts.approve') },
        { keys: 'r', what: t('settings.shortcuts.reject') },
        { keys: 'e', what: t('settings.shortcuts.edit') },
        { keys: 'u', what: t('settings.shortcuts.undo') },
        { keys: 'j', what: t('settings.shortcuts.next') },
        { keys: 'k', what: t('settings.shortcuts.previous') },
        { keys: 'x', what: t('settings.shortcuts.tick') },
        { keys: 'mod+enter', what: t('settings.shortcuts.submit') },
      ],
    },
  ]
}

/** What can be done without the mouse. */
export function ShortcutsSection() {
  const t = useText()
  return groups(t).map(group => (
    <section key={group.where}>
      <h2>{t(group.where)}</h2>
      <table className="table framed" data-density="dense">
        <thead className="visually-hidden">
          <tr>
            <th>{t('settings.shortcuts.what')}</th>
            <th>{t('settings.shortcuts.keys')}</th>
          </tr>
        </thead>
        <tbody>
          {group.lines.map(line => (
            <tr key={line.keys}>
              <td>{line.what}</td>
              <td className="end">
                <kbd className="kbd">{shortcutGlyphs(line.keys)}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ))
}
