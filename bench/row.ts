/** One part of the bench: measures, checks that what it measured was right, and prints its table. */
export type Row = (options: { readonly quick: boolean }) => Promise<void>
