/** A name of a declaration as a person reads it: `air_quality` is "Air quality". */
export function spokenName(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1)
}
