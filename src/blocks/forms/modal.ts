import type { Button } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import { context, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { askLine } from '../kit/problem.ts'
import { richText, type Span } from '../kit/spans.ts'
import { manyLines, oneLine } from '../kit/text.ts'

export interface Notice {
  /** Cause, then next step. */
  readonly sentence: string
  /** Finds the same failure in the log; `null` if a person can fix it without help. */
  readonly reference: string | null
  /** Slack ids of people and user groups who can help. */
  readonly ask?: readonly string[]
}

export interface FormFrame {
  /** At most 24 characters, like the buttons' labels. */
  readonly title: string
  readonly submit: string
  readonly callbackId: string
  /** Stored with the modal for the form's own use; at most 3,000 characters. */
  readonly metadata: string
  readonly notice: Notice | null
}

/** A modal with fields. It always has "Cancel"; what does not fit is counted in its last line. */
export function formModal(frame: FormFrame, content: readonly Block[]): ModalView {
  const blocks = [...formNotice(frame.notice), ...content]
  const most = limits.modal.blocks
  const omittedCount = blocks.length - most + 1
  return {
    type: 'modal',
    title: plainText(frame.title, limits.modal.title),
    submit: plainText(frame.submit, limits.modal.title),
    close: plainText('Cancel', limits.modal.title),
    callback_id: frame.callbackId,
    private_metadata: frame.metadata,
    blocks:
      blocks.length <= most
        ? blocks
        : [...blocks.slice(0, most - 1), context(`${counted(omittedCount, 'more part')} not shown.`)],
  }
}

/** A button of a form itself. @param id the action id, as `fieldActionId` makes it: the form's `click` recognizes it */
export function formButton(label: string, id: string): Button {
  return { type: 'button', text: plainText(label, limits.button.text), action_id: id }
}

/** Replaces a form with what was done. @param more buttons, and the ids by which they recognize the modal */
export function resultModal(
  title: string,
  lines: readonly (readonly Span[])[],
  more: { readonly callbackId: string; readonly metadata: string; readonly blocks: readonly Block[] } = {
    callbackId: 'sl1.plain',
    metadata: '',
    blocks: [],
  },
): ModalView {
  return {
    type: 'modal',
    title: plainText(title, limits.modal.title),
    close: plainText('Close', limits.modal.title),
    callback_id: more.callbackId,
    ...(more.metadata === '' ? {} : { private_metadata: more.metadata }),
    blocks: [richText(lines), ...more.blocks],
  }
}

export function formNotice(notice: Notice | null): readonly Block[] {
  if (notice === null) return []
  const { ask = [] } = notice
  const sentenceText = manyLines(notice.sentence, 1_500, 'This couldn’t be done. No reason was recorded.')
  return [
    richText([
      [{ text: '⚠ Please read this first', style: 'bold' }],
      [sentenceText],
      ...(ask.length === 0 ? [] : [askLine(ask)]),
    ]),
    ...(notice.reference === null ? [] : [context(`Reference: ${oneLine(notice.reference, 100, 'none')}`)]),
  ]
}
