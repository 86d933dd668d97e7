import { Problem } from '../problem.ts'
import { type DigestDeps, deliver, terminalCodes } from './deliver.ts'

/** The schedule that a channel without a weekly digest would have; only the record of its manual digests needs it. */
export interface WeeklyDefault {
  readonly weekday: number
  readonly time: string
  readonly timeZone: string
}

/** A second digest so soon after the first is a double click, or Slack delivering the command again. */
const pauseSeconds = 60

/**
 * Posts a channel's digest now, outside its schedule, with the same guarantees as a scheduled one.
 * @throws {Problem} when nothing was posted, or nobody knows whether it was
 */
export async function postDigestNow(
  deps: DigestDeps,
  { team, channel, user }: { readonly team: string; readonly channel: string; readonly user: string },
  weekly: WeeklyDefault,
): Promise<{ readonly channel: string; readonly ts: string }> {
  const now = deps.clock.now()
  const subscription = await deps.store.subscriptions.forManualDigest({ team, channel, ...weekly }, user, now)
  const [last] = await deps.store.deliveries.history(team, channel, 1)
  const done = last?.state === 'posting' || last?.state === 'posted' || last?.state === 'unknown'
  if (done && secondsSince(last.createdAt, now) < pauseSeconds)
    throw new Problem(
      'digest_just_posted',
      'A digest for this channel was posted, or is being posted, just now. Wait a minute to post another one.',
    )

  // A scheduled digest that waits for its next try is posted instead of a second one. Else the slot is the minute, so
  // that two deliveries of the same command meet the same slot.
  const waiting = last?.state === 'pending' && last.subscriptionId === subscription.id
  const slot = waiting
    ? Temporal.Instant.from(last.slot)
    : now.round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const result = await deliver(deps, subscription, slot, { retries: waiting })
  switch (result.kind) {
    case 'posted':
      // It was paused because Slack refused; now that Slack takes it again, the schedule goes on.
      if (terminalCodes.has(subscription.pausedReason ?? ''))
        await deps.store.subscriptions.resume(team, subscription.id, now)
      return result
    case 'taken':
      throw waiting
        ? new Problem(
            'digest_waiting',
            `The scheduled digest has not been posted yet (${last.reason ?? 'it is being put together'}). It is tried again by itself within a minute or two.`,
          )
        : new Problem(
            'digest_taken',
            'The digest of this minute is being posted already. Look into the channel.',
          )
    case 'unknown':
      throw new Problem(
        'digest_unknown',
        "Slack didn't say whether it took the digest. Look into the channel before you post it again.",
      )
    case 'later':
    case 'failed':
      throw new Problem('digest_failed', failedSentence(result))
  }
}

function secondsSince(instant: string, now: Temporal.Instant): number {
  return now.since(Temporal.Instant.from(instant)).total('seconds')
}

/** Slack's codes get a next step; an API failure has brought its own sentence. */
function failedSentence({ reason }: { readonly reason: string }): string {
  switch (reason) {
    case 'not_in_channel':
    case 'channel_not_found':
      return "I'm not in this channel, so I can't post here. Type `/invite @Sightline`, then try again."
    case 'is_archived':
      return 'This channel is archived, so nobody can post here. Unarchive it, or use another channel.'
    case 'ratelimited':
      return 'Slack asks to slow down. Try again in a minute.'
    default:
      return /^[a-z_]+$/.test(reason)
        ? `Slack refused the digest (${reason}). Ask whoever runs Sightline to look at the log.`
        : reason
  }
}
