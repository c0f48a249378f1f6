/** better-sqlite3 13 needs Node-API 10; with less, it ends the process with a segmentation fault and no word. */
export function refuseOldNode(): void {
  if (Number(process.versions.napi) >= 10) return
  console.error(`Install Node 24 or newer. This is Node ${process.versions.node}.`)
  process.exit(1)
}
