export type Cell = string | number

/** Whole numbers from 100 on, three digits below. */
function text(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return Math.abs(cell) >= 100 ? Math.round(cell).toLocaleString('en') : String(Number(cell.toPrecision(3)))
}

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  note = '',
): void {
  const cells = [header, ...rows.map(row => row.map(text))]
  const widths = header.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(`\n${title}`)
  for (const row of cells) console.log(`  ${line(row)}`)
  if (note) console.log(`  ${note}`)
}
