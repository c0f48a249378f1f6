import { expect, test } from 'vitest'
import type { PluginCheck, PluginReview } from '../../../shared/contract/plugins.ts'
import { checkPlace, sortChecks, whyNotLoad } from './review-checks.ts'

const check = (status: PluginCheck['status'], code: string) => ({ status, code }) as PluginCheck

test('checks are told in the order of what they ask: fix, know, fine', () => {
  const sorted = sortChecks([check('pass', 'a'), check('fail', 'b'), check('warn', 'c'), check('pass', 'd')])
  expect(sorted.fail.map(each => each.code)).toEqual(['b'])
  expect(sorted.warn.map(each => each.code)).toEqual(['c'])
  expect(sorted.pass.map(each => each.code)).toEqual(['a', 'd'])
})

test('a place says as much as is known', () => {
  expect(checkPlace({ file: 'plugin.json', line: 4, column: 11 })).toBe('plugin.json:4:11')
  expect(checkPlace({ file: 'plugin.json', line: null, column: 3 })).toBe('plugin.json')
  expect(checkPlace({ file: null, line: 4, column: 1 })).toBeNull()
})

test('loading needs every check to hold, a digest, and the tick', () => {
  const review = {
    can_load: true,
    digest: 'd',
    conflict: null,
    checks: [check('warn', 'w')],
  } as unknown as PluginReview
  expect(whyNotLoad(review, false)).toBe('trust')
  expect(whyNotLoad(review, true)).toBeNull()
  expect(whyNotLoad({ ...review, digest: null }, true)).toBe('no_digest')
  expect(whyNotLoad({ ...review, checks: [check('fail', 'f')] }, true)).toBe('checks')
  expect(whyNotLoad({ ...review, can_load: false }, true)).toBe('checks')
  const taken = { ...review, conflict: { slug: 's', path: '/p', version: '1' } }
  expect([whyNotLoad(taken, true), whyNotLoad(taken, true, true)]).toEqual(['replace', null])
})
