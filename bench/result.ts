/** The result of a measurement, and how it is printed. */
import type { PairedRatio } from './statistics.ts'

interface Ratio {
  readonly name: string
  readonly value: number
  /** For a median over many rounds: half of the rounds are between the quartiles. */
  readonly spread?: Omit<PairedRatio, 'value'>
  /** As people read it, e.g. `at least 0.6`. */
  readonly target: string
  readonly met: boolean
}

export interface BenchResult {
  readonly name: string
  readonly table: { readonly columns: string[]; readonly rows: string[][] }
  readonly ratios: Ratio[]
}

const measured = (of: number | PairedRatio) =>
  typeof of === 'number' ? { value: of } : { value: of.value, spread: of }

/** A ratio with its limit. @param unit as people read it behind the limit, e.g. ` ms` */
export function atMost(name: string, of: number | PairedRatio, most: number, unit = ''): Ratio {
  const taken = measured(of)
  return { name, ...taken, target: `at most ${most}${unit}`, met: taken.value <= most }
}

export function atLeast(name: string, of: number | PairedRatio, least: number): Ratio {
  const taken = measured(of)
  return { name, ...taken, target: `at least ${least}`, met: taken.value >= least }
}

export const exactly = (name: string, value: number, wanted: number): Ratio => ({
  name,
  value,
  target: `exactly ${wanted}`,
  met: value === wanted,
})

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
