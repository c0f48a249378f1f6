// npm run streams: replays recorded responses of model APIs to the drivers (M5). See scripts/streams.ts.
import { run } from './run.mjs'

process.exit(await run('node', ['scripts/streams.ts']))
