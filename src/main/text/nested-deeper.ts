/** Whether lists and objects stand inside each other more than `levels` deep. What is read again and again may not overflow. */
export function nestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => nestedDeeper(inner, levels - 1))
}
