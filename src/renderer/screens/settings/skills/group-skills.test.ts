import { expect, test } from 'vitest'
import type { SkillView } from '../../../../shared/contract/skills.ts'
import { groupSkills } from './group-skills.ts'

const skill = (name: string, source: string, usable = true): SkillView => ({
  name,
  description: '',
  source,
  license: null,
  files_count: 1,
  has_warnings: !usable,
  usable,
  plugin_name: source === 'weather' ? 'Weather' : null,
  folder: `/${source}/${name}`,
  problems: [],
  agents: [],
})

test('S8: what no agent can read stands apart; the others by where they come from, one’s own first', () => {
  const { broken, groups } = groupSkills([
    skill('a', 'core'),
    skill('b', 'user', false),
    skill('c', 'user'),
    skill('d', 'weather'),
    skill('e', 'core'),
    skill('f', 'weather', false),
  ])
  expect(broken.map(({ name }) => name)).toEqual(['b', 'f'])
  expect(groups.map(({ source, pluginName, skills }) => [source, pluginName, skills.map(({ name }) => name)])).toEqual([
    ['user', null, ['c']],
    ['weather', 'Weather', ['d']],
    ['core', null, ['a', 'e']],
  ])
})
