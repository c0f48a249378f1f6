import { expect, test, vi } from 'vitest'
import { guardNavigation, holdLeaving, isHeld, onHeld } from './leave-guard.ts'

vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('location', { hash: '#/agents' })

test('without unsaved work navigation goes straight through', () => {
  const went: string[] = []
  guardNavigation(to => went.push(to), '/tools')
  expect(went).toEqual(['/tools'])
})

test('with unsaved work the form decides, and letting go opens the way again', () => {
  const went: string[] = []
  let leave: (() => void) | undefined
  const release = holdLeaving({ ask: go => (leave = go) })
  guardNavigation(to => went.push(to), '/agents')
  expect(went).toEqual([])
  leave?.()
  expect(went).toEqual(['/agents'])
  release()
  guardNavigation(to => went.push(to), 'free')
  expect(went).toEqual(['/agents', 'free'])
})

test('who shows something because a form is held hears when it is held and let go', () => {
  const told: boolean[] = []
  const stop = onHeld(() => told.push(isHeld()))
  const release = [holdLeaving({ ask: () => {} }), holdLeaving({ ask: () => {} })]
  for (const each of release) each()
  stop()
  holdLeaving({ ask: () => {} })()
  expect(told).toEqual([true, true, true, false])
})
