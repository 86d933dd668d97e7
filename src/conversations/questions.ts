import { composeLeaseMs, deliverOwed } from '../outbox/deliver.ts'
import type { ArrivedQuestion } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store } from '../store/index.ts'
import { answerKind, isForPeople } from './answer.ts'
import { questionOwed } from './question.ts'

/** Questions of one workspace that a process answers at once. The others wait their turn in the outbox. */
const atOnce = 4
/** Records questions when they arrive, and answers those that this process has claimed. */
export function createQuestions({
  store,
  clock,
  of,
  wakeOutbox,
}: Pick<Workspace, 'clock'> & {
  readonly store: Pick<Store, 'outbox'>
  readonly of: (team: string) => Promise<Workspace | null>
  readonly wakeOutbox: () => void
}) {
  const answering = new Map<string, number>()
  const count = (team: string, change: 1 | -1) => {
    const left = (answering.get(team) ?? 0) + change
    if (left === 0) answering.delete(team)
    else answering.set(team, left)
  }
  return {
    /**
     * @returns answers it; `null`: it was asked before, waits in the outbox, or asks nothing
     * @throws {StoreError} it is not recorded, so its event must not be acknowledged
     */
    async arrived(asked: ArrivedQuestion): Promise<((signal: AbortSignal) => Promise<void>) | null> {
      const { team } = asked
      // Slack may bring an event again after Sightline was removed and its data erased.
      if ((await of(team)) === null) return null
      if (asked.kind === 'mention' && isForPeople(asked.text)) return null
      const now = clock.now()
      const owed = questionOwed(asked, now)
      if ((answering.get(team) ?? 0) >= atOnce) {
        await store.outbox.enqueue([owed], now)
        wakeOutbox()
        return null
      }
      count(team, 1)
      const row = await store.outbox.enqueueClaimed(owed, composeLeaseMs, now).catch((error: unknown) => {
        count(team, -1)
        throw error
      })
      if (row === null) {
        count(team, -1)
        return null
      }
      return async (signal) => {
        try {
          const workspace = await of(team)
          if (workspace !== null) await deliverOwed(workspace, answerKind, row, { signal })
        } finally {
          count(team, -1)
          wakeOutbox()
        }
      }
    },
  }
}
