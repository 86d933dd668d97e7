/** What a chaos run has to answer for, from the two sides that know: the records, and what is in Slack. */
import type { Delivery } from '../../src/store/index.ts'
import type { ChaosSlack } from './slack.ts'
import { deliveryIn, replyIn } from './slack-http.ts'

export interface Audited {
  readonly slots: number
  readonly posted: number
  /** In the threads of all digests. */
  readonly replies: number
  /** Marked unknown, in a channel that the bot may not look into; `arrived`: so many of them are there. */
  readonly unknown: number
  readonly arrived: number
  /** What is promised and does not hold, a line each. */
  readonly broken: readonly string[]
}

export interface Expected {
  /** Of each subscription: its channel. */
  readonly channels: ReadonlyMap<string, string>
  /** Of each subscription: its slots, ISO 8601 instants with milliseconds. */
  readonly slots: ReadonlyMap<string, readonly string[]>
  /** Channels that the bot may not look into. */
  readonly closed: ReadonlySet<string>
}

/** @param intended by delivery: how many replies it was to have */
export function audit(
  expected: Expected,
  records: readonly Delivery[],
  slack: ChaosSlack,
  intended: ReadonlyMap<string, ReadonlySet<number>>,
): Audited {
  const broken: string[] = []
  const mains = Map.groupBy(
    slack.posts.filter(({ metadata, threadTs }) => threadTs === null && deliveryIn(metadata) !== null),
    ({ metadata }) => deliveryIn(metadata) ?? '',
  )
  const bySlot = Map.groupBy(records, ({ subscriptionId, slot }) => `${subscriptionId} ${slot}`)
  const repliesOf = Map.groupBy(
    slack.posts.filter(({ metadata, threadTs }) => threadTs !== null && deliveryIn(metadata) !== null),
    ({ metadata }) => deliveryIn(metadata) ?? '',
  )
  let arrived = 0
  let slots = 0
  for (const [subscription, owed] of expected.slots)
    for (const slot of owed) {
      slots += 1
      const of = bySlot.get(`${subscription} ${slot}`) ?? []
      bySlot.delete(`${subscription} ${slot}`)
      const [delivery] = of
      if (delivery === undefined || of.length > 1) {
        broken.push(`${subscription} ${slot}: ${of.length} records`)
        continue
      }
      const { id, channel } = delivery
      const there = mains.get(id) ?? []
      mains.delete(id)
      const line = `${subscription} ${slot} (${id}, ${delivery.state}, attempt ${delivery.attempt})`
      if (there.length > 1) broken.push(`${line}: doubled, ${there.length} messages`)
      if (channel !== expected.channels.get(subscription) || there.some((post) => post.channel !== channel))
        broken.push(`${line}: in another channel`)
      const replies = repliesOf.get(id) ?? []
      repliesOf.delete(id)
      const doubled = replies.length - new Set(replies.map(({ metadata }) => replyIn(metadata))).size
      if (doubled > 0) broken.push(`${line}: ${doubled} replies doubled`)
      if (replies.some(({ threadTs }) => !there.some(({ ts }) => ts === threadTs)))
        broken.push(`${line}: a reply in another thread`)
      if (
        delivery.state === 'posted' &&
        !expected.closed.has(channel) &&
        !intended.get(id)?.has(replies.length)
      )
        broken.push(
          `${line}: ${replies.length} replies instead of ${[...(intended.get(id) ?? [])].join(' or ')}`,
        )
      if (delivery.state === 'posted') {
        if (there.length === 0) broken.push(`${line}: lost, there is no message`)
        else if (!there.some(({ ts }) => ts === delivery.messageTs)) broken.push(`${line}: another message`)
      } else if (delivery.state === 'unknown') {
        arrived += Math.min(1, there.length)
        if (!expected.closed.has(channel)) broken.push(`${line}: unknown, though the bot may look`)
        if (delivery.checkAt !== null) broken.push(`${line}: not settled`)
        if (!slack.told.some(({ body }) => body.includes(id))) broken.push(`${line}: nobody was asked`)
      } else broken.push(`${line}: not settled (${delivery.reason ?? 'no reason'})`)
    }
  for (const left of repliesOf.keys()) broken.push(`replies of ${left}, of which there is no record`)
  for (const left of bySlot.keys()) broken.push(`${left}: nobody owes that`)
  for (const left of mains.keys()) broken.push(`a message of ${left}, of which there is no record`)
  const replies = slack.posts.filter(({ threadTs }) => threadTs !== null).length
  const count = (state: Delivery['state']) => records.filter((delivery) => delivery.state === state).length
  return { slots, posted: count('posted'), replies, unknown: count('unknown'), arrived, broken }
}

/** Whether every slot until then has its end: posted, or a person's turn. */
export function isSettled(
  expected: Expected,
  records: readonly Delivery[],
  until: Temporal.Instant,
): boolean {
  const ended = new Set(
    records
      .filter(({ state, checkAt }) => state === 'posted' || (state === 'unknown' && checkAt === null))
      .map(({ subscriptionId, slot }) => `${subscriptionId} ${slot}`),
  )
  return expected.slots
    .entries()
    .every(([subscription, slots]) =>
      slots
        .filter((slot) => Temporal.Instant.compare(slot, until) <= 0)
        .every((slot) => ended.has(`${subscription} ${slot}`)),
    )
}
