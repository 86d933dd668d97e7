/** chat.startStream, chat.appendStream and chat.stopStream: docs.slack.dev/reference/methods/chat.startStream */
import { isJson, type Json, text } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import { readContent } from '../world/content.ts'
import { addMessage, changeMessage, messageObject } from '../world/posting.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { statusOf } from './assistant.ts'
import { type Arguments, invalidArgument, SlackError, withMessages } from './call.ts'
import { isStreaming, postingChannel, threadOf } from './chat.ts'
import { knownChannel, type Methods, method } from './method.ts'

/** Slack ends a stream by itself: github.com/slackapi/python-slack-sdk/issues/1859 */
const LIFE_MS = 5 * 60_000
const LONGEST_TEXT = 12_000
const STATUSES = ['pending', 'in_progress', 'complete', 'error']
const MODES = ['timeline', 'plan'] as const

type Mode = (typeof MODES)[number]
type Block = Record<string, unknown>

const invalidChunk = (at: number, field: string, problem: string) =>
  withMessages('invalid_chunks', [`${problem} [json-pointer:/chunks/${at}/${field}]`])

function textIn(chunk: Json, field: string, at: number): string {
  const value = text(chunk[field])
  if (value === undefined) throw invalidChunk(at, field, 'must be a string')
  if (value.length > LONGEST_TEXT)
    throw invalidChunk(at, field, `must be less than ${LONGEST_TEXT + 1} characters`)
  return value
}

const written = (words: string): Block => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: words }] }],
})

