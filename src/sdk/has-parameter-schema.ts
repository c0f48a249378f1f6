import { collectMetadata } from './collect-metadata.ts'
import type { Constructor } from './constructor.ts'
import type { JsonSchema } from './metadata.ts'
import { buildParameterSchema } from './parameter-schema.ts'
import type { ToolClass } from './tool-instance.ts'

/** A registered symbol: another copy of the SDK marks its method in the same way. */
const FROM_MIXIN = Symbol.for('spora.parameter-schema-of-declarations')

/** Adds the JSON Schema of a tool's arguments, made from its declarations, to any class. */
export function HasParameterSchema<Base extends Constructor>(base: Base) {
  abstract class WithParameterSchema extends base {
    getParametersSchema(): JsonSchema {
      return buildParameterSchema(collectMetadata(this.constructor as ToolClass))
    }
  }
  Object.defineProperty(WithParameterSchema.prototype.getParametersSchema, FROM_MIXIN, { value: true })
  return WithParameterSchema
}

/** Whether a class still has the mixin's method: only its schema is what calls are checked against. */
export function isMixinSchema(method: unknown): boolean {
  return typeof method === 'function' && FROM_MIXIN in method
}
