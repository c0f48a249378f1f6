import { Ajv2020 } from 'ajv/dist/2020.js'
import schema from './agent-template.schema.json' with { type: 'json' }
import { checkAgentBlock } from './check-agent-block.ts'
import { checkHead } from './check-head.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkPlugins } from './check-plugins.ts'
import { checkTools, type KnownTools } from './check-tools.ts'
import { failure, isFields, type TemplateProblem } from './template-problem.ts'

export interface TemplateVerdict {
  readonly valid: boolean
  readonly errors: readonly TemplateProblem[]
  readonly warnings: readonly TemplateProblem[]
}

let bySchema: ReturnType<Ajv2020['compile']> | undefined

/**
 * Everything there is to say about a template, each thing with its code and its place. The checks know what a schema
 * cannot: other fields, the tools there are, the word a person needs. The schema has the last word on what they let by.
 */
export function validateTemplate(payload: unknown, known: KnownTools): TemplateVerdict {
  if (Array.isArray(payload) ? payload.length === 0 : isFields(payload) && Object.keys(payload).length === 0)
    return verdict([failure('EMPTY_PAYLOAD', undefined, 'The template is empty.')])
  if (!isFields(payload))
    return verdict([
      failure(
        'TEMPLATE_SCHEMA',
        undefined,
        'A template must be an object: { "id": …, "name": …, "version": …, "agent": … }.',
      ),
    ])
  const problems = [
    ...checkHead(payload),
    ...checkAgentBlock(payload),
    ...checkTools(payload, known),
    ...checkPlugins(payload),
    ...checkMetadata(payload),
  ]
  const found = verdict(problems)
  return found.valid ? verdict([...problems, ...schemaProblems(payload)]) : found
}

function verdict(problems: readonly TemplateProblem[]): TemplateVerdict {
  const errors = problems.filter(problem => problem.severity === 'error')
  const warnings = problems.filter(problem => problem.severity === 'warning')
  return { valid: errors.length === 0, errors: bounded(errors), warnings: bounded(warnings) }
}

/** More than anybody reads; what is wrong a hundred thousand times is one thing. */
const MOST_PROBLEMS = 100

function bounded(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  const [last] = problems.slice(-1)
  if (problems.length <= MOST_PROBLEMS || !last) return problems
  const more = problems.length - MOST_PROBLEMS
  return [
    ...problems.slice(0, MOST_PROBLEMS),
    { code: 'TEMPLATE_MORE_PROBLEMS', severity: last.severity, message: `And ${more} more like these.` },
  ]
}

function schemaProblems(payload: unknown): TemplateProblem[] {
  bySchema ??= new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)
  if (bySchema(payload)) return []
  return (bySchema.errors ?? []).map(({ instancePath, message = 'is not right' }) => {
    const path = instancePath
      .slice(1)
      .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
      .replaceAll('/', '.')
    return failure('TEMPLATE_SCHEMA', path || undefined, `${path || 'The template'} ${message}.`)
  })
}
