/** Why a manifest's `main` cannot name a file of the folder; null when it can. Nothing is looked up on disk. */
export function entryPathProblem(main: string): string | null {
  if (main.trim() === '') return 'which is empty'
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(main)) return 'which is an address or a drive'
  if (/^[/\\~]/.test(main)) return 'which is an absolute path'
  if (main.includes('\\')) return 'which holds a backslash (write "/")'
  if (main.split('/').includes('..')) return 'which leaves the folder'
  return null
}
