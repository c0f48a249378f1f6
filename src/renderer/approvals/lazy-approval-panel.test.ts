import { expect, test } from 'vitest'
import { fetchApprovalPanel } from './lazy-approval-panel.ts'

test('6-ui 9: a browser that does not say when it is idle, as Safari, shows the screens all the same', () => {
  expect(globalThis).not.toHaveProperty('requestIdleCallback')
  const stop = fetchApprovalPanel()
  expect(stop).not.toThrow()
})
