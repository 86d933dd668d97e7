import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Poster } from '../slack/port.ts'
import type { Store } from '../store/index.ts'
import { syncTaskMessages } from './message-sync.ts'

/** Requests end sooner, so a claim this old belongs to a process that was killed or suspended. */
const claimSeconds = 120

/** After this time an attempt's messages are updated, unless its process was killed or Slack didn't answer. */
const showSeconds = 120

/** Tasks per pass; the next pass takes the rest. */
const tasksAtOnce = 50

interface TaskWorkspaces {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Access to a workspace's messages; `null`: Sightline was removed from the workspace. */
  readonly of: (team: string) => Promise<{ readonly poster: Poster } | null>
}

/**
 * Finishes what a killed process left behind. Each task is handled by one caller:
 * - A task being created gets the outcome "unknown". Its request is not repeated.
 * - Messages that don't show a task's outcome yet are updated.
 */
export async function recoverStaleTasks(workspaces: TaskWorkspaces): Promise<void> {
  const { store, clock, log } = workspaces
  const now = clock.now()
  const olderThan = (seconds: number) => now.subtract({ seconds })
  const rewrite = async (task: Parameters<typeof syncTaskMessages>[1]) => {
    const workspace = await workspaces.of(task.team)
    // A single attempt, because the next pass follows in a minute.
    if (workspace !== null)
      await syncTaskMessages({ store, clock, log, poster: workspace.poster }, task, undefined, 0)
  }
  for (const stale of await store.tasks.expireCreating(olderThan(claimSeconds), now, tasksAtOnce)) {
    const { team, channel, reference } = stale
    log.warn('a task was being created when its process ended; its outcome is unknown', {
      team,
      channel,
      ...(reference === null ? {} : { reference }),
    })
    await rewrite(stale)
  }
  for (const ref of await store.tasks.takeOutdated(olderThan(showSeconds), now, tasksAtOnce))
    await rewrite(ref)
}
