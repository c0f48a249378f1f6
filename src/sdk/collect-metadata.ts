import { declarationChain } from './declarations.ts'
import type { ParameterInfo, ToolMetadata } from './metadata.ts'
import { completeOperation } from './operations-of.ts'
import type { ToolClass } from './tool-instance.ts'

/**
 * What a class declares, complete and unchecked. Parameters and settings come from the whole class chain, the class's
 * own first, the nearest declaration of a name winning; the tool itself and its operations from the class alone.
 */
export function collectMetadata(toolClass: ToolClass): ToolMetadata {
  const chain = declarationChain(toolClass)
  const tool = chain[0]?.tools[0]
  return {
    className: toolClass.name,
    tool: {
      name: tool?.name ?? toolClass.name,
      description: tool?.description ?? '',
      displayName: tool?.displayName ?? null,
      category: tool?.category ?? 'general',
      icon: tool?.icon ?? null,
    },
    operations: (chain[0]?.operations ?? []).map(completeOperation),
    parameters: nearest(
      chain.map(own => own.parameters.map(completeParameter)),
      parameter => parameter.name,
    ),
    settings: nearest(
      chain.map(own => own.settings),
      setting => setting.key,
    ),
  }
}

function completeParameter(info: ParameterInfo): ParameterInfo {
  const required = Array.isArray(info.required) && info.required.length === 0 ? true : (info.required ?? true)
  return { ...info, required }
}

/** Within a class the later of two equal names wins, at the place of the first. */
function nearest<T>(levels: readonly (readonly T[])[], name: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const level of levels) {
    const own = new Map<string, T>()
    for (const item of level) own.set(name(item), item)
    for (const [key, item] of own) if (!seen.has(key)) seen.set(key, item)
  }
  return [...seen.values()]
}
