/** `create_event` → "Create event": operations and parameters in a person's words, until a title says it better. */
export function humanize(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\b[A-Z][a-z]/g, word => word.toLowerCase())
}
