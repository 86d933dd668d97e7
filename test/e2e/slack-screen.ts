/** What a person sees and does in the sandbox's Slack. */

import type { Acknowledgement, OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { Stage } from '../stage.ts'

/** All texts of a message: its fallback text and its blocks. */
export function textOf(message: ShownMessage | undefined): string {
  return message === undefined ? '' : `${message.text}\n${texts(message.blocks).join('\n')}`
}

/** All texts of any Block Kit JSON, in order. */
export function texts(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(texts)
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) =>
    ['text', 'title', 'caption', 'label', 'name'].includes(key) && typeof value === 'string'
      ? [value]
      : texts(value),
  )
}

/** Everything a modal says, including errors at its fields. */
export const modalWords = ({ view, errors }: OpenView): string =>
  [...texts(view), ...Object.values(errors ?? {})].join('\n')

const says = (text: string, saying: string | RegExp): boolean =>
  typeof saying === 'string' ? text.includes(saying) : saying.test(text)

/** The first message in a channel that says this, as everybody or this person sees it, once it is there. */
export function messageSaying(
  slack: SlackSandbox,
  channel: string,
  saying: string | RegExp,
  user?: string,
): Promise<ShownMessage> {
  const found = () => slack.messages(channel, user).find((message) => says(textOf(message), saying))
  return slack.until(found, `a message for ${user ?? 'everybody'} that says ${saying}`)
}

/** The messages in a channel that everybody sees. */
export const publicIn = (slack: SlackSandbox, channel: string): readonly ShownMessage[] =>
  slack.messages(channel).filter(({ ephemeralFor }) => ephemeralFor === undefined)

/** A person's ephemeral messages in a channel, oldest first. */
export const ephemeralsTo = (slack: SlackSandbox, user: string, channel: string): readonly ShownMessage[] =>
  slack.messages(channel, user).filter(({ ephemeralFor }) => ephemeralFor === user)

/** The person's topmost modal, once it says this. */
export function modalOf(slack: SlackSandbox, user: string, saying: string | RegExp): Promise<OpenView> {
  return slack.until(() => {
    const top = slack.views(user).at(-1)
    return top !== undefined && says(modalWords(top), saying) ? top : null
  }, `a modal that says ${saying}`)
}

/** Closes all of the person's modals. */
export async function closeAll(slack: SlackSandbox, user: string): Promise<void> {
  for (const { id } of slack.views(user).toReversed()) await slack.closeView({ user, viewId: id })
}

/** Sets up a digest with the form's defaults, in addition to the configured one. */
export async function addDigest({ slack }: Stage, user: string, channel: string): Promise<void> {
  await slack.command({ user, channel, text: '/sightline digest add' })
  const form = await slack.until(
    () => slack.views(user).find(({ view }) => /"callback_id":"sl1.digest"/.test(JSON.stringify(view))),
    'the form of a digest',
  )
  await slack.submitView({ user, viewId: form.id, values: {} })
  await slack.openHome({ user })
  await slack.until(
    () => JSON.stringify(slack.home(user)).split(/Every Monday/).length > 2,
    'both running digests',
  )
}

export interface ButtonAt {
  readonly actionId: string
  readonly blockId: string
  readonly label: string
}

/** The buttons of a message or a modal, in order. */
export function buttonsOf(blocks: unknown): ButtonAt[] {
  if (!Array.isArray(blocks)) return []
  return blocks.flatMap((block: { block_id?: string; elements?: unknown[]; accessory?: unknown }) =>
    [...(block.elements ?? []), block.accessory].flatMap((element) => {
      const button = element as { type?: string; action_id?: string; text?: { text?: string } } | undefined
      return button?.type === 'button'
        ? [
            {
              actionId: button.action_id ?? '',
              blockId: block.block_id ?? '',
              label: button.text?.text ?? '',
            },
          ]
        : []
    }),
  )
}

