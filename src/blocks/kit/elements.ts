/**
 * The blocks that every view is built from, and messages within Slack's limits: what doesn't fit is returned, never cut or
 * lost.
 */

import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  HeaderBlock,
  Overflow,
  PlainTextElement,
  SectionBlock,
} from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { textLength, textOf } from './block-text.ts'
import { type Action, encodeAction, encodeChoice, menuActionId } from './codec.ts'
import { limits } from './limits.ts'
import {
  bold,
  clip,
  compact,
  type Line,
  mrkdwn,
  type Optional,
  oneLine,
  richText,
  type Span,
  styled,
} from './text.ts'

export function messageOf(all: readonly Optional<Block>[]): Message {
  const blocks = compact<Block>(...all)
  return { text: textOf(blocks), blocks }
}

/** Text in which Slack parses nothing, not even emoji. */
export function plainText(text: string, max: number): PlainTextElement {
  return { type: 'plain_text', text: oneLine(text, max, '–'), emoji: false }
}

export function header(text: string): HeaderBlock {
  return { type: 'header', text: plainText(text, limits.header) }
}

export function heading(text: string): Block {
  return richText([[bold(oneLine(text, 900))]])
}

/** Finds a failure in the log; `null`: nothing to find. */
export function referenceLine(reference: string | null): Block | null {
  return reference === null ? null : context(`Reference: ${oneLine(reference, 100, 'none')}`)
}

export function sentences(lines: readonly string[]): Block | null {
  return lines.length === 0 ? null : richText(lines.map((line) => [line]))
}

/** Stands in for a part that could not be loaded. */
export function unavailable(part: string, reason: string): Block {
  return richText([[bold(`⚠ ${part}: unavailable`)], [oneLine(reason, 400, 'No reason was given.')]])
}

/** Small grey lines. They are one element, since Slack puts several elements side by side. */
export function context(...lines: readonly Optional<string>[]): ContextBlock {
  const text = clip(
    compact(...lines)
      .map((line) => oneLine(line, 1_200, '–'))
      .join('\n'),
    limits.text,
  )
  return { type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] }
}

export function contextOf(spans: Line): ContextBlock {
  return {
    type: 'context',
    elements: [{ type: 'mrkdwn', text: clip(mrkdwn(spans), limits.text), verbatim: true }],
  }
}

interface ButtonOptions {
  /** Distinguishes buttons of the same kind in one block. */
  readonly index?: number
  /** `danger` for destructive actions. It also colours the confirmation, which Slack shows in green otherwise. */
  readonly style?: 'primary' | 'danger'
  /** What the button is about, for screen readers, since several buttons of a message may have the same label. */
  readonly of?: string
  /** The whole name for screen readers. It has to include the label. */
  readonly about?: string
  /** A dialog that asks for confirmation, by default with the button's label and "Cancel". */
  readonly asks?: readonly [title: string, text: string, yes?: string, no?: string]
}

/** @returns `null` if the action's ids are too long for a button */
export function button(label: string, action: Action, options: ButtonOptions = {}): Button | null {
  const { index, style, of, about = of && `${label}: ${of}`, asks } = options
  const [title = '', text = '', yes = label, no = 'Cancel'] = asks ?? []
  const encoded = encodeAction(action, index)
  if (encoded === null) return null
  return {
    type: 'button',
    text: plainText(label, limits.button.text),
    ...encoded,
    ...(style && { style }),
    ...(about !== undefined && { accessibility_label: oneLine(about, limits.button.accessibilityLabel) }),
    ...(asks && { confirm: { ...confirmation(title, text, yes, no), ...(style === 'danger' && { style }) } }),
  }
}

/** Runs what would be typed after `/sightline `. */
export function commandButton(label: string, text: string, options: ButtonOptions = {}): Button | null {
  return button(label, { kind: 'run_verb', text }, options)
}

export function buttons(elements: readonly Optional<Button>[], blockId?: string): ActionsBlock[] {
  const shown = compact<Button>(...elements).slice(0, limits.actions.elements)
  if (shown.length === 0) return []
  return [{ type: 'actions', elements: shown, ...(blockId === undefined ? {} : { block_id: blockId }) }]
}

