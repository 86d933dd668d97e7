import { YieldQueue } from '../lib/async.ts'
import type { Clock } from '../lib/clock.ts'
import { withReference } from '../lib/telemetry.ts'
import type { OutboxRow } from '../store/index.ts'
import { composeLeaseMs, deliverOwed } from './deliver.ts'
import type { MessageKinds, OutboxWorkspaces } from './kind.ts'

/** Messages composed and sent concurrently: Slack allows about eight a second. */
export const messagesAtOnce = 16
/** A workspace with thousands of messages, which Slack's rate limit slows down, must not delay the others. */
const share = messagesAtOnce / 4
/** A message that takes longer gives up its place. */
const slowMs = 2_000
/** How long a message of a kind that only other releases know waits for one of their processes. */
const unknownKindMs = 60_000
/** Workspaces are looked up anew, with the service's answers, when nothing was due for this long. */
const sharedMs = 60_000

export interface OutboxOptions {
  readonly kinds: MessageKinds
  /** Workspaces for one run, and for those that follow within a minute: they may share the answers of the service. */
  readonly forRun: () => OutboxWorkspaces['of']
  /** Leaves the rest, including a message being composed, to the next process. */
  readonly signal: AbortSignal
  readonly wallClock: Pick<Clock, 'sleep'>
}

/**
 * Workspaces take turns: each claim takes one message of each, whose thread follows in the same place. A workspace holds at
 * most its share of the messages in progress while others wait, and all places if none does.
 */
export function createOutbox(
  workspaces: Pick<OutboxWorkspaces, 'store' | 'clock' | 'log' | 'meter'>,
  { kinds, forRun, signal, wallClock }: OutboxOptions,
) {
  const { store, clock, log } = workspaces
  const yieldQueue = new YieldQueue()
  let more = () => {}
  let shared: OutboxWorkspaces['of'] | null = null
  let lastDue = clock.now()

  /** @returns the next message of its thread, claimed */
  const deliver = async (row: OutboxRow, of: OutboxWorkspaces['of']): Promise<OutboxRow | undefined> => {
    const { team, channel, id } = row
    const fields = { team, channel, action: row.kind, delivery: id, slot: row.since }
    if (row.state === 'unknown' && row.reason === 'stopped_while_posting') {
      kinds.get(row.kind)?.ended?.(workspaces, { ...row, state: 'sending' }, 'unknown', row.reason)
      log.warn('a message was being posted when its process ended; its outcome is unknown', fields)
    }
    try {
      const kind = kinds.get(row.kind)
      const workspace = await of(team, row.since)
      if (kind !== undefined && workspace !== null)
        return (await deliverOwed(workspace, kind, row, { signal, claimsReply: true })).reply
      const isLate =
        row.lateAt !== null && Temporal.Instant.compare(Temporal.Instant.from(row.lateAt), clock.now()) < 0
      // A newer release owed it, and one of its processes may take it up.
      if (workspace !== null && !isLate) {
        const dueAt = clock.now().add({ milliseconds: unknownKindMs })
        const reason = row.reason ?? 'stopped'
        const state = row.state === 'unknown' ? 'unknown' : 'later'
        await store.outbox.settle(row, { state, dueAt, reason }, clock.now())
        return undefined
      }
      const reason = workspace === null ? 'uninstalled' : 'no_longer_so'
      const { result } = await store.outbox.settle(row, { state: 'skipped', reason }, clock.now())
      if (result !== 'settled') return undefined
      kind?.ended?.(workspaces, row, 'skipped', reason)
      log.warn('a message was skipped', { ...fields, code: reason })
    } catch (error) {
      // Another claim takes it up when this one's lease is over.
      log.error('a message could not be delivered', { ...fields, error })
    }
    return undefined
  }

  /**
   * Delivers until nothing is due. A message that can't be delivered is logged and doesn't stop the others.
   * @returns whether anything was due
   */
  const run = async (): Promise<boolean> => {
    const of = shared ?? forRun()
    const working = new Set<Promise<void>>()
    const inProgress = new Map<string, number>()
    let places = messagesAtOnce
    let after = ''
    let woken = Promise.withResolvers<void>()
    const wake = () => {
      const { resolve } = woken
      woken = Promise.withResolvers()
      resolve()
    }
    more = wake
    const start = (row: OutboxRow) => {
      const { team } = row
      inProgress.set(team, (inProgress.get(team) ?? 0) + 1)
      places -= 1
      let hasPlace = true
      const leave = () => {
        if (!hasPlace) return
        hasPlace = false
        places += 1
        wake()
      }
      const done = new AbortController()
      wallClock.sleep(slowMs, done.signal).then(leave, () => {})
      const worker = (async () => {
        for (let next: OutboxRow | undefined = row; next !== undefined; ) {
          const one: OutboxRow = next
          // Composing takes milliseconds; an acknowledgement waits for one message at most.
          await yieldQueue.pass()
          next = await withReference(() => deliver(one, of))
        }
      })().finally(() => {
        done.abort()
        leave()
        const left = (inProgress.get(team) ?? 1) - 1
        if (left === 0) inProgress.delete(team)
        else inProgress.set(team, left)
        working.delete(worker)
        wake()
      })
      working.add(worker)
    }
    const claim = async (most: number): Promise<readonly OutboxRow[]> => {
      const busy = [...inProgress].filter(([, count]) => count >= most).map(([team]) => team)
      const request = { now: clock.now(), leaseMs: composeLeaseMs, busy, limit: places }
      const rows = await store.outbox.claim({ ...request, after })
      if (rows.length > 0 || after === '') return rows
      return store.outbox.claim({ ...request, after: '' })
    }
    let any = false
    let failure: { readonly reason: unknown } | null = null
    try {
      for (;;) {
        const changed = woken.promise
        let rows: readonly OutboxRow[] = []
        if (places > 0 && !signal.aborted && failure === null)
          try {
            rows = await claim(share)
            // Every waiting workspace has its share.
            if (rows.length === 0 && !signal.aborted) rows = await claim(messagesAtOnce)
          } catch (reason) {
            // The messages in progress still end.
            failure = { reason }
          }
        any ||= rows.length > 0
        after =
          rows
            .map(({ team }) => team)
            .sort()
            .at(-1) ?? ''
        for (const row of rows) start(row)
        if (rows.length > 0 && places > 0) continue
        if (working.size === 0) break
        await changed
      }
    } finally {
      more = () => {}
    }
    if (failure !== null) throw failure.reason
    // Messages that wait for their turn share the service's answers from run to run.
    if (any) lastDue = clock.now()
    shared = clock.now().since(lastDue).total('milliseconds') < sharedMs ? of : null
    return any
  }
  return {
    run,
    /** More may be due: fills the empty places of the current run. */
    more: () => more(),
  }
}
