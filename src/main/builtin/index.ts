import type { ToolInstance } from '@spora/sdk'
import { CalculatorTool } from './calculator/calculator-tool.ts'
import type { TimeServices } from './time/time-services.ts'
import { TimeTool } from './time/time-tool.ts'

/** What the core tools need from the app. */
export interface BuiltinServices {
  readonly time: TimeServices
}

/** Every core tool, ready to be registered, in the order of the tools screen. */
export function builtinTools(services: BuiltinServices): readonly ToolInstance[] {
  return [new CalculatorTool(), new TimeTool(services.time)]
}
