import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Poster } from '../slack/port.ts'
import type { Store } from '../store/index.ts'
import { syncTaskMessages } from './message-sync.ts'

/** A request to the service has ended by then, so whoever still claims to be waiting has died. */
const claimSeconds = 120

/** Whoever ended an attempt has brought its messages up to date by then, or has died, or got no answer from Slack. */
const showSeconds = 120

/** The next pass takes the rest. */
const tasksAtOnce = 50

interface UpkeepDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** How a workspace's messages are rewritten; `null`: Sightline is no longer in it. */
  readonly of: (team: string) => Promise<{ readonly poster: Poster } | null>
}

/**
 * What a process that died has left behind; called now and then, and each is settled by one caller:
 * - A task that was being created: its outcome is unknown, and nobody repeats it.
 * - A task whose messages don't say yet what became of it: they are written.
 */
export async function recoverStaleTasks(deps: UpkeepDeps): Promise<void> {
  const { store, clock, log } = deps
  const now = clock.now()
  const olderThan = (seconds: number) => now.subtract({ seconds })
  const rewrite = async (task: Parameters<typeof syncTaskMessages>[1]) => {
    const own = await deps.of(task.team)
    if (own !== null)
      await syncTaskMessages({ store, clock, log, poster: own.poster }, task, undefined, passTries)
  }
  for (const lost of await store.tasks.expireCreating(olderThan(claimSeconds), now, tasksAtOnce)) {
    const { team, channel, reference } = lost
    log.warn('a task was being created when its process ended; its outcome is unknown', {
      team,
      channel,
      ...(reference === null ? {} : { reference }),
    })
    await rewrite(lost)
  }
  for (const behind of await store.tasks.takeUnshown(olderThan(showSeconds), now, tasksAtOnce))
    await rewrite(behind)
}

/** The next pass comes in a minute, and the digests wait for this one. */
const passTries = 1
