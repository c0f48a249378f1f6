export { guardedAgent } from './guarded-agent.ts'
export { createGuardedFetch } from './guarded-fetch.ts'
