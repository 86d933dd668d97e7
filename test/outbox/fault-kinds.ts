import { expect } from 'vitest'
import { createDisconnections, oweAccessEnds } from '../../src/app/disconnections.ts'
import { sessionEnd, welcomeTo } from '../../src/conversations/agent-view.ts'
import { questionOwed } from '../../src/conversations/question.ts'
import { noticeAbout } from '../../src/digests/deliver/notice.ts'
import { introductionTo } from '../../src/digests/invitation/introduction.ts'
import type { ArrivedQuestion, MessageAddress } from '../../src/slack/port.ts'
import { runStep } from '../../src/steps/index.ts'
import { digestOwed, type Owed } from '../../src/store/index.ts'
import { outboxId } from '../../src/store/tables/owed.ts'
import { checkWatches } from '../../src/watches/watches.ts'
import { channel, owner, repliesBelow, team } from '../digests/world.ts'
import { alertOf } from '../store/stored-json.ts'
import { createdTask, rotatingInstallation } from '../workspace.ts'
import type { FaultWorld } from './fault-world.ts'

/** The kinds of messages that meet every fault. A new kind is one entry here. */

/**
 * What becomes of a message.
 * - `once`: it is there once, and its row says where.
 * - `again`: it is there at least once, and a repetition says that it may be one.
 * - `asked`: it is there at most once, and the digest's owner is asked whether it arrived.
 * - `told`: it is not there, and the digest's owner is told why, once.
 * - `elsewhere`: somebody else gets it, once.
 * - `gap`: it is there at most once, and nobody hears of it.
 * - `nothing`: it is not there, and nobody hears of it.
 */
export type Outcome = 'once' | 'again' | 'asked' | 'told' | 'elsewhere' | 'gap' | 'nothing'

export interface KindUnderTest {
  /** Whether it can be looked up. */
  readonly isFound: boolean
  /** Owes it. May be repeated: it is then the same message. Returns its id. */
  owe(faulty: FaultWorld): Promise<string>
  /** Slack's `ts` as its row keeps it, if the message has none of its own. */
  readonly ts?: string
  /** Slack refuses it for good. */
  readonly refusal: string
  readonly refused: Outcome
  /** Its outcome is unknown, and the bot can't read its channel. */
  readonly unreadable: Outcome
  /** It was not sent in time. */
  readonly late: Outcome
  /** Its outcome was unknown, it is not there, and it is too late. */
  readonly lateAndAbsent: Outcome
}

/** A question of the digest's owner. */
async function ask(faulty: FaultWorld, more: Partial<ArrivedQuestion>): Promise<string> {
  const asked: ArrivedQuestion = {
    team,
    channel,
    user: owner,
    ts: '5.1',
    threadTs: null,
    text: 'notes',
    kind: 'mention',
    viewing: null,
    enterprise: null,
    ...more,
  }
  return owe(faulty, questionOwed(asked, now))
}

const since = '2026-11-09T08:00:00.000Z'
const now = Temporal.Instant.from(since)
const lateAt = now.add({ hours: 12 })
const digest: Owed = { ...digestOwed({ team, subscriptionId: 'S1', channel }, now), lateAt }

async function owe({ store, clock }: FaultWorld, owed: Owed): Promise<string> {
  await store.outbox.enqueue([owed], clock.now())
  return outboxId(team, owed.kind, owed.key)
}

async function subscriptionIn({ store }: FaultWorld) {
  const subscription = await store.subscriptions.get(team, 'S1')
  if (subscription === null) throw new Error('there is no digest')
  return subscription
}

/** A message in a channel that nobody waits for. */
const unasked = {
  isFound: true,
  refusal: 'is_archived',
  refused: 'nothing',
  unreadable: 'gap',
  late: 'nothing',
  lateAndAbsent: 'nothing',
} as const
/** A message to one person. */
const toPerson = {
  isFound: false,
  refusal: 'user_not_found',
  refused: 'nothing',
  unreadable: 'again',
  late: 'nothing',
  lateAndAbsent: 'gap',
} as const
/** An answer to a person's words in a channel. */
const mention = { refused: 'told', unreadable: 'again', late: 'nothing', lateAndAbsent: 'nothing' } as const
/** A call of Slack that changes nothing if it is repeated. */
const repeatable = {
  isFound: true,
  ts: '',
  refused: 'nothing',
  unreadable: 'once',
  late: 'once',
  lateAndAbsent: 'once',
} as const

