import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function peopleHandlers(os: Implementer, { profiles }: AppServices) {
  return {
    profile: os.people.profile.handler(() => profiles.get()),
    saveProfile: os.people.saveProfile.handler(({ input }) => profiles.save(input.revision, input.change)),
  }
}
