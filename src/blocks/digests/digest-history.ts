import type { HistoryLine, HistoryPage } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import { listMessage } from '../kit/budget.ts'
import { button, buttons, linkButton } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { bold, type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { digestName, outcomeSpans } from './digest-words.ts'
import { postAgainButton } from './notices.ts'

export function digestHistory(history: HistoryPage): Message {
  const { of, lines } = history
  return listMessage({
    lead: [richText([headlineOf(history)])],
    items: lines.map((line) => ({
      blocks: [richText(lineSpans(line, of === null)), ...lineButtons(line)],
    })),
    more: (count) => `${counted(count, 'more entry', 'more entries')} not shown.`,
    end: pager(history),
  })
}

function headlineOf({ of, channel, lines, page }: HistoryPage): Span[] {
  const subject = of === null ? 'the digests' : `“${digestName(of.name)}”`
  const title: Span[] = [bold(`History of ${subject} in `), { channel }]
  if (lines.length > 0) return [...title, ', newest first.']
  return [...title, page === 1 ? ': nothing yet.' : ': nothing older.']
}

function lineSpans(line: HistoryLine, isNamed: boolean): Line[] {
  const { slot, name, askedBy, alert } = line
  return [
    [
      { at: slot },
      ...(isNamed ? [' – ', bold(digestName(name))] : []),
      alert === null ? '' : ` – alert: ${oneLine(alert, 300, 'without a headline')}`,
      ...(askedBy === null ? [] : [' – requested by ', { user: askedBy }]),
    ],
    outcomeSpans(line),
  ]
}

function lineButtons({ deliveryId, name, state, link }: HistoryLine): readonly Block[] {
  return buttons([
    linkButton('Open the message', link, digestName(name)),
    state === 'unknown' ? postAgainButton({ deliveryId, name }) : null,
  ])
}

function pager({ of, page, hasOlder }: HistoryPage): readonly Block[] {
  const to = (target: number) => ({ kind: 'digest_history', of: of?.id ?? null, page: target }) as const
  return buttons([
    page > 1 ? button('Newer', to(page - 1), { index: 0, about: 'Newer history' }) : null,
    hasOlder ? button('Older', to(page + 1), { index: 1, about: 'Older history' }) : null,
    button('Back to the digests', { kind: 'run_verb', text: 'digest list', inPlace: true }),
  ])
}
