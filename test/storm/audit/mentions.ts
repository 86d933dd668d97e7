/** Each mention answered once; what is not is explained by what became of that very delivery. */
import { numberOf } from '../marks.ts'
import type { Deed } from '../people.ts'
import { booksOf, type Evidence, type Part, wasKilled } from './evidence.ts'

const outage = 'can’t reach its own data'

export const mentions: Part = (evidence, figures, broken) => {
  const asked = evidence.slack.deeds.filter(({ kind }) => kind === 'mention')
  const of = { answered: 0, again: 0, killed: 0, lost: 0, removed: 0 }
  for (const deed of asked) {
    const line = `${deed.team}: the mention ${deed.channel} ${deed.text}`
    const answers = answersTo(evidence, deed)
    const taken = evidence.carried.filter(
      ({ team, name, about, status }) =>
        team === deed.team &&
        name === 'app_mention' &&
        about === `${deed.channel} ${deed.text}` &&
        status === 200,
    )
    if (answers.length > 0) {
      of.answered += 1
      if (answers.length === 1) continue
      // Slack brought it again after the database had been away: the answer follows the word about that.
      const isOutage = answers.length === 2 && taken.length > 1 && answers[0]?.includes(outage)
      if (isOutage) of.again += 1
      else broken.push(`${line} has ${answers.length} answers: ${answers.join(' | ')}`)
      continue
    }
    if (!evidence.active.includes(numberOf(deed.team))) of.removed += 1
    else if (taken.length === 0) of.lost += 1
    else if (taken.some((one) => wasKilled(evidence, one))) of.killed += 1
    else broken.push(`${line} has no answer, and the process that took it lives`)
  }
  figures.push(
    `${asked.length} mentions: ${of.answered} answered (${of.again} brought again after an outage had been told), ${of.killed} taken by a process that was killed before it answered, ${of.lost} that Slack could not bring, ${of.removed} in workspaces that removed the app`,
  )
}

function answersTo(evidence: Evidence, { team, channel, text: asked }: Deed): readonly string[] {
  return (
    booksOf(evidence, team)
      .messages.filter(
        (message) =>
          message.channel === channel &&
          message.thread_ts === asked &&
          message.ts !== asked &&
          message.user === 'U0SIGHTLINE',
      )
      // One that stays where the answer could not take its place is no second answer.
      .filter(({ text }) => !text.startsWith('Looking it up'))
      .map(({ ts, text, ephemeralFor }) => `${ts}${ephemeralFor ? ' (alone)' : ''} ${text.slice(0, 100)}`)
  )
}
