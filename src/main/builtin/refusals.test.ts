import type { ToolContext } from '@spora/sdk'
import { expect, test } from 'vitest'
import { AgentTool } from './agent/agent-tool.ts'
import { CalculatorTool } from './calculator/calculator-tool.ts'
import { HandoverTool } from './handover/handover-tool.ts'
import { MemoryTool } from './memory/memory-tool.ts'
import { ReadResultTool } from './read-result/read-result-tool.ts'
import { SkillTool } from './skill/skill-tool.ts'
import { TimeTool } from './time/time-tool.ts'

const nothing = new Proxy({}, { get: () => () => null }) as never
const shelf = {
  list: () => [{ name: 'a', summary: '' }],
  read: () => null,
  remove: () => false,
  save: () => 'full',
} as never
const long = 'x'.repeat(100_000)
const odd = `\u0007\u001b[31m\u202e\n\r\u200b${'y\u0000'.repeat(50_000)}`
const context = { settings: { allowed_skills: ['pdf'] }, callId: '1' } as unknown as ToolContext

const calls: readonly [tool: { execute(...call: never[]): unknown }, args: (text: string) => object][] = [
  [new CalculatorTool(), text => ({ expression: `1 ${text}` })],
  [new CalculatorTool(), text => ({ expression: `(${text}` })],
  [new CalculatorTool(), text => ({ expression: `${text}(${'1,'.repeat(200)}1)` })],
  [new CalculatorTool(), text => ({ expression: `1 + * ${text}` })],
  [new CalculatorTool(), text => ({ expression: `${text}.a` })],
  [new TimeTool(nothing), text => ({ action: 'format', epoch: 0, timezone: text })],
  [new TimeTool(nothing), text => ({ action: 'format', epoch: 0, format: text })],
  [new SkillTool(nothing), text => ({ action: 'read', name: text })],
  [new SkillTool(nothing), text => ({ action: 'files', name: text })],
  [new MemoryTool(shelf), text => ({ action: 'get', name: text })],
  [new MemoryTool(shelf), text => ({ action: 'delete', name: text })],
  [new MemoryTool(shelf), text => ({ action: 'save', name: 'a', content: text })],
  [new ReadResultTool({ resultText: () => null }), text => ({ handle: text })],
  [new HandoverTool(nothing), text => ({ op: 'handover', target_agent_id: text, prompt: text })],
  [new AgentTool(nothing), text => ({ action: 'configure_tools', tools: text })],
  [
    new AgentTool(nothing),
    text => ({ action: 'configure_tools', tools: Array(5_000).fill({ [text.slice(0, 100)]: 1 }) }),
  ],
  [new AgentTool(nothing), text => ({ action: 'update_agent', agent: { [text]: 1 } })],
  [new AgentTool(nothing), text => ({ action: 'create_agent', payload: { [text]: 1 } })],
  [new AgentTool(nothing), text => ({ action: 'create_agent', payload: { name: text } })],
]

test('R13: what a core tool refuses it says in a short sentence, whatever was sent', async () => {
  for (const [tool, args] of calls)
    for (const text of [long, odd]) {
      const sent = args(text)
      const { success, content } = (await tool.execute(...([sent, 1, 1, context] as never[]))) as {
        success: boolean
        content: string
      }
      const what = `${tool.constructor.name} ${Object.keys(sent).join(' ')}: ${content.slice(0, 100)}`
      expect(success, what).toBe(false)
      expect(content.length, what).toBeLessThanOrEqual(500)
      expect(content, what).not.toMatch(/[\p{Cc}\u202e\u200b]/u)
    }
})

test('R13: a text that is not found in a result is not repeated in full', () => {
  const tool = new ReadResultTool({ resultText: () => 'abc' })
  for (const find of [long, odd]) {
    const { content } = tool.execute({ handle: '1.0', find }, 1, 1)
    expect(content.length).toBeLessThan(300)
    expect(content).not.toMatch(/\p{Cc}/u)
  }
})
