/** A value as one short line: "none", "on", text as it is, the rest as JSON. */
export function valueText(value: unknown, limit = 200): string {
  const text =
    value === undefined || value === null || value === ''
      ? '–'
      : typeof value === 'string'
        ? value
        : typeof value === 'boolean'
          ? value
            ? 'on'
            : 'off'
          : JSON.stringify(value)
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}
