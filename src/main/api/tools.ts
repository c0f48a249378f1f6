import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { DIALECTS, type DialectName, isDialect } from '../tools/dialects/compile-for-dialect.ts'
import { operationsOf } from '../tools/operations.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { leftOutReason, toolDefinitions } from '../tools/tool-definitions.ts'
import { wireNames } from '../tools/wire-names.ts'
import type { AppServices } from './app-services.ts'
import { toolByClass } from './find-tool.ts'
import type { Implementer } from './implementer.ts'

/** A rough count: about four characters a token for English and JSON. */
const tokensOf = (characters: number) => Math.ceil(characters / 4)

const dialectNames = Object.keys(DIALECTS) as DialectName[]

export function toolHandlers(os: Implementer, services: AppServices) {
  const { registry, toolViews, config, activation, agents, models } = services

  function definition(toolClass: string, agentId: number | undefined, asked: string | undefined) {
    const tool = toolByClass(toolViews, toolClass)
    const dialect = isDialect(asked) ? asked : (models.dialectFor(agentId ?? null) ?? 'openai')
    const owner = agentId === undefined ? OPERATOR_USER_ID : agents.owner(agentId).ownerUserId
    const effectiveConfiguration = config.effectiveConfiguration(toolClass, agentId ?? null, owner)
    const allowedOperations =
      agentId === undefined
        ? operationsOf(tool.metadata).flatMap(({ name, enabledByDefault }) => (enabledByDefault ? [name] : []))
        : activation.operations(agentId, tool).flatMap(({ name, enabled }) => (enabled ? [name] : []))
    // As when an agent asks its model: a tool that cannot run, or lacks a setting, is not offered.
    const missing = agentId === undefined ? [] : config.missingRequired(toolClass, agentId, owner)
    const absent = registry.byClass(toolClass) === undefined
    const { tools, leftOut } = toolDefinitions({
      dialect,
      tools: absent || missing.length > 0 ? [] : [{ tool, allowedOperations, effectiveConfiguration }],
    })
    const reason = absent
      ? toolViews.tool(tool).state_reason
      : missing.length > 0
        ? `It lacks ${missing.map(({ label }) => label).join(', ')}.`
        : leftOut[0]?.reason
    const [offered] = tools
    const shown = offered
      ? { name: wireName(tool, agentId), description: offered.description, parameters: offered.parameters }
      : null
    const characters = shown ? JSON.stringify(shown).length : 0
    return {
      dialect,
      dialects: dialectNames,
      forms: dialectNames.map(name => ({
        dialect: name,
        label: DIALECTS[name].label,
        reason: leftOutReason(tool.metadata, allowedOperations, name),
      })),
      definition: shown,
      reason: shown ? null : (reason ?? 'No operation is enabled, so the tool is not offered.'),
      characters,
      tokens: tokensOf(characters),
      effective_configuration: effectiveConfiguration,
    }
  }

  /** Beside the other tools of the same request: names that would meet there are told apart (W2). */
  function wireName(tool: RegisteredTool, agentId: number | undefined): string {
    const others = agentId === undefined ? registry.list() : activation.enabledTools(agentId)
    return wireNames([tool, ...others].map(({ qualifiedName }) => qualifiedName)).wire(tool.qualifiedName)
  }

  return {
    list: os.tools.list.handler(() => toolViews.list()),
    get: os.tools.get.handler(({ input }) => toolViews.tool(toolByClass(toolViews, input.tool_class))),
    definition: os.tools.definition.handler(({ input }) => definition(input.tool_class, input.agent_id, input.dialect)),
  }
}
