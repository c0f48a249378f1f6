import { collectMetadata } from './collect-metadata.ts'
import type { Constructor } from './constructor.ts'
import type { JsonSchema } from './metadata.ts'
import { buildParameterSchema } from './parameter-schema.ts'
import type { ToolClass } from './tool-instance.ts'

/** Adds the JSON Schema of a tool's arguments, made from its declarations, to any class. */
export function HasParameterSchema<Base extends Constructor>(base: Base) {
  abstract class WithParameterSchema extends base {
    getParametersSchema(): JsonSchema {
      return buildParameterSchema(collectMetadata(this.constructor as ToolClass))
    }
  }
  return WithParameterSchema
}
