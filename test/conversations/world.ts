/** Conversations with a real database and a Slack that only records messages. */
import { expect, onTestFinished } from 'vitest'
import { validateMessage } from '../../sandbox/slack/blockkit/index.ts'
import { messageKinds } from '../../src/app/runtime.ts'
import { createQuestions } from '../../src/conversations/questions.ts'
import { Problem } from '../../src/lib/problem.ts'
import { type CommandOutcome, noMeter } from '../../src/lib/telemetry.ts'
import type { Message } from '../../src/model/message.ts'
import type { ArrivedQuestion, SuggestedPrompt } from '../../src/slack/port.ts'
import { createPermissions } from '../../src/slack/receive/access.ts'
import { createIdempotency } from '../../src/slack/workspace.ts'
import { quietService } from '../home/world.ts'
import { sendOwed } from '../send-owed.ts'
import { testStore } from '../tasks/world.ts'
import { createDigest, testWorkspace, unknownPeople } from '../workspace.ts'

export const team = 'T1'
export const now = Temporal.Instant.from('2026-11-16T08:00:00Z')

interface SentMessage {
  readonly to: 'everybody' | 'the person'
  readonly channel: string
  readonly threadTs: string | null
  readonly message: Message
}

export type ConversationWorld = Awaited<ReturnType<typeof conversationWorld>>

/** @param sleep by default it never ends, so no time-out expires */
export async function conversationWorld(
  sleep: (ms: number) => Promise<void> = () => new Promise<never>(() => {}),
) {
  const store = await testStore(onTestFinished)
  const messages: SentMessage[] = []
  const sessions: string[] = []
  const prompts: { readonly channel: string; readonly prompts: readonly SuggestedPrompt[] }[] = []
  const channels = new Map<string, readonly string[]>([['U0ANA', ['C0BRAND']]])
  const members = new Map<string, readonly string[]>()
  const names = new Map<string, string>()
  const shared = new Set<string>()
  const clock = { now: () => now, sleep }
  let ts = 0
  const keep = (one: SentMessage) => {
    const problems = validateMessage({ text: one.message.text, blocks: one.message.blocks })
    if (problems.length > 0) throw new Error(JSON.stringify(problems))
    messages.push(one)
    ts += 1
    return { channel: one.channel, ts: `9.${ts}`, message: one.message }
  }
  let outcome: { readonly verb: string | null; readonly outcome: CommandOutcome } | null = null
  const workspace = testWorkspace({
    team,
    store,
    clock,
    people: {
      ...unknownPeople,
      channelsOf: async (user) => {
        const ids = channels.get(user)
        return ids === undefined ? null : new Set(ids)
      },
      isIn: async (user, channel) => current(user).includes(channel),
    },
    channelState: async (channel) => {
      const name = names.get(channel)
      return { isMember: true, isArchived: false, ...(name === undefined ? {} : { name }) }
    },
    access: {
      refusals: async () => new Map(),
      require: async (who, asker, ...what) => {
        const { user } = asker
        if (user === 'U0GUEST') throw new Problem('not_allowed', 'Guests can’t use Sightline here.')
        if (user === 'U0READER' && who !== 'readers' && who !== 'anyone')
          throw new Problem('not_allowed', 'Only admins can do this here.')
        await permissions.require(who, asker, ...what)
      },
    },
    isShared: async (channel) => shared.has(channel),
    first: createIdempotency(store, clock),
    api: quietService,
    poster: {
      post: async (channel, message, { threadTs = null } = {}) =>
        keep({ to: 'everybody', channel, threadTs, message }),
      update: async ({ channel }, message) =>
        void keep({ to: 'everybody', channel, threadTs: null, message }),
      remove: async () => {},
    },
    answerAt: ({ channel, threadTs = null }) => ({
      ephemeral: async (message) =>
        void keep({ to: 'the person', channel: channel ?? '', threadTs, message }),
      inChannel: async () => expect.fail('answers aren’t posted here'),
      withProgress: () => expect.fail('answers have a line of their own'),
    }),
    organization: async () => null,
    meter: {
      ...noMeter,
      commandDone: (verb, how) => {
        outcome = { verb, outcome: how }
      },
    },
    history: { find: async () => 'absent', findReply: async () => 'absent' },
    agentView: {
      begin: async ({ channel, ts: thread }, title) =>
        sessions.push(`${channel} ${thread} processing ${title}`) > 0,
      end: async ({ channel, ts: thread }) => void sessions.push(`${channel} ${thread} active`),
      suggest: async (channel, _title, offered) => void prompts.push({ channel, prompts: offered }),
    },
  })
  const current = (user: string) => members.get(user) ?? channels.get(user) ?? []
  const { people } = workspace
  const rules = { changers: { kind: 'anyone' }, guests: 'change' } as const
  const permissions = createPermissions({ ...rules, people, store, clock })
  let written = 0
  return {
    store,
    workspace,
    /** All messages, in order. */
    messages,
    sessions,
    prompts,
    /** The channels that each person shares with Sightline. */
    channels,
    /** The channels that a person is in by now, while `channels` are those that were cached. */
    members,
    names,
    /** Channels that other companies are in. */
    shared,
    /**
     * A message from a person, answered.
     * @returns how it was answered; `null`: it was asked before
     */
    write: async (message: Partial<ArrivedQuestion> & { readonly text: string }, asked = workspace) => {
      written += 1
      const questions = createQuestions({ ...asked, of: async () => asked, wakeOutbox: () => {} })
      const answer = await questions.arrived({
        team,
        channel: message.kind === 'mention' ? 'C0BRAND' : 'D0ANA',
        user: 'U0ANA',
        ts: `1.${written}`,
        threadTs: null,
        kind: 'direct',
        viewing: null,
        enterprise: null,
        ...message,
      })
      outcome = null
      await answer?.(new AbortController().signal)
      return answer === null ? null : outcome
    },
    /** Delivers what is owed. */
    deliver: (asked = workspace) => sendOwed(asked, messageKinds),
    /** The answers to a channel's questions, as they are stored. */
    answers: (channel = 'C0BRAND') =>
      store.outbox.list({ team, channel }, ['answer'], { limit: 10, offset: 0 }),
    /** The last message, with its buttons. */
    last: () => JSON.stringify(messages.at(-1)?.message ?? null),
  }
}

/** Creates a digest, so that the channel has something of its own. */
export function digestIn({ store }: ConversationWorld, channel: string, owner = 'U0ANA') {
  return createDigest(store, now, { name: channel, team, id: channel, channel, by: owner })
}
