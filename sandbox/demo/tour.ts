/** A short tour of the main features. Each step does what a user would do. */
import { USERS } from '../slack/index.ts'
import type { ShownMessage } from '../slack/model.ts'
import type { Stage } from './model.ts'

export interface TourStep {
  readonly name: string
  readonly channel: string
  /** The user who did it, or `null` for the schedule. */
  readonly user: string | null
  /** What was typed or clicked. */
  readonly request: string
  readonly messages: readonly {
    readonly ts: string
    readonly ephemeral: boolean
    readonly thread_ts: string | null
    readonly text: string
    readonly blocks: readonly Record<string, unknown>[]
  }[]
}

export interface TourStop {
  readonly name: string
  run(stage: Stage): Promise<TourStep>
}

const visitor = USERS.owner
const createTask = 'create_task'

/** Moves the clock to Monday 09:00 and waits for what the schedule posts, thread included. */
export async function digestStep(stage: Stage): Promise<TourStep> {
  const { clock, bot, slack, channel } = stage
  const before = slack.messages(channel).length
  clock.advance({ minutes: 1 })
  await bot.scheduler.wake()
  const posted = slack.messages(channel).slice(before)
  if (posted.length === 0) throw new Error('nothing was posted at 09:00.')
  return {
    name: 'The weekly digest arrives',
    channel,
    user: null,
    request: 'Every Monday at 9:00',
    messages: posted.map(stepMessage),
  }
}

export const tour: readonly TourStop[] = [
  { name: 'The weekly digest arrives', run: digestStep },
  typed('Ask where the brand stands', '/sightline visibility'),
  typed('Ask what Reddit says', '/sightline reddit'),
  typed('Ask what to do', '/sightline actions'),
  { name: 'Create a task from the digest', run: clickStep },
  // Everyone in the channel sees the created task, not only the user who clicked.
  read(
    'The digest everyone sees now',
    { user: USERS.member, request: 'reads the channel' },
    ({ edited, blocks }) => edited !== undefined && JSON.stringify(blocks).includes('Task created'),
  ),
  // Derived from the recommendation's texts. A button lets the user correct it.
  read(
    'The task’s aim, for the person who clicked',
    { user: visitor, request: 'reads an ephemeral message' },
    ({ ephemeralFor, text }) => ephemeralFor === visitor && text.includes('Aims at: '),
  ),
  typed('Look back at what was done', '/sightline review'),
]

function typed(name: string, command: string): TourStop {
  return {
    name,
    run: async (stage) => {
      const answers = await answerTo(stage, visitor, command)
      const messages = answers.map(stepMessage)
      return { name, channel: stage.channel, user: visitor, request: command, messages }
    },
  }
}

/** Waits for a message that a user in the channel sees. */
function read(
  name: string,
  { user, request }: Pick<TourStep, 'request'> & { readonly user: string },
  isIt: (message: ShownMessage) => boolean,
): TourStop {
  return {
    name,
    run: async ({ slack, channel }) => {
      const message = await slack.until(() => slack.messages(channel, user).find(isIt), `“${name}”`)
      return { name, channel, user, request, messages: [stepMessage(message)] }
    },
  }
}

/** Types a command and waits for the answer. */
export async function answerTo(
  { slack, channel }: Pick<Stage, 'slack' | 'channel'>,
  user: string,
  command: string,
): Promise<readonly ShownMessage[]> {
  const before = new Set(slack.messages(channel, user).map(({ ts }) => ts))
  const acknowledged = await slack.command({ user, channel, text: command })
  if (!acknowledged.ok) throw new Error(acknowledged.error ?? 'Slack got no acknowledgement.')
  return slack.until(() => {
    const fresh = slack.messages(channel, user).filter(({ ts }) => !before.has(ts))
    return fresh.length > 0 && !fresh.every(isWaiting) ? fresh : null
  }, `an answer to ${command}`)
}

/** Clicks the first recommendation's button and waits for the digest to change. */
async function clickStep({ slack, channel }: Stage): Promise<TourStep> {
  const digest = slack.messages(channel, visitor).find((message) => createTaskButton(message) !== null)
  const button = digest === undefined ? null : createTaskButton(digest)
  if (digest === undefined || button === null)
    throw new Error('the digest has no button that creates a task.')
  const clicked = await slack.click({ user: visitor, channel, ts: digest.ts, ...button })
  if (!clicked.ok) throw new Error(clicked.error ?? 'Slack got no acknowledgement.')
  const changed = await slack.until(
    () => slack.messages(channel, visitor).find(({ ts, edited }) => ts === digest.ts && edited !== undefined),
    'a change of the digest',
  )
  return {
    name: 'Create a task from the digest',
    channel,
    user: visitor,
    request: 'clicks “Create task”',
    messages: [stepMessage(changed)],
  }
}

/** Whether this is the interim line shown while an answer is looked up. */
const isWaiting = ({ text }: ShownMessage) => text.startsWith('Looking it up')

interface Button {
  readonly actionId: string
  readonly blockId: string
}

/** The first “Create task” button of a message. */
export function createTaskButton(message: ShownMessage): Button | null {
  for (const block of message.blocks) {
    const elements = [...(Array.isArray(block.elements) ? block.elements : []), block.accessory]
    for (const element of elements)
      if (
        typeof element?.action_id === 'string' &&
        new RegExp(`\\.${createTask}(\\.|$)`).test(element.action_id)
      )
        return { actionId: element.action_id, blockId: String(block.block_id) }
  }
  return null
}

function stepMessage({
  ts,
  ephemeralFor,
  thread_ts,
  text,
  blocks,
}: ShownMessage): TourStep['messages'][number] {
  return { ts, ephemeral: ephemeralFor !== undefined, thread_ts: thread_ts ?? null, text, blocks }
}
