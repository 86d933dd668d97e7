/** Replays what the demo's team did in the weeks before, so that there is a history to look at. */
import type { Effect } from '../service/data/effects.ts'
import { USERS } from '../slack/index.ts'
import type { Stage } from './model.ts'
import { answerTo, createTaskButton } from './tour.ts'

type Past = Pick<Stage, 'clock' | 'service' | 'slack' | 'channel'>

type Happened = {
  /** How many weeks before the demo begins. */
  readonly weeks: number
  readonly user: string
  /** The index of the recommendation whose task is created, or the text of a note. */
} & ({ readonly task: number } | { readonly note: string })

/** In chronological order. */
const happened: readonly Happened[] = [
  { weeks: 8, user: USERS.member, task: 1 },
  { weeks: 5, user: USERS.owner, note: 'New pricing page is live' },
  { weeks: 2, user: USERS.member2, task: 3 },
]
export const weeksOfHistory = 8

/** Raises what the first task aims at, one week after it. The demo never claims that the task caused it. */
export function historyEffects(now: Temporal.Instant): Effect[] {
  const from = now
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .subtract({ weeks: weeksOfHistory - 1 })
    .toString()
  return ['ChatGPT', 'Perplexity'].map((engine) => ({ engine, from, points: 14 }))
}

/** @param past a stage whose clock is `weeksOfHistory` weeks behind the demo's */
export async function playHistory(past: Past): Promise<void> {
  const { clock } = past
  let ago = weeksOfHistory
  const goTo = (weeks: number) => {
    if (ago > weeks) clock.advance({ weeks: ago - weeks })
    ago = weeks
  }
  for (const step of happened) {
    goTo(step.weeks)
    if ('task' in step) await createTask(past, step)
    else await answerTo(past, step.user, `/sightline note "${step.note}"`)
  }
  goTo(0)
}

async function createTask(
  { slack, service, channel }: Past,
  { user, task }: Happened & { readonly task: number },
): Promise<void> {
  const resultId = service.demo.resultIds[task] ?? ''
  // On a busy machine “Looking it up…” comes before it.
  const asked = (await answerTo({ slack, channel }, user, `/sightline task ${resultId}`)).at(-1)
  const button = asked && createTaskButton(asked)
  if (!asked || !button) throw new Error('the recommendation has no button that creates its task.')
  await slack.click({ user, channel, ts: asked.ts, ...button })
  await slack.until(
    () =>
      slack
        .messages(channel, user)
        .find(({ ts, blocks }) => ts === asked.ts && JSON.stringify(blocks).includes('Task created')),
    'the created task',
  )
}
