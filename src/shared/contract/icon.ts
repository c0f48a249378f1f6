import { z } from 'zod'

/** One element of a checked icon: a tag and its attributes, by React's names. Never markup. */
export interface IconNode {
  readonly tag: 'path' | 'circle' | 'ellipse' | 'line' | 'polyline' | 'polygon' | 'rect' | 'g'
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly IconNode[]
}

export const iconNode: z.ZodType<IconNode> = z.lazy(() =>
  z.object({
    tag: z.enum(['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect', 'g']),
    attributes: z.record(z.string(), z.string()),
    children: z.array(iconNode),
  }),
)

/** An icon after resolution (rules I1, I2). `fallback` is drawn as `puzzle`; the reason is for plugin authors. */
export const iconView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bundled'), name: z.string() }),
  z.object({
    kind: z.literal('nodes'),
    viewBox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    nodes: z.array(iconNode),
  }),
  z.object({ kind: z.literal('fallback'), reason: z.string().nullable() }),
])
export type IconView = z.infer<typeof iconView>
