import type { Trend } from '../model/trend.ts'
import type { Store } from '../store/index.ts'

/** Adds a channel's notes to a trend for its chart. Returns a copy, because other answers share the trend. */
export async function withNotes(
  { notes }: Pick<Store, 'notes'>,
  { team, channel }: { readonly team: string; readonly channel: string },
  trend: Trend | null,
): Promise<Trend | null> {
  const [first] = trend?.weeks ?? []
  if (trend === null || first === undefined) return trend
  const written = await notes.inChannel(team, channel, first.start, null)
  return written.length === 0 ? trend : { ...trend, notes: written }
}
