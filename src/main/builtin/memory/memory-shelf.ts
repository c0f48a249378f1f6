/** Whose memories: the calling agent's own, or those all agents of a user share. */
export type MemoryScope = { readonly agentId: number } | { readonly userId: number }

/** What the memory tools need from the app. */
export interface MemoryShelf {
  /** In their order. */
  list(scope: MemoryScope): readonly { readonly name: string; readonly summary: string }[]
  read(
    scope: MemoryScope,
    name: string,
  ): { readonly name: string; readonly summary: string; readonly content: string } | null
  /** Summary and order left out: they stay as they are. `full`: there is room for no more. */
  save(
    scope: MemoryScope,
    memory: { readonly name: string; readonly content: string; readonly summary?: string; readonly order?: number },
  ): 'created' | 'updated' | 'full'
  /** False when there was none of that name. */
  remove(scope: MemoryScope, name: string): boolean
}
