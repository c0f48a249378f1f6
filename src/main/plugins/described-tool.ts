import { PARAMETER_TYPES, SETTING_TYPES, type ToolMetadata } from '@spora/sdk'
import { z } from 'zod'
import { MAX_TOOLS } from './host/max-tools.ts'
import { PluginFailure } from './process/plugin-failure.ts'

/*
 * What a plugin's process says about its tools, read again here: it is another program's text, whatever the SDK in there
 * has checked.
 */

/** What a value of this name would be read as when nobody set it. */
const isTaken = (name: string) => name in Object.prototype
const key = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/)

const operation = z.object({
  name: key,
  description: z.string(),
  enabledByDefault: z.boolean(),
  requiresApprovalByDefault: z.boolean(),
  discriminatorKey: key.refine(name => name !== '__proto__' && name !== 'constructor'),
  effect: z.enum(['none', 'write', 'destructive']),
  idempotent: z.boolean(),
  timeoutMs: z.number().int().positive().optional(),
})

const jsonSchema = z.record(z.string(), z.json())

const parameter = z.looseObject({
  name: key.refine(name => name !== '__proto__' && name !== 'constructor'),
  type: z.enum(PARAMETER_TYPES),
  description: z.string(),
  required: z.union([z.boolean(), z.array(z.string())]).optional(),
  default: z.json().optional(),
  enum: z.array(z.json()).nullish(),
  minimum: z.number().nullish(),
  maximum: z.number().nullish(),
  format: z.string().nullish(),
  items: jsonSchema.nullish(),
  schema: jsonSchema.nullish(),
  operations: z.array(z.string()).optional(),
})

const setting = z
  .looseObject({
    key: key.refine(name => !isTaken(name)),
    label: z.string(),
    type: z.enum(SETTING_TYPES),
    description: z.string().optional(),
    default: z.json().optional(),
    required: z.boolean().optional(),
    options: z.union([z.record(z.string(), z.string()), z.array(z.union([z.string(), z.number()]))]).optional(),
    validation: z.string().optional(),
    exposeToLlm: z.boolean().optional(),
    dataSource: z.string().optional(),
    resolveAs: z.enum(['agent', 'skill', 'raw']).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  })
  .refine(({ type, exposeToLlm }) => type !== 'password' || exposeToLlm !== true)

const metadata = z.object({
  className: z.string().regex(/^[A-Za-z_$][\w$]{0,99}$/),
  tool: z.object({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/),
    description: z.string(),
    displayName: z.string().nullable(),
    category: z.string(),
    icon: z.string().nullable(),
  }),
  operations: z.array(operation).max(100),
  parameters: z.array(parameter).max(500),
  settings: z.array(setting).max(200),
})

const describedTool = z.object({
  className: z.string().max(300),
  metadata: z.unknown(),
  name: z.string().max(300),
  displayName: z.string().max(10_000).nullable(),
  icon: z.string().max(100_000).nullable(),
  operations: z.number().int().nonnegative(),
  problems: z.array(z.object({ code: z.string().max(100), message: z.string().max(10_000) })).max(1_000),
})

export type DescribedToolData = Omit<z.infer<typeof describedTool>, 'metadata'> & {
  readonly metadata: ToolMetadata | null
}

/** Characters of everything a plugin says about its tools. */
const LONGEST = 8_000_000

/**
 * What cannot be a tool is one that was not loaded, with the reason. Throws PluginFailure when the answer cannot be what
 * the host makes.
 */
export function readDescribedTools(answer: unknown): DescribedToolData[] {
  try {
    const read = z.array(describedTool).max(MAX_TOOLS).parse(answer)
    if (JSON.stringify(read).length > LONGEST) throw new Error(`It is larger than ${LONGEST / 1_000_000} MB.`)
    return withoutTwins(read.map(readTool))
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    throw new PluginFailure(
      'PLUGIN_PROTOCOL',
      'It described its tools in a way the app does not understand.',
      (issue ? `${issue.path.join('.')}: ${issue.message}` : String(error)).slice(0, 500),
    )
  }
}

function readTool(tool: z.infer<typeof describedTool>): DescribedToolData {
  if (tool.metadata === null || tool.metadata === undefined) return { ...tool, metadata: null }
  const read = metadata.safeParse(tool.metadata)
  if (read.success) return { ...tool, metadata: read.data as unknown as ToolMetadata }
  const [issue] = read.error.issues
  return unusable(tool, 'TOOL_DECLARATION', `${issue?.path.join('.')}: ${issue?.message}`.slice(0, 500))
}

/** Each is found by its name and by its class; the host has told their author so. */
function withoutTwins(tools: readonly DescribedToolData[]): DescribedToolData[] {
  const usable = tools.flatMap(tool => tool.metadata ?? [])
  return tools.map(each => {
    const { metadata: own } = each
    const twins = usable.filter(({ tool, className }) => tool.name === own?.tool.name || className === own?.className)
    return twins.length < 2
      ? each
      : unusable(each, 'TOOL_NAME_DUPLICATE', `Two tools are called ${each.name}. Rename one.`)
  })
}

function unusable(tool: z.infer<typeof describedTool>, code: string, message: string): DescribedToolData {
  return { ...tool, metadata: null, problems: [...tool.problems, { code, message }] }
}
