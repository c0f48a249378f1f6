import type { ParameterInfo } from './metadata.ts'
import type { ParameterSpec, ParameterSpecs } from './parameter-spec.ts'
import type { Problem } from './problem.ts'

/**
 * The parameters of all operations as one list: a name is one property of the tool's schema, whichever operations
 * take it, so two operations that share a name must mean the same by it (they may differ in whether they need it).
 */
export function mergeParameters(operations: readonly (readonly [operation: string, ParameterSpecs])[]): {
  parameters: ParameterInfo[]
  problems: Problem[]
} {
  const users = new Map<string, { spec: ParameterSpec; takenBy: string[]; requiredBy: string[] }>()
  const problems: Problem[] = []
  for (const [operation, specs] of operations)
    for (const [name, spec] of Object.entries(specs)) {
      const user = users.get(name) ?? { spec, takenBy: [], requiredBy: [] }
      users.set(name, user)
      user.takenBy.push(operation)
      if (spec?.required !== false) user.requiredBy.push(operation)
      if (withoutRequired(spec) !== withoutRequired(user.spec))
        problems.push({
          code: 'TOOL_PARAMETER_CONFLICT',
          member: `operations.${operation}.parameters.${name}`,
          message: `${user.takenBy[0]} declares "${name}" differently. Use the same declaration in both, or another name.`,
        })
    }
  const parameters = [...users].map(([name, { spec, takenBy, requiredBy }]) => ({
    ...spec,
    name,
    required: requiredBy.length === operations.length ? true : requiredBy.length > 0 ? requiredBy : false,
    ...(takenBy.length === operations.length ? {} : { operations: takenBy }),
  }))
  return { parameters, problems }
}

function withoutRequired(spec: ParameterSpec): string {
  return JSON.stringify({ ...spec, required: undefined }, (_key, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
