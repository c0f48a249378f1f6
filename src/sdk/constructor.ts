/** What a mixin may be applied to. TypeScript asks for exactly this parameter list. */
// biome-ignore lint/suspicious/noExplicitAny: a mixin's base must be constructible with any[] (TS2545)
export type Constructor = abstract new (...args: any[]) => object