export const kindsUnderTest: Readonly<Record<string, KindUnderTest>> = {
  digest: {
    isFound: true,
    owe: (faulty) => owe(faulty, digest),
    refusal: 'is_archived',
    refused: 'told',
    unreadable: 'asked',
    late: 'told',
    lateAndAbsent: 'told',
  },
  alert: {
    isFound: true,
    owe: (faulty) => owe(faulty, { ...digest, kind: 'alert', about: alertOf('sentiment') }),
    refusal: 'is_archived',
    refused: 'told',
    unreadable: 'asked',
    late: 'nothing',
    lateAndAbsent: 'nothing',
  },
  'notice to a person': {
    isFound: false,
    owe: async (faulty) => {
      const matter = { kind: 'not_posted', reason: 'msg_too_long' } as const
      return owe(faulty, noticeAbout(faulty.workspace, await subscriptionIn(faulty), matter, since))
    },
    refusal: 'user_not_found',
    refused: 'elsewhere',
    unreadable: 'again',
    late: 'once',
    lateAndAbsent: 'again',
  },
  'notice to a channel': {
    isFound: true,
    owe: async (faulty) => {
      await faulty.sql(`UPDATE subscriptions SET owner_asked = '${owner}'`)
      const matter = { kind: 'owner_wanted', gone: owner } as const
      return owe(faulty, noticeAbout(faulty.workspace, await subscriptionIn(faulty), matter, since))
    },
    refusal: 'is_archived',
    refused: 'elsewhere',
    unreadable: 'again',
    late: 'once',
    lateAndAbsent: 'once',
  },
  reply: {
    ...unasked,
    owe: async (faulty) => {
      const { store, slack, clock } = faulty
      const root = await store.outbox.enqueueClaimed(digest, 60_000, clock.now())
      const message = { text: 'A reply', blocks: [] }
      const id = outboxId(team, 'reply', `${outboxId(team, 'digest', digest.key)} 1`)
      if (root === null) return id
      const intent = { message, effect: null, replies: [{ message }] }
      await store.outbox.begin(root, intent, 60_000, clock.now())
      const { ts } = await slack.poster.post(channel, message, { deliveryId: root.id })
      await store.outbox.settle(root, { state: 'sent', ts }, clock.now())
      return id
    },
  },
  introduction: {
    ...unasked,
    owe: (faulty) => owe(faulty, introductionTo({ team, channel: 'C9' }, now, 12)),
  },
  welcome: {
    ...unasked,
    owe: (faulty) => owe(faulty, welcomeTo({ team, user: 'U9', channel: 'C9' }, now)),
  },
  'new task': {
    ...unasked,
    owe: async (faulty) => {
      const { store } = faulty
      const ref = { team, organizationId: 'org', workspaceId: 'ws', resultId: 'result-1' }
      await store.channels.save({ team, channel, announceTasksIn: 'C9' }, 'U1', now)
      await createdTask(store, ref, now)
      // A restored backup may have the task without its message.
      const about = { organizationId: 'org', workspaceId: 'ws', resultId: 'result-1', generation: 1 }
      const key = JSON.stringify(about)
      return owe(faulty, { team, kind: 'new_task', key, channel: 'C9', since: now, lateAt, about })
    },
  },
  'answer to a mention': {
    isFound: true,
    owe: (faulty) => ask(faulty, {}),
    ...mention,
    refusal: 'is_archived',
  },
  'answer to a mention that outsiders could read': {
    isFound: false,
    ts: '5.1',
    owe: (faulty) => {
      faulty.isHidden = true
      Object.assign(faulty.workspace, { isShared: async () => true })
      return ask(faulty, {})
    },
    ...mention,
    refusal: 'user_not_in_channel',
  },
  'answer to a direct message': {
    ...toPerson,
    owe: (faulty) => ask(faulty, { kind: 'direct', channel: 'D1', text: 'help' }),
    refusal: 'channel_not_found',
  },
  'word of a watched evaluation': {
    ...toPerson,
    owe: async (faulty) => {
      const { store, clock } = faulty
      const ref = { team, organizationId: 'org', workspaceId: 'ws', evaluationId: 'E1', user: owner }
      await store.watches.start(ref, channel, now)
      const workspaces = { ...faulty.workspace, of: async () => faulty.workspace }
      faulty.world.api.evaluation = { name: 'Pages', status: 'completed' }
      await checkWatches({ ...workspaces, store, clock })
      return outboxId(team, 'evaluation', `${JSON.stringify(['org', 'ws', 'E1', owner])} ${since}`)
    },
  },
  'word about a token that is not renewed': {
    ...toPerson,
    refused: 'elsewhere',
    owe: async ({ store, clock }) => {
      const endsAt = now.add({ hours: 2 })
      if ((await store.installations.get(team)) === null)
        await store.installations.save(rotatingInstallation(team, endsAt, owner), now)
      const generation = (await store.installations.token(team))?.generation ?? 0
      const options = { publicUrl: 'https://sightline.example.com', store, clock }
      await oweAccessEnds(options, { owner: team, generation, endsAt })
      return outboxId(team, 'access_ends', String(generation))
    },
  },
  'word that the token works again': {
    ...toPerson,
    owe: async ({ store, clock, workspace: { log } }) => {
      const contact = { kind: 'user', id: owner } as const
      const [of, ignore] = [async () => null, () => {}]
      const ports = { contact, install: null, store, clock, log, of, refused: ignore, reconnected: ignore }
      const lost = now.subtract({ hours: 2 })
      await store.disconnections.markDisconnected(team, 'token_revoked', lost)
      await createDisconnections(ports).ended(team)
      return outboxId(team, 'reconnected', lost.toString({ smallestUnit: 'millisecond' }))
    },
  },
  'end of a session': {
    ...repeatable,
    owe: (faulty) => owe(faulty, sessionEnd({ team, channel: 'D9', threadTs: '5.1' }, 'row', now)),
    refusal: 'thread_not_found',
  },
  'result of a workflow step': {
    ...repeatable,
    owe: async (faulty) => {
      const inputs = { channel, period: 'last week' }
      const call = { team, id: 'Fx1', step: 'get_visibility', inputs, user: owner, outside: false } as const
      faulty.events.push((process, signal) =>
        runStep(call, process, {
          recorded: () => {},
          identify: async () => {
            faulty.runs += 1
            return call
          },
          inBackground: () => {},
          endStep: process.endStep,
          late: new Promise((_, stopped) => signal.addEventListener('abort', () => stopped(signal.reason))),
        }),
      )
      return outboxId(team, 'step', 'Fx1')
    },
    refusal: 'invalid_arguments',
  },
}

