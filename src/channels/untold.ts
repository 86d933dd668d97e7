import type { UntoldNotice } from '../model/digest.ts'
import type { Store } from '../store/index.ts'
import { noticeOf } from '../store/tables/notices.ts'

/** Older ones are no longer news. */
const days = 14
const most = 5

/** The newest first. @param channel about its digests only; `null`: about all of the workspace's */
export async function untoldNotices(
  store: { readonly deliveries: Pick<Store['deliveries'], 'untold'> },
  team: string,
  channel: string | null,
  now: Temporal.Instant,
): Promise<readonly UntoldNotice[]> {
  const since = now.subtract({ hours: days * 24 })
  const found = await store.deliveries.untold(team, { channel, since, limit: most })
  return found.flatMap(({ name, notice, reason, at }) => {
    const kind = noticeOf(notice)?.matter.kind
    return kind === undefined ? [] : [{ name, kind, reason, at }]
  })
}
