/** What main takes at most; one byte more tells it that there is more. */
const LIMIT = 700_000

/** The file as main takes it. Of a file that is too large only as much is read as shows that. */
export function templateFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.readAsDataURL(file.slice(0, LIMIT + 1))
  })
}
