/** A real store, a scripted Slack and service, and a clock that moves when something sleeps. */
import { afterAll } from 'vitest'
import type { Brief, PostOutcome, Task } from '../../src/api/index.ts'
import { actionsAnswer } from '../../src/blocks/tasks/recommendations.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Message } from '../../src/model/message.ts'
import type { MessageAddress, PostError, Poster } from '../../src/slack/port.ts'
import type { Store } from '../../src/store/index.ts'
import { ok, recommendation } from '../blocks/fixtures.ts'
import { brief as anyBrief } from '../insights/service.ts'
import { sqliteDatabase } from '../store/engines.ts'

export const monday = Temporal.Instant.from('2026-11-16T08:00:00Z')

export interface TestClock extends Clock {
  advance(duration: Temporal.DurationLike): void
}

export function testClock(): TestClock {
  let now = monday
  const advance = (duration: Temporal.DurationLike) => {
    now = now.add(duration)
  }
  return { now: () => now, sleep: async (milliseconds) => advance({ milliseconds }), advance }
}

/** Records what each message shows. `refuse` sets how the next updates of a message fail. */
export function testPoster() {
  const shown = new Map<string, Message>()
  const failures: { readonly ts: string; readonly error: PostError; left: number }[] = []
  const poster: Pick<Poster, 'update'> = {
    update: async ({ ts }: MessageAddress, message) => {
      const failure = failures.find((one) => one.ts === ts && one.left > 0)
      if (failure !== undefined) {
        failure.left -= 1
        throw failure.error
      }
      shown.set(ts, message)
    },
  }
  return {
    poster: poster as Poster,
    says: (ts: string) => JSON.stringify(shown.get(ts)?.blocks ?? ''),
    updated: () => [...shown.keys()],
    fail: (ts: string, error: PostError, times: number) => failures.push({ ts, error, left: times }),
  }
}

export const task: Task = {
  id: 'K1',
  name: 'Write a page',
  description: 'About widgets',
  recommended_action_result_id: null,
  brief_template_id: null,
  brief_body: null,
  sort_order: 1,
  created_at: null,
}

export const brief = (id: string, taskId: string | null, created_at: string | null): Brief =>
  anyBrief({ id, task_id: taskId, title: `Brief ${id}`, created_at, updated_at: null })

/** A service that answers requests for tasks with these, in order, and counts them. */
export function testService(...answers: readonly (() => Promise<PostOutcome<Task>>)[]) {
  let posts = 0
  return {
    posts: () => posts,
    api: {
      createTask: () => {
        const answer = answers[posts]
        posts += 1
        if (answer === undefined) throw new Error('nobody expected another request')
        return answer()
      },
    },
  }
}

let teams = 0
export const newTeam = () => `T${++teams}`

const { organizationId, workspaceId, resultId } = recommendation(0)
export const refOf = (team: string) => ({ team, organizationId, workspaceId, resultId })

/** Posts a message that shows the recommendation, as a digest would. */
export async function post(store: Store, team: string, ts: string): Promise<void> {
  const { text, blocks } = actionsAnswer([ok(recommendation(0))], { shareable: false, command: 'actions' })
  await store.messages.remember({ team, channel: 'C1', ts, text, blocks }, [refOf(team)], monday)
}

/** @param whenOver closes it; by default after the file's tests */
export async function testStore(whenOver: (close: () => Promise<void>) => void = afterAll): Promise<Store> {
  const { replicas, close } = await sqliteDatabase()
  whenOver(close)
  return replicas[0]
}

/** A database that becomes unreachable once this is recorded. */
export function storeDownAfter(store: Store, recorded: 'created' | 'confirmed'): Store {
  const record = store.tasks[recorded] as (...given: unknown[]) => Promise<boolean>
  const last = async (...given: unknown[]) => {
    const isRecorded = await record(...given)
    await store.close()
    return isRecorded
  }
  return { ...store, tasks: { ...store.tasks, [recorded]: last } }
}
