import type { UndeliveredNotice } from '../model/digest.ts'
import type { Store } from '../store/index.ts'
import { noticeOf } from '../store/tables/notices.ts'

/** Older notices are no longer news. */
const maxAgeDays = 14
const maxNotices = 5

/** Undelivered notices, newest first. @param channel limits them to its digests; `null`: the whole workspace */
export async function undeliveredNotices(
  store: { readonly deliveries: Pick<Store['deliveries'], 'undeliveredNotices'> },
  team: string,
  channel: string | null,
  now: Temporal.Instant,
): Promise<readonly UndeliveredNotice[]> {
  const since = now.subtract({ hours: maxAgeDays * 24 })
  const undelivered = await store.deliveries.undeliveredNotices(team, { channel, since, limit: maxNotices })
  return undelivered.flatMap(({ name, notice, reason, at }) => {
    const kind = noticeOf(notice)?.matter.kind
    return kind === undefined ? [] : [{ name, kind, reason, at }]
  })
}
