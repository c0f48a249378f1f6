import { agents } from './agents.ts'
import { calls } from './calls.ts'
import { data } from './data.ts'
import { events } from './events.ts'
import { memories } from './memories.ts'
import { models } from './models.ts'
import { people } from './people.ts'
import { plugins } from './plugins.ts'
import { rules } from './rules.ts'
import { settings } from './settings.ts'
import { skills } from './skills.ts'
import { system } from './system.ts'
import { tasks } from './tasks.ts'
import { templates } from './templates.ts'
import { tools } from './tools.ts'

/** The one contract: oRPC over a MessagePort in the app, oRPC and REST (/api/v1) over HTTP under `serve`. */
export const contract = {
  agents,
  calls,
  data,
  events,
  memories,
  models,
  people,
  plugins,
  rules,
  settings,
  skills,
  system,
  tasks,
  templates,
  tools,
}
export type Contract = typeof contract
