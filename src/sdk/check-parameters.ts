import { isPrototypeName } from './check-operations.ts'
import { checkSchemaShape } from './check-schema-shape.ts'
import { checkValue, fits } from './check-value.ts'
import { PARAMETER_TYPES, type ParameterInfo, type ToolMetadata } from './metadata.ts'
import { discriminatorKey, operationsOf } from './operations-of.ts'
import { duplicates, type Problem, shown } from './problem.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/

/** `levels`: the class's own parameters and those of each class above it; `metadata`: what they come to. */
export function checkParameters(levels: readonly (readonly ParameterInfo[])[], metadata: ToolMetadata): Problem[] {
  const repeated = levels.flatMap(level => duplicates(level.map(({ name }) => name)))
  return [
    ...repeated.map(name => ({
      code: 'TOOL_PARAMETER_DUPLICATE',
      member: `@ToolParameter ${shown(name)}`,
      message: 'the class declares it twice. Keep one.',
    })),
    ...metadata.parameters.flatMap(parameter => checkParameter(parameter, metadata)),
  ]
}

function checkParameter(parameter: ParameterInfo, metadata: ToolMetadata): Problem[] {
  const member = `@ToolParameter ${shown(parameter.name)}`
  const problem = (code: string, message: string): Problem => ({ code, member, message })
  const { type } = parameter
  if (!PARAMETER_TYPES.includes(type))
    return [problem('TOOL_SCHEMA_INVALID', `type is ${shown(type)}; it is one of ${PARAMETER_TYPES.join(', ')}.`)]
  return [
    ...checkName(parameter, metadata, problem),
    ...checkRequired(parameter, metadata, problem),
    ...checkKeywords(parameter, problem),
    ...checkSchemaShape(parameter.items, 'items', problem),
    ...checkSchemaShape(parameter.schema, 'schema', problem),
    ...checkDefault(parameter, problem),
  ]
}

type NewProblem = (code: string, message: string) => Problem

function checkName({ name }: ParameterInfo, metadata: ToolMetadata, problem: NewProblem): Problem[] {
  const problems: Problem[] = []
  if (typeof name !== 'string' || !NAME.test(name))
    problems.push(
      problem(
        'TOOL_PARAMETER_INVALID',
        'name it with 1 to 64 letters, digits, "_", "-" and ".", beginning with a letter or "_".',
      ),
    )
  if (isPrototypeName(name))
    problems.push(problem('TOOL_SCHEMA_KEY', 'the name is taken by JavaScript itself. Choose another.'))
  if (name === discriminatorKey(metadata))
    problems.push(
      problem(
        'TOOL_DISCRIMINATOR_CLASH',
        `"${name}" already names the operation. Rename the parameter, or give every operation another discriminatorKey.`,
      ),
    )
  return problems
}

function checkRequired(parameter: ParameterInfo, metadata: ToolMetadata, problem: NewProblem): Problem[] {
  const names = operationsOf(metadata).map(operation => operation.name)
  const { required, operations } = parameter
  return [
    ...(typeof required === 'boolean' ? [] : checkOperationNames('required', required, names, problem)),
    ...checkOperationNames('operations', operations, names, problem),
    ...(Array.isArray(required) && Array.isArray(operations)
      ? required
          .filter(name => !operations.includes(name))
          .map(name => problem('TOOL_SCHEMA_INVALID', `required names ${shown(name)}, which operations leaves out.`))
      : []),
  ]
}

function checkOperationNames(field: string, value: unknown, names: readonly string[], problem: NewProblem): Problem[] {
  if (value === undefined) return []
  if (!Array.isArray(value))
    return [problem('TOOL_SCHEMA_INVALID', `${field} is ${shown(value)}; write true, false or names of operations.`)]
  const unknown = value.filter(name => !names.includes(name))
  if (unknown.length === 0) return []
  return [
    problem(
      'TOOL_SCHEMA_INVALID',
      `${field} names ${unknown.map(shown).join(', ')}, which the tool does not declare. Its operations: ${names.join(', ')}.`,
    ),
  ]
}

function checkKeywords(parameter: ParameterInfo, problem: NewProblem): Problem[] {
  const problems: Problem[] = []
  const wrong = (message: string) => problems.push(problem('TOOL_SCHEMA_INVALID', message))
  const { type, minimum, maximum, format, items } = parameter
  const choices = parameter.enum
  if (typeof parameter.description !== 'string') wrong('write a description: the model reads it.')
  for (const [keyword, value] of Object.entries({ minimum, maximum })) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || !Number.isFinite(value)) wrong(`${keyword} is ${shown(value)}; give a number.`)
    else if (type !== 'number' && type !== 'integer')
      wrong(`${keyword} is for numbers, and the type is ${type}. Remove it, or change the type.`)
  }
  if (typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum)
    wrong(`minimum ${minimum} is greater than maximum ${maximum}. Swap them.`)
  if (choices !== undefined && !Array.isArray(choices)) wrong(`enum is ${shown(choices)}; give a list.`)
  else {
    const strangers = (choices ?? []).filter(choice => !fits(type, choice))
    if (strangers.length > 0) wrong(`enum holds ${strangers.map(shown).join(', ')}, which is not of type ${type}.`)
    if (duplicates((choices ?? []).map(choice => JSON.stringify(choice))).length > 0)
      wrong('enum holds a value twice. Keep one.')
  }
  if (
    format !== undefined &&
    format !== null &&
    (typeof format !== 'string' || !['string', 'number', 'integer'].includes(type))
  )
    wrong(`format is for text and numbers, and the type is ${type}. Remove it.`)
  if (items !== undefined && items !== null && type !== 'array')
    wrong(`items is for arrays, and the type is ${type}. Remove it, or change the type.`)
  const own = parameter.schema?.type
  if (own !== undefined && ![own].flat().includes(type))
    wrong(`schema.type is ${shown(own)}, and the type is ${type}. Make them agree.`)
  return problems
}

function checkDefault(parameter: ParameterInfo, problem: NewProblem): Problem[] {
  const value = parameter.default
  if (value === undefined || value === null) return []
  const reason = checkValue(value, parameter)
  return reason
    ? [problem('TOOL_DEFAULT_MISMATCH', `the default ${shown(value)} ${reason}. Change one of the two.`)]
    : []
}
