export const welcome = {} as const
