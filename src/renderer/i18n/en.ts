import { agents } from './en/agents.ts'
import { approvals } from './en/approvals.ts'
import { chats } from './en/chats.ts'
import { common } from './en/common.ts'
import { people } from './en/people.ts'
import { plugins } from './en/plugins.ts'
import { settings } from './en/settings.ts'
import { skills } from './en/skills.ts'
import { templates } from './en/templates.ts'
import { tools } from './en/tools.ts'
import { welcome } from './en/welcome.ts'

/** Everything the window says in English, as ICU messages. One file per area; keys begin with the area's name. */
export const en = {
  ...common,
  ...chats,
  ...approvals,
  ...welcome,
  ...tools,
  ...agents,
  ...plugins,
  ...settings,
  ...people,
  ...skills,
  ...templates,
}
