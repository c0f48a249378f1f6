/** `air_quality` as a person reads it: "Air quality". */
export function operationLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1)
}
