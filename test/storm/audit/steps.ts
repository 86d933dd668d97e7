/** Workflow steps: each ends once, and what it reports is true. */
import { numberOf } from '../marks.ts'
import { booksOf, type Evidence, type Part, rowsOf, wasKilled } from './evidence.ts'

/** Another process reports this after a process was killed. */
const cutOff = 'Sightline stopped before it finished this step'
/** Reported before anything was done. If Slack delivers the step twice, the other process may still do it. */
const outage = 'can’t reach its own data'

export const steps: Part = (evidence, figures, broken) => {
  const of = { completed: 0, refused: 0, 'cut off': 0, killed: 0, lost: 0 }
  const recorded = rowsOf(evidence, 'outbox').filter(({ kind }) => kind === 'step')
  const begun = new Set(recorded.map(({ team_id: team, channel_id: id }) => `${team} ${id}`))
  let count = 0
  for (const { team, steps: runs, sent } of evidence.slack.workspaces) {
    const ends = endsIn(sent)
    for (const { id, callbackId, status, error, outputs } of runs) {
      count += 1
      const line = `${team}: the step ${callbackId} ${id}`
      const ways = [...(ends.get(id) ?? [])].filter((way) => !way.includes(cutOff) && !way.includes(outage))
      if (ways.length > 1) broken.push(`${line} ended in ${ways.length} ways: ${ways.join(' | ')}`)
      if (status === 'completed') of.completed += 1
      else if (status === 'failed') of[error?.startsWith(cutOff) ? 'cut off' : 'refused'] += 1
      else {
        const takers = evidence.forwarded.filter(
          (one) => one.name === 'function_executed' && one.about === id && one.status === 200,
        )
        if (takers.length === 0 || !evidence.active.includes(numberOf(team))) of.lost += 1
        // Killed between the acknowledgement and its record.
        else if (!begun.has(`${team} ${id}`) && takers.some((one) => wasKilled(evidence, one))) of.killed += 1
        else broken.push(`${line} is still running, and a process took it`)
      }
      if (outputs?.posted === true && !isThere(evidence, team, String(outputs.link)))
        broken.push(`${line} says that it posted ${String(outputs.link)}, and there is nothing`)
    }
  }
  figures.push(
    `${count} steps of workflows: ${of.completed} completed, ${of.refused} refused with a reason, ${of['cut off']} ended by another process, ${of.killed} taken by a process that was killed before it noted them, ${of.lost} that Slack could not bring`,
  )
}

/** Every outcome that Slack was told for each execution, including those it no longer accepted. */
function endsIn(sent: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ends = new Map<string, Set<string>>()
  for (const call of sent) {
    const [method = '', , ...rest] = call.split(' ')
    if (!method.startsWith('functions.complete')) continue
    const { function_execution_id: id, outputs, error } = JSON.parse(rest.join(' ')) as Told
    // Each refusal has the reference of its own line in the log.
    const way = JSON.stringify([method, outputs ?? error?.replace(/ \(Reference: .*\)$/, '')])
    ends.set(id, (ends.get(id) ?? new Set()).add(way))
  }
  return ends
}

interface Told {
  readonly function_execution_id: string
  readonly outputs?: unknown
  readonly error?: string
}

/** `https://….slack.com/archives/C0BRAND/p1762678800000100` */
function isThere(evidence: Evidence, team: string, link: string): boolean {
  const [, channel, digits = ''] = /\/archives\/(\w+)\/p(\d+)/.exec(link) ?? []
  const ts = digits.replace(/(\d{6})$/, '.$1')
  return booksOf(evidence, team).messages.some((one) => one.channel === channel && one.ts === ts)
}
