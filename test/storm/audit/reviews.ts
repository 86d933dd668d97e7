/** Each review reports its own workspace's week. `digests.ts` checks that it is posted once. */
import { digestsOf } from '../digests.ts'
import { teamOf } from '../marks.ts'
import { booksOf, deliveryIn, type Evidence, type Part, rowsOf } from './evidence.ts'

export const reviews: Part = (evidence, figures, broken) => {
  let [posted, canvases] = [0, 0]
  for (const number of evidence.active) {
    const team = teamOf(number)
    const review = digestsOf(number).find(({ review: isReview }) => isReview)
    if (review === undefined) continue
    const books = booksOf(evidence, team)
    const reported = rowsOf(evidence, 'outbox')
      .filter((row) => row.team_id === team && row.subject === review.id && row.kind === 'digest')
      .toSorted((a, b) => (String(a.since) < String(b.since) ? -1 : 1))
    let newest: number | null = null
    for (const { id, since: slot } of reported)
      for (const { text } of books.messages.filter((one) => deliveryIn(one) === id)) {
        posted += 1
        const wanted = createdBefore(evidence, team, review.channel, String(slot))
        newest = wanted
        const created = createdIn(text)
        if (created !== wanted)
          broken.push(
            `${team}: the review of ${String(slot)} reports ${created} tasks, and there were ${wanted}`,
          )
      }
    const canvasesOfReview = books.canvases.filter(
      ({ channel, title }) => channel === review.channel && title === 'Brand review',
    )
    canvases += canvasesOfReview.length
    if (canvasesOfReview.length > 1)
      broken.push(`${team}: its reviews are in ${canvasesOfReview.length} canvases`)
    for (const { markdown } of canvasesOfReview)
      if (newest !== null && createdIn(markdown) !== newest)
        broken.push(`${team}: its canvas reports ${createdIn(markdown)} tasks, and its review ${newest}`)
  }
  figures.push(`${posted} reviews, ${canvases} canvases with the newest one`)
}

/** How many tasks it says were created; `null` if it doesn't say. */
function createdIn(text: string): number | null {
  if (text.includes('No task was created')) return 0
  const count = /(\d+) tasks? created, /.exec(text)?.[1]
  return count === undefined ? null : Number(count)
}

const dayMs = 86_400_000

/** The channel's tasks created in the week (from Monday) before the week of the slot. */
function createdBefore(evidence: Evidence, team: string, channel: string, slot: string): number {
  const day = Math.floor(Date.parse(slot) / dayMs)
  // 1 January 1970 was a Thursday.
  const monday = day - ((day + 3) % 7)
  return rowsOf(evidence, 'tasks').filter((row) => {
    const made = Math.floor(Date.parse(String(row.finished_at ?? row.started_at)) / dayMs)
    const isOfWeek = made >= monday - 7 && made < monday
    return row.team_id === team && row.channel_id === channel && row.state === 'created' && isOfWeek
  }).length
}
