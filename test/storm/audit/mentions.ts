/** Each mention answered once. */
import { numberOf } from '../marks.ts'
import type { Deed } from '../people.ts'
import { booksOf, type Evidence, inTrouble, type Part } from './evidence.ts'

export const mentions: Part = (evidence, figures, broken) => {
  const asked = evidence.slack.deeds.filter(({ kind }) => kind === 'mention')
  let unanswered = 0
  for (const deed of asked) {
    const answers = answersTo(evidence, deed)
    if (answers.length > 1)
      broken.push(
        `${deed.team}: the mention ${deed.text} has ${answers.length} answers: ${answers.join(' | ')}`,
      )
    if (answers.length > 0) continue
    unanswered += 1
    if (!inTrouble(evidence, deed.at, deed.at + 30_000) && evidence.active.includes(numberOf(deed.team)))
      broken.push(`${deed.team}: the mention ${deed.text} has no answer, with nothing killed`)
  }
  figures.push(`${asked.length} mentions, ${asked.length - unanswered} answered`)
}

function answersTo(evidence: Evidence, { team, text: asked }: Deed): readonly string[] {
  return (
    booksOf(evidence, team)
      .messages.filter(
        ({ thread_ts, ts, user }) => thread_ts === asked && ts !== asked && user === 'U0SIGHTLINE',
      )
      // One that stays where the answer could not take its place is no second answer.
      .filter(({ text }) => !text.startsWith('Looking it up'))
      .map(({ ts, text, ephemeralFor }) => `${ts}${ephemeralFor ? ' (alone)' : ''} ${text.slice(0, 100)}`)
  )
}
