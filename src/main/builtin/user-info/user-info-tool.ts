import { AbstractTool, Tool, type ToolContext, ToolOperation, ToolResult } from '@spora/sdk'
import type { Fact, UserFacts, UserInfoServices, UserPlace } from './user-facts.ts'

@Tool({
  name: 'user_info',
  description: 'What the user says about themselves. Only what they chose to share.',
  displayName: 'User Info',
  category: 'data',
  icon: 'user',
})
@ToolOperation({
  name: 'get_base_data',
  description: "The user's name, date of birth and what they wrote about themselves.",
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'get_locations',
  description: "The user's places with their addresses, and which one is the usual one.",
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'get_health_data',
  description: "The user's height and weight.",
  enabledByDefault: false,
  requiresApprovalByDefault: true,
  effect: 'none',
})
export class UserInfoTool extends AbstractTool {
  readonly #services: UserInfoServices

  constructor(services: UserInfoServices) {
    super()
    this.#services = services
  }

  override execute(
    args: { action?: string },
    _agentId: number,
    _taskId?: number | null,
    context?: ToolContext,
  ): ToolResult {
    const operation = this.getOperationName(args)
    const userId = context?.ownerUserId ?? null
    if (userId === null) return ToolResult.fail('User not found.')
    const facts = this.#services.factsOf(userId)
    switch (operation) {
      case 'get_base_data':
        return ToolResult.ok(baseData(facts))
      case 'get_locations':
        return ToolResult.ok(locations(facts.places))
      case 'get_health_data':
        return ToolResult.ok(healthData(facts))
      default:
        return ToolResult.fail(`Unknown operation '${operation}'.`)
    }
  }

  override describeAction(args: { action?: string }): string {
    switch (this.getOperationName(args)) {
      case 'get_base_data':
        return 'Read your name, date of birth and what you wrote about yourself'
      case 'get_locations':
        return 'Read your places'
      case 'get_health_data':
        return 'Read your height and weight'
      default:
        return 'Read what you say about yourself'
    }
  }
}

function baseData({ name, birthDate, about }: UserFacts): string {
  return [
    `Name: ${shown(name, oneLine)}`,
    `Date of birth: ${shown(birthDate, String)}`,
    `About me: ${shown(about, text => text.trim())}`,
  ].join('\n')
}

function locations(places: UserFacts['places']): string {
  if (places.kind === 'kept') return 'Locations: (not shared)'
  if (places.kind === 'unset') return 'No locations saved.'
  return ['Locations:', ...places.value.map(placeLine)].join('\n')
}

function placeLine({ name, address, isDefault }: UserPlace): string {
  const where = address === '' ? '(no address)' : oneLine(address)
  return `- ${oneLine(name)}${isDefault ? ' (default)' : ''}: ${where}`
}

function healthData({ heightCm, weightKg }: UserFacts): string {
  return [
    `Height: ${shown(heightCm, height => `${height} cm`)}`,
    `Weight: ${shown(weightKg, weight => `${weight} kg`)}`,
  ].join('\n')
}

function shown<T>(fact: Fact<T>, text: (value: T) => string): string {
  if (fact.kind === 'told') return text(fact.value)
  return fact.kind === 'kept' ? '(not shared)' : '(not set)'
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
