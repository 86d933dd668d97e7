/** Asks a digest's owner, once, about recommendations and tasks that have waited for weeks. */
import type { Block, Message } from '../../model/message.ts'
import type { WaitingItem } from '../../store/index.ts'
import { button, buttons, context, contextOf, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { viewButton } from './task-elements.ts'

/** The most that one message lists. The next digest asks about the others. */
export const waitingShown = 8

/** @param channel where they wait, by Slack's id */
export function waitingMessage({
  channel,
  items,
}: {
  readonly channel: string
  readonly items: readonly WaitingItem[]
}): Message {
  const tasks = items.filter(({ task }) => task !== null).length
  const parts = [
    ...(items.length > tasks ? [counted(items.length - tasks, 'recommendation')] : []),
    ...(tasks > 0 ? [counted(tasks, 'task')] : []),
  ]
  const headline: Span[] = [
    { text: `Keep or stop? ${parts.join(' and ')} waiting in `, style: 'bold' },
    { channel },
  ]
  const lines = items.map((item): Span[] => [`${titleOf(item)}: `, ...factOf(channel, item)])
  return {
    text: summary([headline, ...lines].map(mrkdwn)),
    blocks: [
      richText([headline]),
      ...items.flatMap((item, index) => itemBlocks(channel, item, index)),
      context(askedOnce),
    ],
  }
}

const askedOnce =
  'Sightline asks about each of these once. “Stop tracking” removes the recommendation from the channel’s list and digests; its task stays.'

function itemBlocks(channel: string, item: WaitingItem, index: number): readonly Block[] {
  const { organizationId, workspaceId, resultId, task } = item
  const ref = { organizationId, workspaceId, resultId }
  const title = titleOf(item)
  const state =
    task === null
      ? ({ kind: 'none' } as const)
      : ({ kind: 'created', taskId: task.id, name: title, description: '', by: '', at: '' } as const)
  const about = oneLine(title, 50)
  return [
    richText([[{ text: title, style: 'bold' }], factOf(channel, item)]),
    ...buttons([
      button('Keep', { kind: 'waiting_keep', ...ref, channel }, { index, about: `Keep: ${about}` }),
      button(
        'Stop tracking',
        { kind: 'waiting_stop', ...ref, channel },
        { index, about: `Stop tracking: ${about}` },
      ),
      viewButton(ref, state, about, channel),
    ]),
  ]
}

function titleOf({ title }: WaitingItem): string {
  return oneLine(title, 150, 'A recommendation')
}

function factOf(channel: string, { task, since }: WaitingItem): Span[] {
  return task === null
    ? ['Tracked in ', { channel }, ', and without a task since ', { at: since }, '.']
    : ['Created ', { at: since }, `; no clear change in ${counted(task.weeks, 'week')}.`]
}

/** What was done about a recommendation that waited in a channel. */
export interface WaitingOutcome {
  readonly kind: 'kept' | 'stopped' | 'not_tracked'
  readonly channel: string
  readonly resultId: string
}

/** Read in direct messages, so it names the channel. */
function outcomeWords({ kind, channel, resultId }: WaitingOutcome): Span[] {
  const id = oneLine(resultId, 100, 'and its id')
  const again = `To track it again, type there: /sightline actions add ${id}`
  switch (kind) {
    case 'kept':
      return ['✓ Kept in ', { channel }, '. Sightline won’t ask about it again.']
    case 'stopped':
      return ['✓ No longer tracked in ', { channel }, `. ${again}`]
    case 'not_tracked':
      return ['It’s no longer tracked in ', { channel }, `. ${again}`]
  }
}

/**
 * The message's blocks after a click: what was done replaces that row of buttons. `null`: the row is gone.
 * @param clicked the button that was clicked
 */
export function withWaitingOutcome(
  blocks: readonly Block[],
  clicked: { readonly actionId: string; readonly value: string },
  outcome: WaitingOutcome,
): readonly Block[] | null {
  if (!blocks.some((block) => hasButton(block, clicked))) return null
  return blocks.map((block) => (hasButton(block, clicked) ? waitingOutcome(outcome) : block))
}

/** What was done, if the message can't be changed. */
export function waitingDone(outcome: WaitingOutcome): Message {
  return { text: summary([mrkdwn(outcomeWords(outcome))]), blocks: [waitingOutcome(outcome)] }
}

function waitingOutcome(outcome: WaitingOutcome): Block {
  return contextOf(outcomeWords(outcome))
}

function hasButton(
  block: Block,
  { actionId, value }: { readonly actionId: string; readonly value: string },
): boolean {
  return (
    block.type === 'actions' &&
    block.elements.some(
      (element) => element.type === 'button' && element.action_id === actionId && element.value === value,
    )
  )
}