/** A task's texts grow with each update; its sources are added. */
function taskOf(chunk: Json, at: number, before: Block): Block {
  const id = textIn(chunk, 'id', at)
  const status = text(chunk.status) ?? before.status ?? 'pending'
  if (!STATUSES.includes(String(status)))
    throw invalidChunk(at, 'status', `must be one of ${STATUSES.join(', ')}`)
  const grown = (field: 'details' | 'output') => {
    if (chunk[field] === undefined) return before[field] === undefined ? {} : { [field]: before[field] }
    const earlier = isJson(before[field]) ? wordsOf(before[field]) : ''
    return { [field]: written(earlier + textIn(chunk, field, at)) }
  }
  const sources = [...listOf(before.sources), ...listOf(chunk.sources)]
  return {
    type: 'task_card',
    task_id: id,
    title:
      before.title !== undefined && chunk.title === undefined ? before.title : textIn(chunk, 'title', at),
    status,
    ...grown('details'),
    ...grown('output'),
    ...(sources.length > 0 ? { sources } : {}),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const wordsOf = (block: Json): string =>
  listOf(block.elements)
    .filter(isJson)
    .map((one) => text(one.text) ?? wordsOf(one))
    .join('')

/** The message's blocks after one more chunk. */
function withChunk(blocks: readonly Block[], chunk: unknown, at: number, mode: Mode): readonly Block[] {
  if (!isJson(chunk)) throw invalidChunk(at, 'type', 'must provide an object with a type')
  const last = blocks.at(-1)
  const plan = blocks.find(({ type }) => type === 'plan')
  switch (chunk.type) {
    case 'markdown_text': {
      const words = textIn(chunk, 'text', at)
      return last?.type === 'markdown'
        ? [...blocks.slice(0, -1), { ...last, text: `${text(last.text)}${words}` }]
        : [...blocks, { type: 'markdown', text: words }]
    }
    case 'task_update': {
      const tasks = mode === 'plan' ? listOf(plan?.tasks).filter(isJson) : blocks
      const isSame = (one: Block) => one.type === 'task_card' && one.task_id === chunk.id
      const task = taskOf(chunk, at, tasks.find(isSame) ?? {})
      const updated = tasks.some(isSame) ? tasks.map((one) => (isSame(one) ? task : one)) : [...tasks, task]
      return mode === 'plan' ? withPlan(blocks, { tasks: updated }) : updated
    }
    case 'plan_update':
      return withPlan(blocks, { title: textIn(chunk, 'title', at) })
    case 'blocks':
      return [...blocks, ...listOf(chunk.blocks).filter(isJson)]
    default:
      throw invalidChunk(at, 'type', 'must be one of markdown_text, task_update, plan_update, blocks')
  }
}

/** The plan stands where its first task or title came. */
const withPlan = (blocks: readonly Block[], change: Block): readonly Block[] =>
  blocks.some(({ type }) => type === 'plan')
    ? blocks.map((one) => (one.type === 'plan' ? { ...one, ...change } : one))
    : [...blocks, { type: 'plan', title: 'Plan', tasks: [], ...change }]

/** What the call adds, as chunks. */
function chunksOf(args: Arguments): readonly unknown[] {
  const chunks = args.list('chunks', 'invalid_chunks') ?? []
  const markdown = args.string('markdown_text')
  if (markdown && chunks.length > 0) throw new SlackError('markdown_text_conflict')
  if (markdown && markdown.length > LONGEST_TEXT) throw new SlackError('msg_too_long')
  return markdown ? [{ type: 'markdown_text', text: markdown }] : chunks
}

const grow = (blocks: readonly Block[], chunks: readonly unknown[], mode: Mode): readonly Block[] =>
  chunks.reduce((grown: readonly Block[], chunk, at) => withChunk(grown, chunk, at, mode), blocks)

/** Checks the blocks as those of any message. An empty stream has none yet. */
function contentOf(world: World, blocks: readonly Block[], args?: Arguments) {
  const metadata = args?.object('metadata', 'invalid_metadata_format')
  if (blocks.length === 0) return { text: '', blocks: [] }
  return readContent({ blocks, ...(metadata ? { metadata } : {}) }, world.rights)
}

/** The app's own message that is still streaming. Throws `message_not_in_streaming_state`. */
function streaming(world: World, args: Arguments): ShownMessage & { readonly stream: Stream } {
  const channel = knownChannel(world, args.required('channel'))
  const message = world.messages.find(channel.id, args.required('ts'))
  if (!message || message.ephemeralFor) throw new SlackError('message_not_found')
  if (message.user !== APP.botUser) throw new SlackError('message_not_owned_by_app')
  const { stream } = message
  if (stream === undefined || !isStreaming(world, message))
    throw new SlackError('message_not_in_streaming_state')
  return { ...message, stream }
}

type Stream = NonNullable<ShownMessage['stream']>

/** Replaces the message; a streamed message isn't "edited". */
function rewrite(world: World, old: ShownMessage, blocks: readonly Block[], stream: Stream, args: Arguments) {
  const { edited: _, ...message } = changeMessage(world, old, contentOf(world, blocks, args))
  const shown = { ...message, stream }
  world.messages.replace(shown)
  return shown
}

export const streams: Methods = {
  'chat.startStream': method('tier2', 'chat:write', (args, world) => {
    const channel = postingChannel(world, args)
    if (channel.kind !== 'im') {
      for (const field of ['recipient_team_id', 'recipient_user_id'] as const)
        if (!args.string(field)) throw new SlackError(`missing_${field}`)
      if (!channel.members.has(args.required('recipient_user_id')))
        throw new SlackError('user_not_in_channel')
    }
    const mode = MODES.find((one) => one === (args.string('task_display_mode') ?? 'timeline'))
    if (mode === undefined) throw invalidArgument('task_display_mode', 'must be one of timeline, plan')
    const thread = threadOf(world, channel.id, args)
    const content = contentOf(world, grow([], chunksOf(args), mode))
    const message = addMessage(world, content, { channel: channel.id, ...thread })
    const endsAt = world.clock.now().epochMilliseconds + LIFE_MS
    world.messages.replace({ ...message, stream: { mode, endsAt, isOver: false } })
    return { channel: channel.id, ts: message.ts }
  }),
  'chat.appendStream': method('tier4', 'chat:write', (args, world) => {
    const message = streaming(world, args)
    const chunks = chunksOf(args)
    if (chunks.length === 0) throw new SlackError('no_text')
    const { mode } = message.stream
    const { channel, ts } = rewrite(world, message, grow(message.blocks, chunks, mode), message.stream, args)
    return { channel, ts }
  }),
  'chat.stopStream': method('tier2', 'chat:write', (args, world) => {
    const message = streaming(world, args)
    const { mode } = message.stream
    const status = statusOf(args.string('session_status') ?? 'active', 'session_status')
    const last = (args.list('blocks', 'invalid_blocks_format') ?? []).filter(isJson)
    const blocks = [...grow(message.blocks, chunksOf(args), mode), ...last]
    if (blocks.length === 0) throw new SlackError('no_text')
    const shown = rewrite(world, message, blocks, { ...message.stream, isOver: true }, args)
    const session = world.assistant.session(shown.channel, shown.thread_ts ?? shown.ts)
    if (session !== undefined) world.assistant.setSession({ ...session, status })
    return { channel: shown.channel, ts: shown.ts, message: messageObject(world, shown, true) }
  }),
}