/** The labels of the buttons of a message, a modal or a Home tab. */
export const labelsOf = (shown: { readonly blocks?: unknown } | undefined): readonly string[] =>
  buttonsOf(shown?.blocks).map(({ label }) => label)

/** The button with this label in a message, a modal or a Home tab. */
export function buttonIn(shown: { readonly blocks?: unknown }, label: string, index = 0): ButtonAt {
  const match = buttonsOf(shown.blocks).filter((button) => button.label === label)[index]
  if (match === undefined) throw new Error(`No button "${label}"; there are: ${labelsOf(shown)}`)
  return match
}

/** The choices in the menus of a message, a modal or a Home tab, in order. */
export function choicesIn(blocks: unknown) {
  return (Array.isArray(blocks) ? blocks : []).flatMap(
    ({ block_id: blockId, accessory }: { block_id: string; accessory?: Menu }) =>
      (accessory?.options ?? []).map(({ text, value }) => ({
        label: text.text,
        actionId: accessory?.action_id ?? '',
        blockId,
        selection: { selected_option: { value } },
      })),
  )
}

/** The nth choice with this label. */
export function choiceIn(blocks: unknown, label: string, index = 0) {
  const match = choicesIn(blocks).filter((choice) => choice.label === label)[index]
  if (match === undefined) throw new Error(`no choice “${label}” in ${texts(blocks).join(', ')}`)
  return match
}

interface Menu {
  readonly action_id: string
  readonly options?: readonly { readonly text: { readonly text: string }; readonly value: string }[]
}

/** Chooses from a menu of a message. */
export function choose(
  { slack }: Stage,
  user: string,
  { channel, ts, blocks }: ShownMessage,
  label: string,
  index = 0,
): Promise<Acknowledgement> {
  return slack.click({ user, channel, ts, ...choiceIn(blocks, label, index) })
}

/** Types a command and waits for its answer: the newest message for this user. */
export async function ask(
  { slack }: Pick<Stage, 'slack'>,
  user: string,
  channel: string,
  text: string,
): Promise<{ acknowledged: Acknowledgement; answer: ShownMessage }> {
  const before = new Map(slack.messages(channel, user).map((message) => [message.ts, textOf(message)]))
  const acknowledged = await slack.command({ user, channel, text })
  const answer = await slack.until(
    () =>
      slack
        .messages(channel, user)
        .findLast(
          (message) => before.get(message.ts) !== textOf(message) && !besideAnswers.test(message.text),
        ),
    `an answer to "${text}"`,
  )
  return { acknowledged, answer }
}

/** Messages that may arrive at any time: that an answer takes a moment, and the aim of a newly created task. */
const besideAnswers = /^(?:Looking it up|✓ Task created: )/

/** Clicks a button of a message by its label. */
export async function press(
  { slack }: Stage,
  user: string,
  message: ShownMessage,
  label: string,
  index = 0,
): Promise<Acknowledgement> {
  const { actionId, blockId } = buttonIn(message, label, index)
  return slack.click({ user, channel: message.channel, ts: message.ts, actionId, blockId })
}

/** Clicks a button of a modal by its label. */
export function pressIn(
  slack: SlackSandbox,
  { id, view, user }: OpenView,
  label: string,
): Promise<Acknowledgement> {
  const { actionId, blockId } = buttonIn(view, label)
  return slack.viewAction({ user, viewId: id, actionId, blockId })
}

/** Moves to Monday 09:00, and returns the digest. */
export async function mondayDigest({ clock, bot, slack, channel }: Stage): Promise<ShownMessage> {
  clock.advance({ minutes: 1 })
  await bot.scheduler.wake()
  const digest = slack.messages(channel).find((message) => message.thread_ts === undefined)
  if (digest === undefined) throw new Error('no digest was posted')
  return digest
}

/** How many task requests reached the service. */
export function taskPosts({ service }: Stage): number {
  return service.requests().filter(({ method, route }) => method === 'POST' && route.endsWith('/tasks'))
    .length
}
