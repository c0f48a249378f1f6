import { expect } from '@playwright/test'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import { openServed } from './support/serve-page.ts'
import { callRow, conversation, newChat } from './support/story.ts'
import { test } from './support/test.ts'

const KEY = `ghp_${'b'.repeat(36)}`

test('L7: a key in what a tool answers is hidden from the window and the model, until the operator lets it', async () => {
  let saved = false
  const server = await startOpenAIServer(body => {
    if (body.messages.at(-1)?.role === 'tool') return { text: 'I have seen it.' }
    const action = saved
      ? { action: 'get', name: 'deploy' }
      : { action: 'save', name: 'deploy', summary: 'A note.', content: KEY }
    saved = true
    return { calls: [{ name: 'memory', arguments: action }] }
  })
  const { page, rest, close } = await openServed()
  await rest('POST', '/models', {
    name: 'Scripted',
    driver: 'openai_compatible',
    settings: { base_url: server.baseUrl, model: 'm' },
    is_default: true,
  })
  const { id } = await rest<{ id: number }>('POST', '/agents', { name: 'Ada' })
  await rest('POST', `/agents/${id}/tools`, { tool_class: 'core/MemoryTool', enabled: true })
  const told = () => server.requests.at(-1)?.body.messages.findLast(message => message.role === 'tool')?.content
  const chat = async (prompt: string) => {
    await newChat(page, 'Ada', prompt)
    await expect(conversation(page)).toContainText('I have seen it.')
  }
  await chat('Keep it.')
  await chat('What was it?')
  expect(told()).toContain('[key hidden]')
  expect(told()).not.toContain(KEY)

  await callRow(page, 'Memory', 'Get').getByRole('button').first().click()
  await expect(conversation(page)).not.toContainText(KEY)
  await page.getByRole('button', { name: 'Show keys from now on' }).click()
  await expect(page.getByText(/From the next call on, Memory answers with its keys/)).toBeVisible()
  await chat('Once more?')
  expect(told()).toContain(KEY)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await page.getByRole('button', { name: 'Hide keys in core/MemoryTool get again' }).click()
  await expect(page.getByText('core/MemoryTool get')).toBeHidden()
  await chat('And now?')
  expect(told()).not.toContain(KEY)
  await close()
  await server.close()
})
