import { describeToolClass, type ToolContext } from '@spora/sdk'
import { expect, test } from 'vitest'
import type { UserFacts } from './user-facts.ts'
import { UserInfoTool } from './user-info-tool.ts'

const unset = { kind: 'unset' } as const
const kept = { kind: 'kept' } as const
const told = <T>(value: T) => ({ kind: 'told', value }) as const
const NOTHING: UserFacts = {
  name: unset,
  birthDate: unset,
  about: unset,
  heightCm: unset,
  weightKg: unset,
  places: unset,
}

function ask(action: string, facts: Partial<UserFacts>, ownerUserId: number | null = 1) {
  const asked: number[] = []
  const tool = new UserInfoTool({
    factsOf(userId) {
      asked.push(userId)
      return { ...NOTHING, ...facts }
    },
  })
  return { ...tool.execute({ action }, 3, 1, { ownerUserId, runnerUserId: 9 } as ToolContext), asked }
}

test('B: declared as in the reference: health is off, and asks when it is on', () => {
  expect(describeToolClass(UserInfoTool)).toMatchObject({
    tool: { name: 'user_info', displayName: 'User Info', category: 'data', icon: 'user' },
    operations: [
      { name: 'get_base_data', enabledByDefault: true, requiresApprovalByDefault: false, effect: 'none' },
      { name: 'get_locations', enabledByDefault: true, requiresApprovalByDefault: false, effect: 'none' },
      { name: 'get_health_data', enabledByDefault: false, requiresApprovalByDefault: true, effect: 'none' },
    ],
    parameters: [],
  })
})

test('B: each field is told, not set, or not shared', () => {
  expect(
    ask('get_base_data', {
      name: told(' Ada\nLovelace '),
      birthDate: told('1815-12-10'),
      about: told('Engines.\nTea.'),
    }).content,
  ).toBe('Name: Ada Lovelace\nDate of birth: 1815-12-10\nAbout me: Engines.\nTea.')
  expect(ask('get_base_data', { birthDate: kept }).content).toBe(
    'Name: (not set)\nDate of birth: (not shared)\nAbout me: (not set)',
  )
  expect(ask('get_health_data', { heightCm: told(170.5), weightKg: kept }).content).toBe(
    'Height: 170.5 cm\nWeight: (not shared)',
  )
})

test('B: places with their addresses and the usual one', () => {
  const places = told([
    { name: 'Home', address: '1 Long Lane\nLondon', isDefault: true },
    { name: 'Work', address: '', isDefault: false },
  ])
  expect(ask('get_locations', { places }).content).toBe(
    'Locations:\n- Home (default): 1 Long Lane London\n- Work: (no address)',
  )
  expect(ask('get_locations', {}).content).toBe('No locations saved.')
  expect(ask('get_locations', { places: kept }).content).toBe('Locations: (not shared)')
})

test('D9: whose facts: the owner of the agent, not who started the chat; without one there is nobody', () => {
  expect(ask('get_base_data', {}, 5).asked).toEqual([5])
  expect(ask('get_base_data', {}, null)).toMatchObject({ success: false, content: 'User not found.', asked: [] })
  expect(ask('get_all', {})).toMatchObject({ success: false })
})
