/**
 * Seals secrets for the database. A sealed value is bound to where it stands: table, row and column, so that it
 * cannot be moved to another place. AES-256-GCM with a data key that the platform's key store (app) or a 0600 key file
 * (`serve`, tests) protects.
 */
export interface Vault {
  readonly info: VaultInfo
  /** A JSON envelope {v, backend, keyId, nonce, ct}. */
  seal(plain: string, place: SecretPlace): string
  /** Null when this vault cannot open it: the value needs to be entered again; nothing is thrown away. */
  open(envelope: string, place: SecretPlace): string | null
  /** Where `info.offersKeyFile`: the person takes weaker protection over none. Answers the new state. */
  useKeyFile?(): VaultInfo
  /** Where `info.session`: whether new secrets last until the app quits and no longer. Answers the new state. */
  keepForSession?(on: boolean): VaultInfo
  /** Where `info.asks`, or asking has failed: asks now. Awaited before a secret is sealed; never rejects. */
  ready?(): Promise<void>
}

export interface SecretPlace {
  readonly table: string
  readonly row: string
  readonly column: string
}

export interface VaultInfo {
  /** For people: "macOS Keychain", "a key file in …". */
  readonly name: string
  /** True when the protection is weaker than the platform could give. */
  readonly reduced: boolean
  readonly detail: string
  /** New secrets can be stored. */
  readonly usable: boolean
  /** They cannot, but the person may choose to keep them with a key file. */
  readonly offersKeyFile?: boolean
  /** Protection is weak: new secrets can be kept in memory alone, or are by the person's choice. */
  readonly session?: 'offered' | 'chosen'
  /** The system has not been asked for its key store yet, and may ask the person first: why, in a sentence (L3). */
  readonly asks?: string
}
