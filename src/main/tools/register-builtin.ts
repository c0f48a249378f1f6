import { describeToolClass, type ToolClass, type ToolInstance } from '@spora/sdk'
import { registeredTool } from './create-registered-tool.ts'
import { type InProcessServices, inProcessRunner } from './in-process-runner.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** A core tool, called in this process. Throws ToolDeclarationError when it is declared wrongly. */
export function registerBuiltin(instance: ToolInstance, services: InProcessServices = {}): RegisteredTool {
  const metadata = describeToolClass(instance.constructor as ToolClass)
  const runner = inProcessRunner(instance, metadata.tool.name, services)
  return registeredTool({ metadata, slug: null, runner })
}
