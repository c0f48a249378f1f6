/** How an operation is named among those that may answer with keys. */
export function keyOperation(toolClass: string, operation: string): string {
  return `${toolClass} ${operation}`
}

/** What stands in a result where a key was. */
export const HIDDEN_KEY = '[key hidden]'
