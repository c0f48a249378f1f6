/** What other parts keep for the tools of plugins; they alone write it. Within the transaction of the caller. */
export interface ToolData {
  /** Classes for which anything is kept under `slug/`. */
  classesOf(slug: string): readonly KeptClass[]
  /** Forgets everything kept under `slug/`. */
  drop(slug: string): void
  /** What is kept for a class counts for another from now on; what that one has already stays. */
  move(from: string, to: string, toolName: string): void
}

export interface KeptClass {
  readonly toolClass: string
  /** The tool's name when it was last seen; '' when nobody wrote it down. */
  readonly toolName: string
}
