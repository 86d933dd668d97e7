/** Each slot of a digest is posted once, or its outcome is unknown. `outbox.ts` checks its message. */
import { counts, type Part, rowsOf } from './evidence.ts'

export const digests: Part = (evidence, figures, broken) => {
  const bySlot = Map.groupBy(
    rowsOf(evidence, 'outbox').filter(({ kind }) => kind === 'digest'),
    ({ team_id, subject, since }) => `${team_id} ${subject} ${since}`,
  )
  const states: Record<string, number> = {}
  for (const { team, digest, slot } of evidence.expectedSlots) {
    const line = `${team} ${digest} ${slot}`
    const of = bySlot.get(line) ?? []
    const [row] = of
    if (row === undefined || of.length > 1) {
      broken.push(`${line}: ${of.length} records of its digest`)
      continue
    }
    const state = String(row.state)
    states[state] = (states[state] ?? 0) + 1
    if (!['sent', 'unknown'].includes(state)) broken.push(`${line}: ${state} (${row.reason ?? 'no reason'})`)
  }
  figures.push(`${evidence.expectedSlots.length} slots: ${counts(states)}`)
}
