export const plugins = {} as const
