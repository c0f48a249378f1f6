import { expect, test } from 'vitest'
import { Tool, ToolOperation, ToolParameter } from './decorators.ts'
import { describeToolClass } from './describe-tool-class.ts'
import { HasOperations } from './has-operations.ts'
import { HasParameterSchema } from './has-parameter-schema.ts'
import { ToolResult } from './tool-result.ts'

class ThirdParty {
  constructor(readonly connection = 'open') {}
}

@Tool({ name: 'foreign', description: 'On a third-party base.' })
@ToolOperation({ name: 'read', description: 'Read.', enabledByDefault: false, requiresApprovalByDefault: false })
@ToolOperation({ name: 'write' })
@ToolParameter({ name: 'path', type: 'string', description: 'Where.' })
class ForeignTool extends HasParameterSchema(HasOperations(ThirdParty)) {
  describeAction() {
    return ''
  }
  execute() {
    return ToolResult.ok(this.connection)
  }
}

test('D1: the two mixins make a tool of a class on any base', () => {
  const tool = new ForeignTool('used')
  expect(tool).toBeInstanceOf(ThirdParty)
  expect(tool.execute()).toEqual(ToolResult.ok('used'))
  expect(describeToolClass(ForeignTool).operations).toHaveLength(2)
  expect(tool.getParametersSchema()).toMatchObject({ type: 'object', required: ['action', 'path'] })
})

test('D1: the look-ups of HasOperations', () => {
  const tool = new ForeignTool()
  expect(tool.getOperationName({})).toBe('read')
  expect(tool.getOperationName({ action: '' })).toBe('read')
  expect(tool.getOperationName({ action: 'ghost' })).toBe('ghost')
  expect(() => tool.getOperationName({ action: {} })).toThrow(TypeError)
  expect(tool.getOperationName(JSON.parse('{"__proto__": {"action": "write"}}'))).toBe('read')
  expect(tool.getOperation('write')?.effect).toBe('write')
  expect(tool.getOperation('toString')).toBeNull()
  expect(tool.getOperationDescription('read')).toBe('Read.')
  expect(tool.getOperationDescription('write')).toBe('write')
  expect(tool.isEnabledByDefault('read')).toBe(false)
  expect(tool.requiresApprovalByDefault('read')).toBe(false)
  expect(tool.requiresApprovalByDefault('ghost')).toBe(true)
})

test('D7: a tool that declares no operation has one, named after the tool, enabled and asking', () => {
  @Tool({ name: 'echo', description: 'Says it again.' })
  class EchoTool extends HasParameterSchema(HasOperations(ThirdParty)) {}
  const tool = new EchoTool()
  expect(tool.getOperationName({ action: 'x' })).toBe('x')
  expect(tool.getOperationName({})).toBe('echo')
  expect(tool.isEnabledByDefault('echo')).toBe(true)
  expect(tool.requiresApprovalByDefault('echo')).toBe(true)
})
