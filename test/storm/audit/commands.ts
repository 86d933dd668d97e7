/** What was typed: acknowledged in time, and answered once or told why not. */
import { inTrouble, type Part } from './evidence.ts'

export const commands: Part = (evidence, figures, broken) => {
  const typed = evidence.slack.deeds.filter(({ kind }) => kind === 'command')
  const refused = typed.filter(({ acknowledged }) => !acknowledged.ok)
  let died = 0
  /** Of each person: what was not answered in time. */
  const owed: Record<string, number> = {}
  for (const deed of typed.toSorted((a, b) => a.at - b.at)) {
    const { acknowledged, answers, at, answeredAt } = deed
    const line = `${deed.team} ${deed.user} “${deed.text}”`
    const hit = inTrouble(evidence, at, answeredAt ?? at + 25_000)
    // Slack itself counts the three seconds: what came later is no acknowledgement.
    if (!acknowledged.ok && !hit) broken.push(`${line}: ${acknowledged.error}, with nothing killed`)
    const who = `${deed.team} ${deed.user}`
    if (answers === 0) owed[who] = (owed[who] ?? 0) + 1
    const late = Math.min(Math.max(0, answers - 1), owed[who] ?? 0)
    owed[who] = (owed[who] ?? 0) - late
    if (answers - late > 1) broken.push(`${line}: ${answers} answers: ${deed.said?.join(' | ')}`)
    if (acknowledged.ok && answers === 0) {
      if (hit) died += 1
      else broken.push(`${line}: acknowledged, and no answer`)
    }
  }
  const calm = evidence.slack.deeds.filter(
    ({ calm, kind, at }) => calm && kind !== 'mention' && !inTrouble(evidence, at, at + 1_000),
  )
  const ms = calm.map(({ acknowledged }) => acknowledged.ms).sort((a, b) => a - b)
  const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0
  if (p99 > evidence.ackMs)
    broken.push(`p99 of acknowledgements is ${Math.round(p99)} ms with nothing killed`)
  figures.push(
    `${typed.length} commands: ${typed.length - refused.length - died} answered, ${refused.length} refused by Slack with its reason, ${died} acknowledged and not answered around a kill, a standstill or a restart`,
    `acknowledgements with nothing killed: p50 ${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} ms, p99 ${Math.round(p99)} ms of ${ms.length}`,
  )
}
