import { frameLine } from '../../blocks/digest/digest.ts'
import { reviewCanvas } from '../../blocks/review/canvas.ts'
import { reviewDigest } from '../../blocks/review/review.ts'
import type { ChannelScope } from '../../model/channel.ts'
import { lastComplete } from '../../model/question.ts'
import { readReview } from '../../review/read.ts'
import type { Subscription } from '../../store/index.ts'
import { formatSchedule } from '../schedule/slots.ts'

/** A review: a digest about the team's work and its effects. */

/** Reviews the last complete month or, for other schedules, the last complete week. */
export async function composeReview(
  workspace: Parameters<typeof readReview>[0],
  { name, createdBy, schedule, state }: Pick<Subscription, 'name' | 'createdBy' | 'schedule' | 'state'>,
  slot: Temporal.Instant,
  scope: ChannelScope,
  how: { readonly label?: string; readonly isFirst: boolean },
) {
  const thisYear = slot.toZonedDateTimeISO(scope.timeZone).year
  const last = lastComplete(schedule.kind === 'monthly' ? 'month' : 'week', slot, scope.timeZone)
  const period = { ...last, thisYear }
  const review = await readReview(workspace, scope, period)
  const footer = frameLine({
    isFirst: false,
    setUpBy: createdBy,
    scheduleText: state === 'active' ? formatSchedule(schedule) : null,
  })
  const { created, done, notes, followed } = review
  const question = `review ${last.start}..${last.end}`
  const moved = followed.some(({ story }) => story?.state === 'up' || story?.state === 'down')
  return {
    main: reviewDigest(review, { name, label: how.label ?? null, text: question, footer }),
    question,
    canvas: reviewCanvas(review),
    quiet: !how.isFirst && created.length + done.length + notes.length === 0 && !moved,
  }
}
