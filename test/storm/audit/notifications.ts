/** Alerts, and messages to people who watch an evaluation: each is sent once, in time. */
import {
  alertsOf,
  checksForAlerts,
  clockStepMs,
  dayOf,
  evaluationName,
  evaluationOf,
  isNegative,
  numberOf,
  teamOf,
} from '../marks.ts'
import { booksOf, deliveryIn, duplicateNote, type Part, rowsOf } from './evidence.ts'

/** Once a day a competitor overtakes the own brand and falls back. */
export const alerts: Part = (evidence, figures, broken) => {
  let posted = 0
  const watching = evidence.active.filter(checksForAlerts)
  for (const number of watching) {
    const [team, id] = [teamOf(number), alertsOf(number)]
    const of = rowsOf(evidence, 'outbox').filter(
      (row) => row.team_id === team && row.subject === id && row.kind === 'alert',
    )
    const byDay = Map.groupBy(of, ({ since }) => dayOf(Date.parse(String(since))))
    for (let day = 0; day < evidence.days; day += 1) {
      const rows = byDay.get(day) ?? []
      const line = `${team}: the alert of day ${day + 1}`
      if (rows.length !== 1) broken.push(`${line} was sent ${rows.length} times`)
      for (const { id: delivery, state, since: slot } of rows) {
        const at = Date.parse(String(slot))
        // The clock may have stepped back after that.
        if (!isNegative(at) && !isNegative(at + clockStepMs)) broken.push(`${line} was sent at ${slot}`)
        posted += booksOf(evidence, team).messages.filter((one) => deliveryIn(one) === delivery).length
        if (!['sent', 'unknown'].includes(String(state))) broken.push(`${line}: ${state}`)
      }
    }
  }
  figures.push(`${posted} alerts in ${watching.length} channels`)
}

/** Everyone who asked for it gets a message when the website evaluation is done. */
export const watches: Part = (evidence, figures, broken) => {
  const rows = rowsOf(evidence, 'evaluation_watches').filter(({ team_id: team }) =>
    evidence.active.includes(numberOf(String(team))),
  )
  const days = Array.from({ length: evidence.days }, (_, day) => day)
  let [first, again, unsure] = [0, 0, 0]
  for (const { team_id, user_id: user, evaluation_id: evaluation, ended_at, outcome } of rows) {
    const team = String(team_id)
    const { messages, directs } = booksOf(evidence, team)
    const day = days.find((one) => evaluationOf(one) === evaluation) ?? -1
    const line = `${team} ${user}: ${evaluationName(day)}`
    const there = messages.filter(
      ({ channel, text }) => directs[channel] === user && text.includes(`“${evaluationName(day)}”`),
    )
    const sure = there.filter(({ text }) => !text.startsWith(duplicateNote))
    first += sure.length
    again += there.length - sure.length
    if (sure.length > 1) broken.push(`${line}: sent ${sure.length} times`)
    if (ended_at === null) broken.push(`${line}: still watched`)
    else if (there.length === 0 && /not certain/.test(String(outcome))) unsure += 1
    else if (there.length === 0) broken.push(`${line}: ${outcome}, and no message`)
  }
  const asked = evidence.slack.deeds.filter(
    ({ changed, team }) => changed?.what === 'watch' && evidence.active.includes(numberOf(team)),
  )
  for (const { team, user, changed } of asked)
    if (
      changed?.saved === 'yes' &&
      !rows.some((row) => row.team_id === team && row.user_id === user && row.evaluation_id === changed.of)
    )
      broken.push(`${team} ${user}: was promised a message about ${changed.to}, and there is no record`)
  figures.push(
    `${rows.length} website evaluations watched: ${first} told, ${again} told again with the words that it may be the second, ${unsure} not certain`,
  )
}
