import {
  AbstractTool,
  describeToolClass,
  type OperationInfo,
  type ParameterInfo,
  type ToolMetadata,
  ToolResult,
} from '@spora/sdk'
import { declareOn } from '../src/sdk/declarations.ts'

/** The metadata of a tool with these operations and parameters, through the same road as any tool class. */
export function toolMetadata(
  operations: readonly OperationInfo[],
  parameters: readonly ParameterInfo[],
  name = 'sample',
): ToolMetadata {
  return describeToolClass(sampleClass(operations, parameters, name))
}

export function sampleClass(
  operations: readonly OperationInfo[],
  parameters: readonly ParameterInfo[],
  name = 'sample',
): new () => AbstractTool {
  class SampleTool extends AbstractTool {
    describeAction() {
      return ''
    }
    execute() {
      return ToolResult.ok('')
    }
  }
  declareOn(SampleTool, {
    tools: [{ name, description: 'A sample.' }],
    operations: [...operations],
    parameters: [...parameters],
  })
  return SampleTool
}