/** Turn the page that an action shows. @param of what the pages list, for screen readers */
export function pageButtons(
  action: Extract<Action, { readonly page: number }>,
  hasNext: boolean,
  of: string,
  [previous, next] = ['Previous page', 'Next page'] as readonly [string, string],
): readonly Optional<Button>[] {
  const { page } = action
  return [
    page > 1 && button(previous, { ...action, page: page - 1 }, { index: 0, of }),
    hasNext && button(next, { ...action, page: page + 1 }, { index: 1, of }),
  ]
}

/** A "⋯" menu of actions on one thing. Actions that are too long for an option are omitted. */
export function menu(choices: readonly (readonly [label: string, action: Action])[]): Overflow | null {
  const options = choices.flatMap(([label, action]) => {
    const value = encodeChoice(action)
    return value === null ? [] : [{ text: plainText(label, limits.field.optionText), value }]
  })
  if (options.length === 0) return null
  return { type: 'overflow', action_id: menuActionId, options: options.slice(0, limits.menu.options) }
}

export function row(lines: readonly Optional<Line>[], accessory: Button | Overflow | null): SectionBlock {
  return {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: clip(
        compact<Line>(...lines)
          .map(styled)
          .join('\n'),
        limits.text,
      ),
      verbatim: true,
    },
    ...(accessory === null ? {} : { accessory }),
  }
}

const permalink = /^https:\/\/[a-z0-9.-]{1,100}\.slack(?:-gov)?\.com\/archives\/[A-Z0-9]{2,32}\/p\d{6,30}$/

/** Slack opens the link. It also sends us the click, which we ignore. */
export function linkButton(label: string, url: string | null, about: string): Button | null {
  if (url === null || !permalink.test(url)) return null
  return {
    type: 'button',
    text: plainText(label, limits.button.text),
    url,
    action_id: 'sl1.link',
    accessibility_label: oneLine(`${label}: ${about}`, limits.button.accessibilityLabel),
  }
}

/** A name in bold that links to a message, if there is one. */
export function titleSpan(name: string, url: string | null): Span {
  return url === null || !permalink.test(url) ? bold(name) : { text: name, link: url, isBold: true }
}

export function confirmation(title: string, text: string, yes: string, no: string): ConfirmationDialog {
  return {
    title: plainText(title, limits.confirm.title),
    text: plainText(text, limits.confirm.text),
    confirm: plainText(yes, limits.confirm.confirm),
    deny: plainText(no, limits.confirm.confirm),
  }
}

/** Blocks, characters, tables and charts. */
type Size = readonly number[]

const { message } = limits
const room: Size = [message.blocks, message.allText, message.tables, message.charts]

/** Blocks that are shown together or not at all. */
export interface Part {
  readonly blocks: readonly Block[]
  /** Versions that later updates may turn these blocks into: the budget reserves space for the biggest. */
  readonly laterVersions?: readonly (readonly Block[])[]
}

interface List {
  readonly lead?: readonly Optional<Block>[]
  readonly items: readonly (Part | Block)[]
  /** A short note about omitted items; space for it is always reserved. */
  readonly more?: (omittedCount: number) => string
  readonly end?: readonly Optional<Block>[]
}

/** As many items as fit beside the other blocks, in order: the first one that doesn't fit ends the list. */
export function fitted({ lead = [], items, more, end = [] }: List) {
  const parts = items.map((item) => ('blocks' in item ? item : { blocks: [item] }))
  const [before, after] = [compact<Block>(...lead), compact<Block>(...end)]
  const note = (count: number) => (more === undefined ? [] : [context(more(count))])
  let used = measure([...before, ...note(parts.length), ...after])
  const firstOmitted = parts.findIndex((part) => {
    used = add(used, sizeOf(part))
    return used.some((size, index) => size > (room[index] ?? 0))
  })
  const shown = firstOmitted < 0 ? parts : parts.slice(0, firstOmitted)
  const omitted = parts.slice(shown.length)
  return {
    blocks: [
      ...before,
      ...shown.flatMap(({ blocks }) => blocks),
      ...(omitted.length > 0 ? note(omitted.length) : []),
      ...after,
    ],
    omitted,
  }
}

