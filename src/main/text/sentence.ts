/** As a sentence of its own, so that another can follow it. */
export function sentence(text: string): string {
  return /[.!?…:;]$/.test(text) ? text : `${text}.`
}
