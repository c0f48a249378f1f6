/** At most so many tools in one plugin (B026). */
export const MAX_TOOLS = 100
