import { expect, test } from 'vitest'
import { chooseDialect, dialectOptions } from './choose-dialect.ts'

test.each([
  ['https://api.openai.com/v1', 'gpt-5', 'openai'],
  ['https://openrouter.ai/api/v1', 'mistralai/mistral-large', 'openai'],
  ['https://openrouter.ai/api/v1', 'google/gemini-3-pro', 'gemini'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-2.5-flash', 'gemini'],
  ['https://europe-west1-aiplatform.googleapis.com/v1', 'x', 'gemini'],
  ['http://localhost:11434/v1', 'qwen3', 'minimal'],
  ['http://127.0.0.1:1234/v1', 'qwen3', 'minimal'],
  ['http://[::1]:8080/v1', 'qwen3', 'minimal'],
  ['http://192.168.1.20:8000/v1', 'qwen3', 'minimal'],
  ['http://nas.local:8000/v1', 'qwen3', 'minimal'],
  ['http://box:8000/v1', 'qwen3', 'minimal'],
  ['https://8.8.8.8/v1', 'qwen3', 'openai'],
  ['https://notgoogleapis.com/v1', 'x', 'openai'],
  ['no address', 'x', 'openai'],
])('W3: %s with %s speaks %s by itself', (base_url, model, dialect) => {
  expect(chooseDialect({ base_url, model, tool_schema_dialect: 'automatic' })).toBe(dialect)
  expect(chooseDialect({ base_url, model })).toBe(dialect)
})

test('W3: what the person chose counts', () => {
  const settings = { base_url: 'http://localhost:11434/v1', model: 'x', tool_schema_dialect: 'openai_strict' }
  expect(chooseDialect(settings)).toBe('openai_strict')
  expect(chooseDialect({ ...settings, tool_schema_dialect: 'of an older version' })).toBe('minimal')
  expect(Object.keys(dialectOptions)).toEqual([
    'automatic',
    'openai',
    'openai_strict',
    'anthropic',
    'gemini',
    'minimal',
  ])
})
