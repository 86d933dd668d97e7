/** The blocks that every view is built from, with texts clipped to Slack's limits. */
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
import { textOf } from './block-text.ts'
import { type Action, encodeAction, encodeChoice, menuActionId } from './codec.ts'
import { limits } from './limits.ts'
import { bold, compact, type Line, mrkdwn, type Optional, richText, type Span, styled } from './spans.ts'
import { clip, oneLine } from './text.ts'

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
