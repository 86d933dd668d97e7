import type { Trend } from '../model/trend.ts'
import type { Store } from '../store/index.ts'

/** What a channel wrote down in the weeks of a chart. The trend itself is shared with other answers. */
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
