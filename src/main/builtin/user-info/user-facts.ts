/** One field of what the operator filled in: unset, kept back, or told. */
export type Fact<T> =
  | { readonly kind: 'unset' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'told'; readonly value: T }

export interface UserPlace {
  readonly name: string
  readonly address: string
  readonly isDefault: boolean
}

/** What the operator lets agents know. What is kept back does not get here. */
export interface UserFacts {
  readonly name: Fact<string>
  /** YYYY-MM-DD */
  readonly birthDate: Fact<string>
  readonly about: Fact<string>
  readonly heightCm: Fact<number>
  readonly weightKg: Fact<number>
  readonly places: Fact<readonly UserPlace[]>
}

/** What the tool user_info needs from the app. */
export interface UserInfoServices {
  factsOf(userId: number): UserFacts
}
