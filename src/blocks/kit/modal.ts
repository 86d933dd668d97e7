/** Modals without fields: while content loads, when it fails, when an action is done, and with content to read. */

import type { Block, Message, ModalView } from '../../model/message.ts'
import { context, plainText } from './elements.ts'
import { limits } from './limits.ts'
import { asPlainText as asText, withoutChartsAndTables } from './plain.ts'
import { askLine } from './problem.ts'
import { richText } from './spans.ts'
import { manyLines, oneLine } from './text.ts'

/** The callback id of modals without fields, which are never submitted. */
const plainCallbackId = 'sl1.plain'

/** Shown when a modal must open before its content is ready. */
export function loadingModal(title: string, doing = 'Loading… one moment.'): ModalView {
  return plainModal(title, [context(doing)])
}

/** Says what went wrong, in place of a modal's content. @param ask Slack ids of people and user groups who can help */
export function problemModal(
  title: string,
  sentence: string,
  reference: string | null,
  ask: readonly string[] = [],
): ModalView {
  const sentenceText = manyLines(sentence, 1_500, 'Something went wrong.')
  return plainModal(title, [
    richText([[sentenceText], ...(ask.length === 0 ? [] : [askLine(ask)])]),
    ...(reference === null ? [] : [context(`Reference: ${oneLine(reference, 100, 'none')}`)]),
  ])
}

export function doneModal(title: string, sentence: string): ModalView {
  return plainModal(title, [richText([[manyLines(sentence, 2_500, 'Done.')]])])
}

export function contentModal(title: string, blocks: ModalView['blocks']): ModalView {
  return plainModal(title, blocks)
}

/** The blocks of a message as a modal can show them: charts and tables become text, and buttons are removed. */
export function readableInModal(message: Message): readonly Block[] {
  return withoutChartsAndTables(message).blocks.flatMap((block): readonly Block[] => {
    if (block.type === 'actions') return []
    if (block.type === 'section') {
      const { accessory: _, ...section } = block
      return [section]
    }
    return inModals.has(block.type) ? [block] : asText({ text: '', blocks: [block] }).blocks
  })
}

const inModals: ReadonlySet<string> = new Set(['rich_text', 'context', 'header', 'divider', 'image'])

function plainModal(title: string, blocks: ModalView['blocks']): ModalView {
  return {
    type: 'modal',
    title: plainText(oneLine(title, limits.modal.title, 'Sightline'), limits.modal.title),
    close: plainText('Close', limits.modal.title),
    callback_id: plainCallbackId,
    blocks,
  }
}
