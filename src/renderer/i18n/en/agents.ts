export const agents = {} as const
