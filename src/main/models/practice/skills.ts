import { aboutMe } from './about-me.ts'
import { arithmetic } from './arithmetic.ts'
import { handOver } from './hand-over.ts'
import type { PracticeSkill } from './practice-skill.ts'
import { readPage } from './read-page.ts'
import { recall } from './recall.ts'
import { remember } from './remember.ts'
import { searchWeb } from './search-web.ts'
import { timeInZone } from './time-in-zone.ts'
import { weather } from './weather.ts'

/** Everything the Practice model understands. The first that recognises a phrase has it. */
export const practiceSkills: readonly PracticeSkill[] = [
  arithmetic,
  timeInZone,
  weather,
  readPage,
  remember,
  recall,
  aboutMe,
  searchWeb,
  handOver,
]
