import type { Claim } from '../../store/index.ts'
import type { DigestWorkspaces } from '../workspace.ts'

/** Digests claimed in a row for one workspace, because they share cached answers. */
const turnLength = 100
/** How often to check which workspaces have waiting deliveries. */
const checkEveryMs = 1_000

interface Claims {
  /** `null` if nothing is waiting or the run was aborted. */
  next(): Promise<Claim | null>
  /** Frees the claim's place. */
  done(claim: Claim): void
}

interface Team {
  readonly id: string
  inProgress: number
  /** Deliveries claimed since its turn began. */
  takenThisTurn: number
  /** Whether one of its deliveries is done, so that the service's answers are cached for the others. */
  isWarm: boolean
}

/**
 * Claims deliveries one at a time. Workspaces take turns, and each has a share of the places. A share is at most a
 * quarter, so that a workspace with thousands of digests, which Slack's rate limit slows down, doesn't delay the others.
 * It is one place until the workspace's first delivery is done, since its others would wait for the same answers. Once
 * every waiting workspace has its share, remaining places go to the workspace with the fewest. No workspace ever holds
 * more than `run.atOnce` claims.
 *
 * @param run.atOnce places for deliveries
 */
export function fairClaims(
  { store, clock }: Pick<DigestWorkspaces, 'store' | 'clock'>,
  run: { readonly leaseMs: number; readonly atOnce: number; readonly signal: AbortSignal },
): Claims {
  const maxPerTeam = Math.ceil(run.atOnce / 4)
  /** Workspaces with claims in progress or waiting deliveries. */
  const teams = new Map<string, Team>()
  const waiting = new Set<Team>()
  let checkedAt = Number.NEGATIVE_INFINITY

  const check = async () => {
    const now = clock.now()
    checkedAt = now.epochMilliseconds
    for (const id of await store.deliveries.teamsWithPending(now)) {
      const team = teams.get(id) ?? { id, inProgress: 0, takenThisTurn: 0, isWarm: false }
      teams.set(id, team)
      waiting.add(team)
    }
  }
  const take = async (team: Team): Promise<Claim | null> => {
    const claim = await store.deliveries.next({ leaseMs: run.leaseMs, now: clock.now(), team: team.id })
    team.takenThisTurn = claim === null || team.takenThisTurn + 1 === turnLength ? 0 : team.takenThisTurn + 1
    // After its turn, a workspace goes to the back of the queue. Once empty, it returns with the next check.
    if (team.takenThisTurn === 0) waiting.delete(team)
    if (claim === null) return null
    waiting.add(team)
    team.inProgress += 1
    return claim
  }
  const choose = (): Team | undefined => {
    const first = waiting.values().find(({ inProgress, isWarm }) => inProgress < (isWarm ? maxPerTeam : 1))
    if (first !== undefined) return first
    // Every waiting workspace has its share: fill the remaining places.
    return [...waiting]
      .filter(({ inProgress }) => inProgress < run.atOnce)
      .sort((a, b) => a.inProgress - b.inProgress)[0]
  }
  const claim = async () => {
    let hasChecked = false
    while (!run.signal.aborted) {
      const isCheckDue = clock.now().epochMilliseconds - checkedAt >= checkEveryMs
      const team = isCheckDue && !hasChecked ? undefined : choose()
      if (team === undefined) {
        if (hasChecked) return null
        await check()
        hasChecked = true
        continue
      }
      const claimed = await take(team)
      if (claimed !== null) return claimed
    }
    return null
  }

  let claiming: Promise<unknown> = Promise.resolve()
  return {
    // Sequential: each claim depends on the counts after the previous one.
    next: () => {
      const claimed = claiming.then(claim)
      claiming = claimed.catch(() => {})
      return claimed
    },
    done: ({ team }) => {
      const entry = teams.get(team)
      if (entry === undefined) return
      entry.inProgress -= 1
      entry.isWarm = true
      if (entry.inProgress === 0 && !waiting.has(entry)) teams.delete(team)
    },
  }
}
