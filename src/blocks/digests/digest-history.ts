import type { HistoryLine, HistoryPage } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import { digestName } from '../home/home-digest.ts'
import { textOf } from '../kit/block-text.ts'
import { compose, type Part } from '../kit/budget.ts'
import { button, buttons, context, linkButton } from '../kit/elements.ts'
import { counted, pointWords } from '../kit/numbers.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { postAgainButton } from './delivery-unknown.ts'
import { reasonWords } from './reasons.ts'
import { undeliveredLines } from './undelivered-notices.ts'

export function digestHistory(history: HistoryPage): Message {
  const { of, lines, undelivered } = history
  const trouble = undeliveredLines(undelivered)
  const headline = headlineOf(history)
  const spans = (line: HistoryLine) => lineSpans(line, of === null)
  const { blocks } = compose([
    { lead: [richText([headline, ...trouble])] },
    {
      items: lines.map((line): Part => ({ blocks: [richText(spans(line)), ...lineButtons(line)] })),
      more: (omittedCount) => [context(`${counted(omittedCount, 'more entry', 'more entries')} not shown.`)],
    },
    { lead: pager(history) },
  ])
  return { text: textOf(blocks), blocks }
}

function headlineOf({ of, channel, lines, page }: HistoryPage): Span[] {
  const subject = of === null ? 'the digests' : `“${digestName(of.name)}”`
  const title: Span[] = [{ text: `History of ${subject} in `, style: 'bold' }, { channel }]
  if (lines.length > 0) return [...title, ', newest first.']
  return [...title, page === 1 ? ': nothing yet.' : ': nothing older.']
}

function lineSpans(line: HistoryLine, isNamed: boolean): Span[][] {
  const { slot, name, askedBy, alert } = line
  return [
    [
      { at: slot },
      ...(isNamed ? [' – ', { text: digestName(name), style: 'bold' } as const] : []),
      ...(alert === null ? [] : [` – alert: ${oneLine(alert, 300, 'without a headline')}`]),
      ...(askedBy === null ? [] : [' – requested by ', { user: askedBy }]),
    ],
    outcome(line),
  ]
}

/** `✓ Sent …, in 2.4 s`: the outcome and its reason in words, never only a sign. */
function outcome({ state, reason, finishedAt, tookMs }: HistoryLine): Span[] {
  const because = reasonWords(reason ?? 'not_recorded')
  const when: Span[] = finishedAt === null ? [] : [' ', { at: finishedAt }]
  const took = tookMs === null ? '' : `, in ${duration(tookMs)}`
  switch (state) {
    case 'posted':
      return ['✓ Sent', ...when, took]
    case 'skipped':
      return reason === 'quiet'
        ? ['– Quiet', ...when, `${took}: nothing had changed, so nothing was posted`]
        : ['– Skipped', ...when, `${took}: ${because}`]
    case 'failed':
      return ['✗ Failed', ...when, `${took}: ${because}`]
    case 'unknown':
      return [
        '⚠ Unknown',
        ...when,
        `${took}: Slack didn’t confirm it. Check the channel, and post it again only if it’s missing.`,
      ]
    case 'pending':
      return [reason === null ? '… Being prepared' : `… Will retry: ${because}`]
  }
}

function duration(ms: number): string {
  if (ms < 100) return 'less than 0.1 s'
  if (ms < 60_000) return `${pointWords(ms / 1_000)} s`
  return counted(Math.round(ms / 60_000), 'minute')
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
