import { PARAMETER_TYPES, SETTING_TYPES, type ToolMetadata } from '@spora/sdk'
import { z } from 'zod'
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
  timeoutMs: z.number().positive().optional(),
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
  className: z.string(),
  metadata: metadata.nullable(),
  name: z.string(),
  displayName: z.string().nullable(),
  icon: z.string().nullable(),
  operations: z.number().int(),
  problems: z.array(z.object({ code: z.string().max(100), message: z.string() })),
})

export type DescribedToolData = Omit<z.infer<typeof describedTool>, 'metadata'> & {
  readonly metadata: ToolMetadata | null
}

/** Throws PluginFailure when the answer cannot be what the SDK makes. */
export function readDescribedTools(answer: unknown): DescribedToolData[] {
  const read = z.array(describedTool).max(100).safeParse(answer)
  if (read.success) return read.data as unknown as DescribedToolData[]
  const [issue] = read.error.issues
  throw new PluginFailure(
    'PLUGIN_PROTOCOL',
    'It described its tools in a way the app does not understand.',
    issue ? `${issue.path.join('.')}: ${issue.message}` : null,
  )
}
