import type { Claim } from '../../store/index.ts'
import type { DigestWorkspaces } from '../workspace.ts'

/** So many of a workspace's digests follow one another before it is the next one's turn: they share their answers. */
const turn = 100
/** So often, in milliseconds, it is looked whether others wait by now. */
const lookEveryMs = 1_000

interface Claims {
  /** `null`: nothing waits, or the run is to end. */
  next(): Promise<Claim | null>
  /** It is out of hand. */
  done(claim: Claim): void
}

interface Team {
  readonly id: string
  inHand: number
  /** Since its turn began. */
  taken: number
}

/**
 * Claims deliveries one after the other. Workspaces take turns, and while others wait, none has more than a quarter of
 * the places: beyond that Slack's pace for it is what it waits for, and a workspace with thousands of digests would hold
 * all others up. None ever has more in hand than there are places, however many of them were given to others since.
 *
 * @param run.atOnce places that there are
 */
export function fairClaims(
  { store, clock }: Pick<DigestWorkspaces, 'store' | 'clock'>,
  run: { readonly leaseMs: number; readonly atOnce: number; readonly signal: AbortSignal },
): Claims {
  const share = Math.ceil(run.atOnce / 4)
  /** All of which something is known, and those that may have more, in the order of their turns. */
  const known = new Map<string, Team>()
  const waiting = new Set<Team>()
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = async () => {
    const now = clock.now()
    lookedAt = now.epochMilliseconds
    for (const id of await store.deliveries.teamsWaiting(now)) {
      const team = known.get(id) ?? { id, inHand: 0, taken: 0 }
      known.set(id, team)
      waiting.add(team)
    }
  }
  const take = async (team: Team): Promise<Claim | null> => {
    const claim = await store.deliveries.next({ leaseMs: run.leaseMs, now: clock.now(), team: team.id })
    team.taken = claim === null || team.taken + 1 === turn ? 0 : team.taken + 1
    // After its turn it is the last one; one that has no more is asked again with the next look.
    if (team.taken === 0) waiting.delete(team)
    if (claim === null) return null
    waiting.add(team)
    team.inHand += 1
    return claim
  }
  const choose = (): Team | undefined => {
    const first = waiting.values().find(({ inHand }) => inHand < share)
    if (first !== undefined) return first
    // Where nobody else waits, a place that stays empty helps nobody.
    return [...waiting].filter(({ inHand }) => inHand < run.atOnce).sort((a, b) => a.inHand - b.inHand)[0]
  }
  const claim = async () => {
    let hasLooked = false
    while (!run.signal.aborted) {
      const isTime = clock.now().epochMilliseconds - lookedAt >= lookEveryMs
      const team = isTime && !hasLooked ? undefined : choose()
      if (team === undefined) {
        if (hasLooked) return null
        await look()
        hasLooked = true
        continue
      }
      const claimed = await take(team)
      if (claimed !== null) return claimed
    }
    return null
  }

  let claiming: Promise<unknown> = Promise.resolve()
  return {
    // One after the other: each has to know what the one before has in hand.
    next: () => {
      const claimed = claiming.then(claim)
      claiming = claimed.catch(() => {})
      return claimed
    },
    done: ({ team }) => {
      const one = known.get(team)
      if (one === undefined) return
      one.inHand -= 1
      if (one.inHand === 0 && !waiting.has(one)) known.delete(team)
    },
  }
}
