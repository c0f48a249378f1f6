import { expect, test } from 'vitest'
import { dataFlag } from './data-flag.ts'

test.each([
  [['.', '--data', '/srv/a b'], '/srv/a b'],
  [['.', '--data=/srv/a'], '/srv/a'],
  [['--inspect=0', '--remote-debugging-port=0', '.', '--data', 'mine', '--lang=de'], 'mine'],
  [['.', '--data=a', '--data=b'], 'b'],
  [['.'], undefined],
  [['.', '--data'], undefined],
  [['.', '--database=x', '--', '--data=y'], undefined],
])('2-architecture: %j names %s', (args, folder) => {
  expect(dataFlag(args)).toBe(folder)
})
