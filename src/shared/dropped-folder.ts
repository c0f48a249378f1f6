/** What main answers when a folder was dropped on the window: the id of its review, or why there is none. */
export type DroppedFolder = { readonly candidate_id: string } | { readonly problem: string }
