/** Slackbot's calls of tools: each has an answer that Slack draws, or an error that says why, and no tool creates a task. */
import { onlyProposed, teamOf } from '../marks.ts'
import { forwardedRequestOf, whyRefused } from './commands.ts'
import { counts, type Part } from './evidence.ts'

/** Each error has the reference of its line in the log. */
const isError = (text: string) => / \(Reference: [0-9A-Z]{4}-[0-9A-Z]{4}\)$/.test(text)
const unclear = /Something went wrong|undefined|\[object/

export const calls: Part = (evidence, figures, broken) => {
  const asked = evidence.slack.deeds.filter(({ kind }) => kind === 'call')
  const of: Record<string, number> = {}
  for (const deed of asked) {
    const { team, text: tool, texts: [text = ''] = [], acknowledged, answers: blocks } = deed
    const forwarded = forwardedRequestOf(evidence, deed)
    const isEarlier = forwarded?.port != null && evidence.earlier.includes(forwarded.port)
    const why = isEarlier ? 'earlier release' : whyRefused(evidence, forwarded)
    const end = acknowledged.ok ? (isError(text) ? 'refused with a reason' : 'drawn') : `no answer: ${why}`
    of[end] = (of[end] ?? 0) + 1
    const isMissing = acknowledged.ok ? unclear.test(text) || (blocks === 0 && !isError(text)) : why === null
    if (isMissing)
      broken.push(
        `${team}: Slackbot’s call of ${tool}: ${acknowledged.error ?? text} (${forwarded?.status ?? forwarded?.cut}, ${blocks} blocks)`,
      )
  }
  for (const { workspace, resultId } of evidence.service.tasks)
    if (resultId === onlyProposed)
      broken.push(`${teamOf(workspace)}: Slackbot’s call created the task of ${resultId}`)
  figures.push(`${asked.length} calls of Slackbot: ${counts(of)}`)
}
