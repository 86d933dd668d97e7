/** Conversations with a real database and a Slack that only records messages. */
import { onTestFinished } from 'vitest'
import { validateMessage } from '../../sandbox/slack/blockkit/index.ts'
import { answerMessage } from '../../src/conversations/answer-message.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { Message } from '../../src/model/message.ts'
import type { SuggestedPrompt, WrittenMessage } from '../../src/slack/port.ts'
import type { MessageReply } from '../../src/slack/receive/handlers.ts'
import { createIdempotency } from '../../src/slack/receive/idempotency.ts'
import { createPermissions } from '../../src/slack/receive/permission.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings, type Store } from '../../src/store/index.ts'
import { quietService } from '../home/world.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { plainDefaults, silent, testWorkspace, unknownPeople } from '../workspace.ts'

export const team = 'T1'
export const now = Temporal.Instant.from('2026-11-16T08:00:00Z')

export interface SentMessage {
  readonly to: 'everybody' | 'the person'
  readonly channel: string
  readonly threadTs: string | null
  readonly message: Message
}

export interface ConversationWorld {
  readonly store: Store
  readonly workspace: Workspace
  /** All messages, in order. */
  readonly messages: SentMessage[]
  readonly sessions: string[]
  readonly prompts: { readonly channel: string; readonly prompts: readonly SuggestedPrompt[] }[]
  /** The channels that each person shares with Sightline. */
  readonly channels: Map<string, readonly string[]>
  /** The channels that a person is in by now, while `channels` are those that were cached. */
  readonly members: Map<string, readonly string[]>
  readonly names: Map<string, string>
  /** Channels that other companies are in. */
  readonly shared: Set<string>
  reply(place: { readonly channel: string; readonly threadTs: string | null }): MessageReply
  /** Answers a message from a person. */
  write(
    message: Partial<WrittenMessage> & { readonly text: string },
    workspace?: Workspace,
  ): ReturnType<typeof answerMessage>
  /** The last message, with its buttons. */
  last(): string
}

/** Recorded when “Looking it up…” was removed. */
export const takenBack: Message = { text: '(taken back)', blocks: [] }

/** @param sleep by default it never ends, so no time-out expires */
export async function conversationWorld(
  sleep: (ms: number) => Promise<void> = () => new Promise<never>(() => {}),
): Promise<ConversationWorld> {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const [store] = database.replicas
  const messages: SentMessage[] = []
  const sessions: string[] = []
  const prompts: ConversationWorld['prompts'] = []
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
  const reply: ConversationWorld['reply'] = ({ channel, threadTs }) => ({
    working: () => {},
    keepPrivate: () => {},
    removeLine: async () => void messages.push({ to: 'everybody', channel, threadTs, message: takenBack }),
    say: async (message) => keep({ to: 'everybody', channel, threadTs, message }),
    ephemeral: async (message) => void keep({ to: 'the person', channel, threadTs, message }),
  })
  const workspace = testWorkspace({
    team,
    url: 'https://northwind.slack.com/',
    store,
    clock,
    log: silent,
    people: {
      ...unknownPeople,
      channelsOf: async (user) => {
        const ids = channels.get(user)
        return ids === undefined ? null : new Set(ids)
      },
      isIn: async (user, channel) => current(user).includes(channel),
    },
    directory: {
      state: async (channel) => {
        const name = names.get(channel)
        return { isMember: true, isArchived: false, ...(name === undefined ? {} : { name }) }
      },
    },
    access: {
      refusals: async () => new Map(),
      changersInWords: 'admins',
      require: async (who, asker, ...what) => {
        const { user } = asker
        if (user === 'U0GUEST') throw new Problem('not_allowed', 'Guests can’t use Sightline here.')
        if (user === 'U0READER' && who !== 'readers' && who !== 'anyone')
          throw new Problem('not_allowed', 'Only admins can do this here.')
        await permissions.require(who, asker, ...what)
      },
    },
    isShared: async (channel) => shared.has(channel),
    first: createIdempotency({ store, wallClock: clock }),
    defaults: plainDefaults,
    api: quietService,
    poster: {
      post: async (channel, message) => keep({ to: 'everybody', channel, threadTs: null, message }),
      update: async ({ channel }, message) =>
        void keep({ to: 'everybody', channel, threadTs: null, message }),
    },
    replyTo: ({ channel, threadTs }) => reply({ channel, threadTs }),
    history: { find: async () => 'absent', findReply: async () => 'absent' },
    agentView: {
      session: async ({ channel, ts: thread }, status, title) =>
        void sessions.push(`${channel} ${thread} ${status} ${title}`),
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
    messages,
    sessions,
    prompts,
    channels,
    members,
    names,
    shared,
    reply,
    write: (message, asked = workspace) => {
      written += 1
      const whole = {
        team,
        channel: message.kind === 'mention' ? 'C0BRAND' : 'D0ANA',
        user: 'U0ANA',
        ts: `1.${written}`,
        threadTs: null,
        kind: 'direct' as const,
        viewing: null,
        owner: `process ${written}`,
        ...message,
      }
      return answerMessage(
        whole,
        reply({ channel: whole.channel, threadTs: whole.threadTs }),
        asked,
        async () => ({
          outside: false,
        }),
      )
    },
    last: () => JSON.stringify(messages.at(-1)?.message ?? null),
  }
}

/** Creates a digest, so that the channel has something of its own. */
export function digestIn({ store }: ConversationWorld, channel: string, owner = 'U0ANA') {
  return store.subscriptions.create(
    {
      ...defaultSettings,
      schedule: { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Berlin' },
      name: channel,
      team,
      id: channel,
      channel,
      by: owner,
    },
    now,
  )
}
