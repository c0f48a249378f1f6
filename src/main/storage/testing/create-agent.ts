import { now } from '../clock.ts'
import type { Database } from '../database.ts'
import { agents } from '../schema.ts'

/** A row of an agent, for tests below those that know what an agent is. The first one has the number 1. */
export function createAgent({ orm }: Database, llmConfigId: number | null = null): { readonly id: number } {
  const at = now()
  return orm
    .insert(agents)
    .values({
      principalId: 1,
      name: 'A',
      description: '',
      systemPrompt: '',
      maxSteps: 10,
      allowFollowup: true,
      retryAfterMinutes: 0,
      maxRetries: 0,
      llmConfigId,
      archived: false,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
    .get()
}
