import { useShortcut } from '../shortcuts/use-shortcut.ts'

const REGIONS = '.rail, .pane-list, .pane-main, .approval, .pane-inspector, .status-bar'
const FOCUSABLE =
  'a[href], button:not(:disabled):not([tabindex="-1"]), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

const isShown = (element: HTMLElement) => element.checkVisibility()

function regions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(isShown)
}

/** The innermost region with the focus counts: the approval panel stands inside the main pane. */
function move(step: number) {
  const all = regions()
  const current = all.findLastIndex(region => region.contains(document.activeElement))
  for (let tried = 1; tried <= all.length; tried++) {
    const region = all[(current + step * tried + all.length * tried) % all.length]
    const heading = region?.querySelector<HTMLElement>(':scope > .approval-head > h2')
    const target =
      heading ?? [...(region?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(element => isShown(element))
    target?.focus()
    if (target && document.activeElement === target) return
  }
}

/** F6 goes through the parts of the window, Shift+F6 back. */
export function useRegions(): void {
  useShortcut('f6', () => move(1), true, true)
  useShortcut('shift+f6', () => move(-1), true, true)
}
