/** Alerts, and what people asked to be told: once, in time. */
import {
  alertsOf,
  clockStepMs,
  dayOf,
  evaluationName,
  evaluationOf,
  isRivalAhead,
  looksForAlerts,
  numberOf,
  teamOf,
} from '../marks.ts'
import { booksOf, deliveryIn, type Part, rowsOf, saysSo } from './evidence.ts'

/** Each day a rival overtakes once, and falls back. */
export const alerts: Part = (evidence, figures, broken) => {
  let posted = 0
  const watching = evidence.active.filter(looksForAlerts)
  for (const number of watching) {
    const [team, id] = [teamOf(number), alertsOf(number)]
    const of = rowsOf(evidence, 'deliveries').filter(
      (row) => row.team_id === team && row.subscription_id === id && row.alert !== null,
    )
    const byDay = Map.groupBy(of, ({ slot }) => dayOf(Date.parse(String(slot))))
    for (let day = 0; day < evidence.days; day += 1) {
      const told = byDay.get(day) ?? []
      const line = `${team}: the alert of day ${day + 1}`
      if (told.length !== 1) broken.push(`${line} was told ${told.length} times`)
      for (const { id: delivery, state, slot } of told) {
        const at = Date.parse(String(slot))
        // The clock may have stepped back since.
        if (!isRivalAhead(at) && !isRivalAhead(at + clockStepMs)) broken.push(`${line} was told at ${slot}`)
        const there = booksOf(evidence, team).messages.filter((one) => deliveryIn(one) === delivery)
        posted += there.length
        if (state === 'posted' && there.length !== 1) broken.push(`${line} is there ${there.length} times`)
        if (!['posted', 'unknown'].includes(String(state))) broken.push(`${line}: ${state}`)
      }
    }
  }
  figures.push(`${posted} alerts in ${watching.length} channels`)
}

/** Whoever asked for it is told when the website evaluation is done. */
export const watches: Part = (evidence, figures, broken) => {
  const rows = rowsOf(evidence, 'evaluation_watches').filter(({ team_id: team }) =>
    evidence.active.includes(numberOf(String(team))),
  )
  const days = Array.from({ length: evidence.days }, (_, day) => day)
  let [told, again, unsure] = [0, 0, 0]
  for (const { team_id, user_id: user, evaluation_id: evaluation, done_at, outcome } of rows) {
    const team = String(team_id)
    const { messages, directs } = booksOf(evidence, team)
    const day = days.find((one) => evaluationOf(one) === evaluation) ?? -1
    const line = `${team} ${user}: ${evaluationName(day)}`
    const there = messages.filter(
      ({ channel, text }) => directs[channel] === user && text.includes(`“${evaluationName(day)}”`),
    )
    const first = there.filter(({ text }) => !text.startsWith(saysSo))
    told += first.length
    again += there.length - first.length
    if (first.length > 1) broken.push(`${line}: told ${first.length} times`)
    if (done_at === null) broken.push(`${line}: still watched`)
    else if (there.length === 0 && /not certain/.test(String(outcome))) unsure += 1
    else if (there.length === 0) broken.push(`${line}: ${outcome}, and not told`)
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
    `${rows.length} website evaluations watched: ${told} told, ${again} told again with the words that it may be the second, ${unsure} not certain`,
  )
}

/** Installed once each, linked to its organization, with a token that is still good. */
export const installations: Part = (evidence, figures, broken) => {
  const { active, arrived, inOrganization, addedAgain, slack } = evidence
  const rows = rowsOf(evidence, 'installations')
  const organizations = rows.filter(({ is_org: isOrg }) => Number(isOrg) === 1)
  if (organizations.length !== (inOrganization > 0 ? 1 : 0))
    broken.push(`${organizations.length} installations of an organization`)
  for (const number of [...active, ...arrived]) {
    const of = rows.filter((row) => row.team_id === teamOf(number))
    const [row] = of
    const line = `${teamOf(number)}: ${of.length} installations`
    if (row === undefined || of.length > 1 || row.ended_at !== null) broken.push(line)
    else if (number < inOrganization && (row.org_id !== 'E0STORM' || row.token !== null))
      broken.push(`${line}, and not the organization’s`)
    else if (number >= inOrganization && row.token === null) broken.push(`${line}, without a token`)
  }
  for (const { team, acknowledged } of slack.deeds.filter(({ kind }) => kind === 'install'))
    if (!acknowledged.ok) broken.push(`${team} could not be installed: ${acknowledged.error}`)
  // Slack's token is lost with the process that was given it, and with nothing else.
  const losing = evidence.fates.filter(
    ({ how, where }) => how === 'kill' && (where === null || /oauth|installations/.test(where)),
  ).length
  if (addedAgain.length > losing)
    broken.push(
      `${addedAgain.length} workspaces lost their token, and ${losing} processes could have died with one`,
    )
  // A process that stood still with a token, or took up where another one was cut off, may come too late with it.
  const late = evidence.fates.filter(
    ({ where }) => where === null || /oauth|installations/.test(where),
  ).length
  if (addedAgain.length === 0 && slack.renewals.refused.length > late)
    for (const refusal of slack.renewals.refused) broken.push(`a token was not renewed: ${refusal}`)
  figures.push(
    `${active.length + arrived.length} workspaces at the end, ${inOrganization} of them by their organization’s installation, ${arrived.length} installed in the midst of it, ${addedAgain.length} added again after their token was lost with a process; ${slack.renewals.done} tokens issued and renewed`,
  )
}
