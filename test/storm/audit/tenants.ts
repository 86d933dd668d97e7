/** No workspace sees another's data, no data of a forgotten workspace remains, and no secret appears anywhere. */
import { marksIn, numberOf, teamOf } from '../marks.ts'
import type { Part } from './evidence.ts'

export const tenants: Part = (evidence, figures, broken) => {
  let marked = 0
  const look = (team: string, where: string, text: string) => {
    const marks = marksIn(text)
    marked += marks.size
    for (const number of marks)
      if (number !== numberOf(team)) broken.push(`${team}: ${where} has the mark of ${teamOf(number)}`)
  }
  for (const { team, messages, slackbot, sent, views, canvases } of evidence.slack.workspaces) {
    for (const message of [...messages, ...slackbot])
      look(team, `message ${message.ts}`, JSON.stringify(message))
    for (const call of sent) look(team, call.slice(0, 60), call)
    look(team, 'a view', views)
    for (const { channel, markdown } of canvases) look(team, `the canvas of ${channel}`, markdown)
  }
  for (const [table, rows] of evidence.tables)
    for (const row of rows) {
      const text = JSON.stringify(row)
      if (typeof row.team_id === 'string' && row.team_id.startsWith('T0STORM')) look(row.team_id, table, text)
      for (const number of evidence.forgotten)
        if (text.includes(teamOf(number)) || marksIn(text).has(number))
          broken.push(`${table}: something of ${teamOf(number)} is left after it was forgotten`)
    }
  for (const line of new Set(evidence.service.crossed)) broken.push(line)
  figures.push(
    `${evidence.slack.workspaces.length} workspaces with marks of their own, met ${marked} times, ${evidence.forgotten.length} forgotten`,
  )
}

export const secrets: Part = (evidence, figures, broken) => {
  const patterns = [/xox[a-z][-.][\w.-]{6,}/, /sk-sandbox-[\w-]+/, /eyJ[\w-]{10,}\.[\w-]{10,}/]
  const texts = [
    ...evidence.output,
    ...evidence.slack.workspaces.flatMap(({ messages, slackbot }) =>
      [...messages, ...slackbot].map((message) => JSON.stringify(message)),
    ),
  ]
  for (const text of texts) {
    const secret =
      evidence.secrets.find((secret) => text.includes(secret)) ??
      patterns.map((pattern) => pattern.exec(text)?.[0]).find((one) => one !== undefined)
    if (secret !== undefined) broken.push(`a secret (${secret.slice(0, 8)}…) in ${text.slice(0, 80)}`)
  }
  figures.push(`${evidence.output.length} lines of output`)
}
