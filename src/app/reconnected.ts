import { withPreface } from '../blocks/digests/notice-preface.ts'
import { reconnected } from '../blocks/settings/reconnected.ts'
import { type MessageKind, type OutboxWorkspace, resendAfterMs } from '../outbox/kind.ts'
import type { Owed } from '../store/index.ts'

/** The end of a shorter disconnection is not told to anyone. */
const worthTellingMs = 3_600_000

/** Tells the person who installed Sightline that Slack accepts its token again. @param to `null`: nobody to tell */
export function reconnectedMessage(
  team: string,
  to: string | null,
  since: string,
  now: Temporal.Instant,
): readonly Owed[] {
  const lostMs = now.since(Temporal.Instant.from(since)).total('milliseconds')
  if (to === null || lostMs < worthTellingMs) return []
  const about = { since, until: String(now) }
  return [{ team, kind: 'reconnected', key: since, channel: to, since: String(now), about }]
}

export const reconnectedKind: MessageKind<OutboxWorkspace> = {
  resendAfterMs,
  compose: async (_workspace, { about, unknowns }) => ({
    message: withPreface(reconnected(JSON.parse(about)), { again: unknowns > 0, insteadOf: null }),
  }),
}