export function listMessage(list: List): Message {
  return messageOf(fitted(list).blocks)
}

/** Items in as many messages as they need, at most `most`. @param more at the end of the last, about those left out */
export function paginate(
  items: readonly Part[],
  most: number,
  more: (omittedCount: number) => string,
): readonly (readonly Block[])[] {
  const messages: (readonly Block[])[] = []
  let rest = items
  while (rest.length > 0 && messages.length < most) {
    const isLast = messages.length + 1 === most
    const { blocks, omitted } = fitted({ items: rest, ...(isLast ? { more } : {}) })
    // Views clip their texts, so no item is too big for an empty message. If one is, a note beats an endless loop.
    if (omitted.length === rest.length) return [...messages, [context(more(rest.length))]]
    messages.push(blocks)
    rest = omitted
  }
  return messages
}

function measure(blocks: readonly Block[]): Size {
  const count = (...types: readonly string[]) => blocks.filter(({ type }) => types.includes(type)).length
  return [blocks.length, textLength(blocks), count('table', 'data_table'), count('data_visualization')]
}

function sizeOf({ blocks, laterVersions = [] }: Part): Size {
  return laterVersions.map(measure).reduce(max, measure(blocks))
}

const add = (a: Size, b: Size) => a.map((one, index) => one + (b[index] ?? 0))
const max = (a: Size, b: Size) => a.map((one, index) => Math.max(one, b[index] ?? 0))

export interface AnswerOptions {
  /** The answer is private, and the asker may share it with the channel; `anyway`: although other companies read it. */
  readonly shareable: boolean | 'anyway'
  /** What was typed after `/sightline `. */
  readonly command: string
  /** Slack user id of the person who shared it. */
  readonly sharedBy?: string
  /** The question is visible above the answer, so readers know who asked. */
  readonly belowQuestion?: boolean
}

/** One row: the answer's buttons and the one that shares it. Below a shared one, who shared it. */
export function answerFooter(
  options: AnswerOptions,
  answerButtons: readonly Optional<Button>[] = [],
): readonly Block[] {
  const share = shareChoice(options)
  return [
    ...buttons([...answerButtons, share === null ? null : button(share.label, share.action)]),
    ...sharedLine(options),
  ]
}

/** The button that shares a private answer; `null` for any other. */
export function shareChoice({
  shareable,
  command: text,
  sharedBy,
}: AnswerOptions): { readonly label: string; readonly action: Action } | null {
  if (shareable === false || sharedBy !== undefined) return null
  return shareable === 'anyway'
    ? { label: shareAnyway, action: { kind: 'share', text, anyway: true } }
    : { label: 'Share to channel', action: { kind: 'share', text } }
}

const shareAnyway = 'Share anyway'

/** Who shared the answer, and the command they typed. Empty for a private answer. */
export function sharedLine({ command, sharedBy, belowQuestion }: AnswerOptions): readonly Block[] {
  if (sharedBy === undefined || belowQuestion === true) return []
  return [contextOf(['Shared by ', { user: sharedBy }, ` from /sightline ${oneLine(command, 200, '')}`])]
}

/** `#launch is shared with other companies. They will see this digest.` @param content what they will see */
export function sharedChannel(channel: string, content: string): Span[] {
  return [{ channel }, ` is shared with other companies. They will see ${content}.`]
}

/** Asks before other companies can read an answer. @param text of the answer's command @param isKnown Slack said so */
export function askToShare(channel: string, text: string, isKnown: boolean): Message {
  const warning: Line = isKnown
    ? [{ channel }, ' is shared with other companies. They would see this answer.']
    : ['Slack didn’t say who is in ', { channel }, '. Other companies may see this answer.']
  return messageOf([
    richText([[...warning, ' Nothing is shared yet.']]),
    ...buttons([button(shareAnyway, { kind: 'share', text, anyway: true })]),
  ])
}
