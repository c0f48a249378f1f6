// Kills the app at random moments and looks what became of it the next time it starts (T-DUR-02). --trials N, --seed N.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { bundle, loadModule } from '../build/load-module.ts'

type Runner = typeof import('../test/durability/random-kills.ts')

const { values } = parseArgs({ options: { trials: { type: 'string', default: '300' }, seed: { type: 'string' } } })
const trials = Number(values.trials)
const seed = Number(values.seed ?? randomInt(2 ** 31))
if (!Number.isInteger(trials) || trials < 1 || !Number.isInteger(seed)) {
  console.error('Use: npm run test:kill -- [--trials N] [--seed N]')
  process.exit(2)
}
console.log(`${trials} kills at random moments, seed ${seed}.`)
const { killAtRandom, inWords } = await loadModule<Runner>('test/durability/random-kills.ts')
const kills = await killAtRandom(bundle, trials, seed)
for (const what of kills.broken) console.error(what)
console.log(inWords(kills))
process.exit(kills.broken.length === 0 ? 0 : 1)
