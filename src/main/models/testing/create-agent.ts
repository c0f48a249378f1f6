import { now } from '../../storage/clock.ts'
import type { Database } from '../../storage/database.ts'
import { agents } from '../../storage/schema.ts'

/** Whoever asks for a driver; everything else about it does not matter here. */
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
