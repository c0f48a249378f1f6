import { expect, test } from 'vitest'
import { guardNavigation, holdLeaving } from './leave-guard.ts'

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
