/** The result of a measurement, and how it is printed. */

export interface BenchResult {
  readonly name: string
  readonly table: { readonly columns: string[]; readonly rows: string[][] }
  readonly ratios: {
    readonly name: string
    readonly value: number
    /** For a median over many rounds: half of the rounds are between the quartiles. */
    readonly spread?: { readonly quartiles: readonly [number, number]; readonly rounds: number }
    /** As people read it, e.g. `at least 0.6`. */
    readonly target: string
    readonly met: boolean
  }[]
}

/** Prints the table with aligned columns, then each ratio with its target and whether it was met. */
export function printResult(result: BenchResult): void {
  const lines = [result.table.columns, ...result.table.rows]
  const widths = result.table.columns.map((_name, column) =>
    // A line of one cell is a remark below the table.
    Math.max(...lines.map((line) => (line.length === 1 ? 0 : (line[column] ?? '').length))),
  )
  console.log(`\n${result.name}`)
  for (const line of lines) {
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`)
  }
  for (const { name, value, spread, target, met } of result.ratios) {
    const wide =
      spread === undefined
        ? ''
        : `; half of ${spread.rounds} rounds ${spread.quartiles.map((one) => one.toFixed(2)).join(' to ')}`
    console.log(`  ${met ? 'met' : 'NOT MET'}: ${name} = ${value.toFixed(2)} (${target}${wide})`)
  }
}
