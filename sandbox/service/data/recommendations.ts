/** Recommended-action results with tasks and briefs (specification, part 2.7). Created tasks last until the stop. */
import { DEMO_WORKSPACE } from './catalog.ts'
import { at, uuidFrom } from './random.ts'
import { nextTask, RECOMMENDATIONS, type TaskText } from './recommendation-text.ts'

/** A task's brief appears this many seconds after the task is created. */
const BRIEF_DELAY_SECONDS = 60

const resultId = (n: number) => `5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e0${n}`

/** Each of these has at least one brief. */
export const RESULT_IDS: readonly string[] = RECOMMENDATIONS.map((_, i) => resultId(i + 1))
/** A recommendation with neither tasks nor briefs. */
export const EMPTY_RESULT_ID = resultId(9)

const timestamp = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'millisecond' })

function recommend(
  id: string,
  resultId: string,
  text: TaskText,
  sortOrder: number,
  createdAt: Temporal.Instant,
) {
  const briefAt = createdAt.add({ seconds: BRIEF_DELAY_SECONDS })
  const written = timestamp(briefAt)
  return {
    resultId,
    /** The brief exists from this time on. */
    briefAt,
    task: {
      id,
      name: text.name,
      description: text.description,
      recommended_action_result_id: resultId,
      // Users set this; no user has yet.
      brief_template_id: '',
      brief_body: '',
      sort_order: sortOrder,
      created_at: timestamp(createdAt),
    },
    brief: text.brief
      ? {
          id: uuidFrom(0, 'brief', id),
          task_id: id,
          title: text.name,
          body: text.brief,
          created_at: written,
          updated_at: written,
        }
      : null,
  }
}

function demoTasks(startedAt: Temporal.Instant) {
  return RECOMMENDATIONS.flatMap((texts, r) =>
    texts.map((text, i) => {
      const result = at(RESULT_IDS, r)
      const createdAt = startedAt.subtract({ hours: 24 * (2 + 3 * r) - 5 * i })
      return recommend(uuidFrom(0, 'task', result, i), result, text, text.sortOrder, createdAt)
    }),
  )
}

export function createRecommendationStore(seed: number, startedAt: Temporal.Instant) {
  const all = demoTasks(startedAt)
  const hasResult = (workspaceId: string, id: string) =>
    workspaceId === DEMO_WORKSPACE.id && (RESULT_IDS.includes(id) || id === EMPTY_RESULT_ID)

  return {
    /** Creates a new task on every call. `undefined` if the workspace has no such result. */
    createTask: (workspaceId: string, result: string, now: Temporal.Instant) => {
      if (!hasResult(workspaceId, result)) return undefined
      const siblings = all.filter((item) => item.resultId === result)
      const sortOrder = 1 + Math.max(0, ...siblings.map(({ task }) => task.sort_order))
      const place = RESULT_IDS.indexOf(result)
      const text = nextTask(place, siblings.length - (RECOMMENDATIONS[place]?.length ?? 0))
      const id = uuidFrom(seed, 'task', result, siblings.length, timestamp(now))
      const created = recommend(id, result, text, sortOrder, now)
      all.push(created)
      return created.task
    },
    /** The briefs that exist at `now`, by their tasks' `sort_order`. `undefined` if there is no such result. */
    briefs: (workspaceId: string, result: string, now: Temporal.Instant) => {
      if (!hasResult(workspaceId, result)) return undefined
      return all
        .filter((item) => item.resultId === result && Temporal.Instant.compare(item.briefAt, now) <= 0)
        .toSorted((a, b) => a.task.sort_order - b.task.sort_order)
        .flatMap(({ brief }) => brief ?? [])
    },
  }
}
