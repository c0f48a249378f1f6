/** What the skill tool needs from the app: the skills that can be used. */
export interface SkillServices {
  /** Null: there is none of that name, or it cannot be used. */
  files(name: string): readonly { readonly path: string; readonly bytes: number }[] | null
  /** Null as above. A file that cannot be read answers with the sentence that says why. */
  read(
    name: string,
    file: string,
  ):
    | { readonly ok: true; readonly text: string; readonly bytes: number }
    | { readonly ok: false; readonly code: string; readonly sentence: string }
    | null
}
