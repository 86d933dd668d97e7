/** Each slot of a digest is posted once, or its outcome is unknown and its owner is asked. */
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { numberOf } from '../marks.ts'
import { counts, deliveryIn, duplicateNote, type Part, replyIn, rowsOf } from './evidence.ts'

export const digests: Part = (evidence, figures, broken) => {
  const deliveries = rowsOf(evidence, 'deliveries')
  const ownDigests = deliveries.filter(({ notice, alert }) => notice === null && alert === null)
  const bySlot = Map.groupBy(
    ownDigests,
    ({ team_id, subscription_id, slot }) => `${team_id} ${subscription_id} ${slot}`,
  )
  const asked = new Set(
    deliveries.flatMap(({ notice, state }) => {
      const matter =
        notice === null ? null : (JSON.parse(String(notice)) as { matter: { delivery?: string } }).matter
      return matter?.delivery !== undefined && state === 'posted' ? [matter.delivery] : []
    }),
  )
  const posts = new Map(
    evidence.slack.workspaces.flatMap(({ team, messages }) => [
      ...Map.groupBy(
        messages.filter((one) => replyIn(one) === undefined),
        (one) => `${team} ${deliveryIn(one)}`,
      ),
    ]),
  )
  const states: Record<string, number> = {}
  for (const { team, digest, slot } of evidence.expectedSlots) {
    const of = bySlot.get(`${team} ${digest} ${slot}`) ?? []
    const [row] = of
    const line = `${team} ${digest} ${slot}`
    if (row === undefined || of.length > 1) {
      broken.push(`${line}: ${of.length} records of its digest`)
      continue
    }
    const state = String(row.state)
    states[state] = (states[state] ?? 0) + 1
    const there = posts.get(`${team} ${row.id}`) ?? []
    if (state === 'posted' && there.length === 0)
      broken.push(`${line}: lost, ${row.id} is recorded as posted`)
    if (state === 'posted' && there.length === 1 && there[0]?.ts !== row.message_ts)
      broken.push(`${line}: recorded with the ts of another message`)
    if (state === 'unknown' && !asked.has(String(row.id)))
      broken.push(`${line}: unknown, and no person was asked`)
    if (!['posted', 'unknown'].includes(state))
      broken.push(`${line}: ${state} (${row.reason ?? 'no reason'})`)
  }
  const ids = new Set(deliveries.map(({ id }) => String(id)))
  for (const { team, messages } of evidence.slack.workspaces) {
    const digestTs = new Set(
      messages
        .filter((one) => deliveryIn(one) !== undefined && replyIn(one) === undefined)
        .map(({ ts }) => ts),
    )
    // Answers to people's messages carry their own id.
    const conversations = new Set(
      evidence.slack.deeds
        .filter((one) => one.team === team && one.kind === 'direct')
        .map((one) => one.channel),
    )
    const isOfDigest = ({ thread_ts, channel }: ShownMessage) =>
      thread_ts === undefined ? !conversations.has(channel) : digestTs.has(thread_ts)
    const parts = Map.groupBy(
      messages.filter((one) => deliveryIn(one) !== undefined && isOfDigest(one)),
      (one) => `${deliveryIn(one)} ${replyIn(one) ?? ''} ${one.channel}`,
    )
    for (const [part, all] of parts) {
      if (all.filter(({ text }) => !text.startsWith(duplicateNote)).length > 1)
        broken.push(`${team}: ${part} is there ${all.length} times`)
      if (!ids.has(part.split(' ')[0] ?? '') && evidence.active.includes(numberOf(team)))
        broken.push(`${team}: a message of ${part}, which has no record`)
    }
  }
  figures.push(`${evidence.expectedSlots.length} slots: ${counts(states)}`)
}

export const notices: Part = (evidence, figures, broken) => {
  const all = rowsOf(evidence, 'deliveries').filter(({ notice }) => notice !== null)
  const matters = Map.groupBy(all, ({ team_id, subscription_id, notice }) => {
    const { matter, since } = JSON.parse(String(notice)) as { matter: unknown; since: string }
    return `${team_id} ${subscription_id} ${JSON.stringify(matter)} ${since}`
  })
  for (const [matter, told] of matters)
    if (!told.some(({ state }) => state === 'posted')) broken.push(`no person was told: ${matter}`)
  figures.push(`${matters.size} matters that somebody had to know`)
}
