import type { SkillLibrary } from './skill-library.ts'

/** The skills as the skill tool sees them: by name, and only those that can be used. */
export function skillShelf(library: SkillLibrary) {
  return {
    files(name: string) {
      const skill = library.find(name)
      return skill && library.files(skill)
    },
    read(name: string, file: string) {
      const skill = library.find(name)
      return skill && library.read(skill, file)
    },
  }
}
