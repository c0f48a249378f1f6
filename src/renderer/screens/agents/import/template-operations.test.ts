import { expect, test } from 'vitest'
import type { TemplateToolReview } from '../../../../shared/contract/templates.ts'
import { templateOperations } from './template-operations.ts'

const operation = (name: string, enabled: boolean, runsFreely: boolean, needsConsent = false) => ({
  name,
  description: '',
  effect: 'write' as const,
  enabled,
  runs_freely: runsFreely,
  needs_consent: needsConsent,
})
const tool = (state: TemplateToolReview['state'], ...operations: TemplateToolReview['operations']) =>
  ({ tool_class: 'a/B', state, operations }) as TemplateToolReview

test('R12: what asks, what only reads, and what needs a word are told apart; what is off is not mentioned', () => {
  const tools = [
    tool('on', operation('list', true, true), operation('send', true, true, true), operation('buy', true, false)),
    tool('needs_settings', operation('later', true, true, true), operation('hidden', false, false)),
    tool('off', operation('never', true, true, true)),
  ]
  const names = ({ looks, wants, asks }: ReturnType<typeof templateOperations>) =>
    [looks, wants, asks].map(list => list.map(entry => entry.operation.name))
  expect(names(templateOperations(tools))).toEqual([['list'], ['send', 'later'], ['buy']])
})
