/** Modals with and without fields, and what they keep. */

import type { Button } from '@slack/types'
import type * as z from 'zod'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { withoutChartsAndTables } from '../kit/block-text.ts'
import { context, heading, listMessage, messageOf, plainText, referenceLine } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { askLine } from '../kit/problem.ts'
import {
  bold,
  compact,
  type Line,
  manyLines,
  type Optional,
  oneLine,
  richText,
  type Span,
} from '../kit/text.ts'

export interface Notice {
  /** Slack id of the person whom the sentence is about: it begins with their name. */
  readonly by?: string
  /** Cause, then next step. */
  readonly sentence: string
  /** Finds the same failure in the log; `null` if a person can fix it without help. */
  readonly reference: string | null
  /** Slack ids of people and user groups who can help. */
  readonly ask?: readonly string[]
}

/** Why a form is shown again: errors at single fields, and a notice about the whole form. */
export interface FormProblems<Field extends string = string> {
  readonly errors?: Readonly<Partial<Record<Field, string>>>
  readonly notice?: Notice | null
}

interface FormFrame {
  /** At most 24 characters, like the buttons' labels. */
  readonly title: string
  readonly submit?: string
  readonly callbackId: string
  /** Stored with the modal for the form's own use; at most 3,000 characters. */
  readonly metadata: string
  readonly notice: Notice | null
}

/** A modal with fields. It always has "Cancel". No form has as many blocks as a modal may have. */
export function formModal(frame: FormFrame, content: readonly Block[]): ModalView {
  return {
    type: 'modal',
    title: plainText(frame.title, limits.modal.title),
    submit: plainText(frame.submit ?? 'Save', limits.modal.title),
    close: plainText('Cancel', limits.modal.title),
    callback_id: frame.callbackId,
    private_metadata: frame.metadata,
    blocks: [...formNotice(frame.notice), ...content],
  }
}

/**
 * A button of a form itself.
 * @param id the action id, as `fieldActionId` makes it: the form's `click` recognizes it
 * @param about what the button is about, for screen readers
 */
export function formButton(label: string, id: string, value?: string, about?: string): Button {
  return {
    type: 'button',
    text: plainText(label, limits.button.text),
    action_id: id,
    ...(value !== undefined && { value }),
    ...(about !== undefined && { accessibility_label: oneLine(about, limits.button.accessibilityLabel) }),
  }
}

interface ModalFrame {
  readonly close?: string
  /** By which a form or a button recognizes it; by default, that of modals that are never submitted. */
  readonly callbackId?: string
  readonly metadata?: string
}

export function contentModal(
  title: string,
  blocks: readonly Optional<Block>[],
  { close = 'Close', callbackId = 'sl1.plain', metadata = '' }: ModalFrame = {},
): ModalView {
  return {
    type: 'modal',
    title: plainText(oneLine(title, limits.modal.title, 'Sightline'), limits.modal.title),
    close: plainText(close, limits.modal.title),
    callback_id: callbackId,
    ...(metadata !== '' && { private_metadata: metadata }),
    blocks: compact<Block>(...blocks),
  }
}

export function resultModal(title: string, lines: readonly Optional<Line>[]): ModalView {
  return contentModal(title, [richText(lines)])
}

export function formNotice(notice: Notice | null): readonly Block[] {
  return notice === null ? [] : noticeBlocks(notice, [bold('⚠ Please read this first')])
}

export function noticeBlocks({ by, sentence, reference, ask = [] }: Notice, title?: Line): readonly Block[] {
  const sentenceText = manyLines(sentence, 1_500, 'Something went wrong.')
  return compact<Block>(
    richText([
      title,
      [...(by === undefined ? [] : [{ user: by }, ' ']), sentenceText],
      ask.length > 0 && askLine(ask),
    ]),
    referenceLine(reference),
  )
}

export function loadingModal(title: string, doing = 'Loading… one moment.'): ModalView {
  return contentModal(title, [context(doing)])
}

/** Says what went wrong, in place of a modal's content. */
export function problemModal(title: string, notice: Notice): ModalView {
  return contentModal(title, noticeBlocks(notice))
}

export function doneModal(title: string, sentence: string): ModalView {
  return contentModal(title, [richText([[manyLines(sentence, 2_500, 'Done.')]])])
}

/** The blocks of a message as a modal can show them: charts and tables become text, and buttons are removed. */
export function readableInModal(message: Message): readonly Block[] {
  return withoutChartsAndTables(message).blocks.flatMap(withoutElements)
}

/** Nothing is left of a block that is only a button or a field. */
function withoutElements(block: Block): Block[] {
  if (block.type === 'actions' || block.type === 'input') return []
  if (block.type !== 'section') return [block]
  const { accessory: _, ...section } = block
  return [section]
}

/** How a modal keeps what it needs, as JSON in its `private_metadata`. */
export function modalState<Schema extends z.ZodType>(schema: Schema) {
  return {
    /** @param states the first one that is short enough for a modal is kept; if none is, it can't be read */
    write: (...states: readonly z.input<Schema>[]): string =>
      states
        .map((state) => JSON.stringify(schema.parse(state)))
        .find(({ length }) => length <= limits.modal.metadata) ?? '',
    /** `null`: it can't be read. */
    read: (metadata: string): z.output<Schema> | null => {
      try {
        return schema.parse(JSON.parse(metadata))
      } catch {
        return null
      }
    },
  }
}

// The result of a form that was closed before its answer came, for the person who submitted it.

/** The form was refused, and nothing was saved. @param sentences one for each error */
export function closedFormRefused(title: string, sentences: readonly string[]): Message {
  const headline = `${closed(title)} Nothing was saved.`
  const lines: Line[] = [
    ...sentences.map((sentence): Span[] => [`• ${oneLine(sentence, 300, 'A field could not be read.')}`]),
    ['Reopen the form to fix it.'],
  ]
  return messageOf([heading(headline), richText(lines)])
}

/** The form was answered. @param view the modal that would have replaced it; fields and buttons are omitted */
export function closedFormAnswered(title: string, view: ModalView): Message {
  return listMessage({
    lead: [heading(`${closed(title)} Here’s the result:`)],
    items: view.blocks.flatMap(withoutElements),
    more: (count) => `${counted(count, 'more paragraph')} not shown.`,
  })
}

function closed(title: string): string {
  return `You closed “${oneLine(title, 60, 'a form')}” before it finished.`
}
