import { z } from 'zod'
import { procedure } from './procedure.ts'

/** What an agent may be told about the operator, field by field. */
export const profileField = z.enum(['name', 'birth_date', 'about', 'places', 'height_cm', 'weight_kg'])
export type ProfileField = z.infer<typeof profileField>

/** A day that was: real, and not later than it is anywhere now. */
const birthDate = z.iso.date().refine(date => date >= '1850-01-01' && Date.parse(date) <= Date.now() + 86_400_000, {
  message: 'A date of birth lies in the past.',
})

export const place = z.strictObject({
  name: z.string().trim().min(1).max(100),
  address: z.string().trim().max(500),
  is_default: z.boolean(),
})
export type Place = z.infer<typeof place>

const profileFields = {
  name: z.string().trim().max(200),
  birth_date: birthDate.nullable(),
  about: z.string().max(5_000),
  height_cm: z.number().min(30).max(300).nullable(),
  weight_kg: z.number().min(1).max(700).nullable(),
  /** In their order. At most one is the usual one. */
  places: z
    .array(place)
    .max(50)
    .refine(places => places.filter(each => each.is_default).length <= 1, {
      message: 'Only one place can be the usual one.',
    }),
  /** What agents with the tool `user_info` are told; the rest stays here. */
  shared: z.array(profileField),
}

export const profileView = z.object({ ...profileFields, birth_date: z.string().nullable(), revision: z.number().int() })
export type ProfileView = z.infer<typeof profileView>
export const profileChange = z.strictObject(profileFields).partial()
export type ProfileChange = z.infer<typeof profileChange>

export const people = {
  profile: procedure.route({ method: 'GET', path: '/profile' }).output(profileView),
  /** Fields left out stay. A profile that changed meanwhile answers REVISION_CONFLICT. */
  saveProfile: procedure
    .route({ method: 'PATCH', path: '/profile' })
    .input(z.strictObject({ revision: z.number().int(), change: profileChange }))
    .output(profileView),
}
