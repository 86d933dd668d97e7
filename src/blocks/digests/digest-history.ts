import type { HistoryLine, HistoryPage } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import { listMessage } from '../kit/budget.ts'
import { button, buttons, linkButton } from '../kit/elements.ts'
import { counted, pointWords } from '../kit/numbers.ts'
import { bold, type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { digestName, undeliveredLines } from './digest-words.ts'
import { postAgainButton } from './notices.ts'
import { reasonWords } from './reasons.ts'

export function digestHistory(history: HistoryPage): Message {
  const { of, lines, undelivered } = history
  return listMessage({
    lead: [richText([headlineOf(history), ...undeliveredLines(undelivered)])],
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
