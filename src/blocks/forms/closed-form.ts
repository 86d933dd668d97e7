/** The result of a form that was closed before its answer came, for the person who submitted it. */

import type { Message, ModalView } from '../../model/message.ts'
import { messageOf } from '../kit/block-text.ts'
import { listMessage } from '../kit/budget.ts'
import { heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { withoutElements } from './modal.ts'

/** No form has more fields than this that can be wrong at once. */
const sentencesShown = 20

/** The form was refused, and nothing was saved. @param sentences one for each error */
export function closedFormRefused(title: string, sentences: readonly string[]): Message {
  const headline = `${closed(title)} Nothing was saved.`
  const lines: Line[] = [
    ...sentences
      .slice(0, sentencesShown)
      .map((sentence): Span[] => [`• ${oneLine(sentence, 300, 'A field could not be read.')}`]),
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
