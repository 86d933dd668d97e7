import type { UndeliveredNotice } from '../model/digest.ts'
import { noticeOf, type Store } from '../store/index.ts'

/** Older notices are no longer news. */
const maxAgeDays = 14
const maxNotices = 5

/** Undelivered notices, newest first. @param channel limits them to its digests; `null`: the whole workspace */
export async function undeliveredNotices(
  { outbox }: { readonly outbox: Pick<Store['outbox'], 'unreached'> },
  team: string,
  channel: string | null,
  now: Temporal.Instant,
): Promise<readonly UndeliveredNotice[]> {
  const since = now.subtract({ hours: maxAgeDays * 24 })
  const unreached = await outbox.unreached(team, channel, since, maxNotices)
  return unreached.map(({ name, about, reason, endedAt }) => ({
    name,
    kind: noticeOf(about).matter.kind,
    reason: reason ?? 'not_recorded',
    at: endedAt ?? '',
  }))
}