const duplicateNote = 'You may have seen this already'

const kept = ({ store }: FaultWorld, posted: MessageAddress | undefined) =>
  store.messages.get(team, posted?.channel ?? '', posted?.ts ?? '')

export async function expectOutcome(
  faulty: FaultWorld,
  { ts: keptTs }: Pick<KindUnderTest, 'ts'>,
  outcome: Outcome,
): Promise<void> {
  const { slack } = faulty
  const row = await faulty.row()
  const there = faulty.there()
  const unmarked = there.filter(({ message }) => !message.text.includes(duplicateNote))
  const others = slack.posts.filter(
    ({ deliveryId, threadTs, channel: to, message }) =>
      deliveryId !== faulty.id &&
      threadTs === null &&
      (to !== channel || row?.part === 0) &&
      !message.text.startsWith('Sightline is back'),
  )
  const told = others.map(({ channel: to, message }) => ({ to, text: message.text }))
  if (outcome !== 'asked' && outcome !== 'told') expect(told).toEqual([])
  switch (outcome) {
    case 'once':
      expect(there, 'messages').toHaveLength(1)
      expect(row).toMatchObject({ state: 'sent', channel: there[0]?.channel })
      expect([keptTs, there[0]?.ts]).toContain(row?.ts)
      // What only its author reads stands in the channel: a new thread would hide it.
      expect([row?.threadTs, ...(faulty.isHidden ? [null] : [])]).toContain(there[0]?.threadTs)
      if (row?.kind === 'digest') expect(repliesBelow(slack, there[0]), 'its thread').toEqual([1, 2])
      if (row?.kind === 'new_task' || row?.kind === 'digest')
        expect(await kept(faulty, there[0]), 'its copy, which follows the task').not.toBeNull()
      break
    case 'again':
      expect(there.length, 'messages').toBeGreaterThan(0)
      expect(there.at(-1)?.message.text).toContain(duplicateNote)
      expect(unmarked.length, 'messages that don’t say so').toBeLessThanOrEqual(1)
      expect(row?.state).toBe('sent')
      expect([keptTs, there.at(-1)?.ts]).toContain(row?.ts)
      break
    case 'asked':
      expect(there.length, 'messages').toBeLessThanOrEqual(1)
      expect(row).toMatchObject({ state: 'unknown', dueAt: null })
      expect(told).toEqual([{ to: owner, text: expect.stringContaining(' arrive') }])
      break
    case 'told':
      expect(there, 'messages').toEqual([])
      expect(told).toEqual([
        { to: owner, text: expect.stringMatching(/is paused|was not posted|About <#C1>/) },
      ])
      break
    case 'elsewhere': {
      // With “Add to Slack” there is no contact.
      const to = row?.kind === 'access_ends' ? channel : 'UCONTACT'
      expect(there.map((one) => one.channel)).toEqual([to])
      expect(row).toMatchObject({ state: 'sent', channel: to })
      break
    }
    case 'gap':
      expect(there.length, 'messages').toBeLessThanOrEqual(1)
      expect(row?.state).toMatch(/unknown|skipped|failed/)
      expect(row?.dueAt).toBeNull()
      break
    case 'nothing':
      expect(there, 'messages').toEqual([])
      expect(row?.state).toMatch(/skipped|failed/)
  }
  const page = { limit: 10, offset: 0 }
  const replies = await faulty.store.outbox.list({ team, subject: 'S1' }, ['reply'], page)
  // Whoever is asked about a digest is asked about its thread.
  if (outcome !== 'asked') expect(replies.filter(({ state }) => state === 'held')).toEqual([])
  expect(faulty.runs, 'runs of a step').toBeLessThanOrEqual(1)
  const { ready, sending, unknown } = await faulty.store.outbox.counts()
  expect({ ready, sending, unknown }, 'still to do').toEqual({ ready: 0, sending: 0, unknown: 0 })
}
