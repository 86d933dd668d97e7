/** A digest as one row with a menu of its actions, on the Home tab and in a channel's list. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Block } from '../../model/message.ts'
import {
  alertLines,
  digestName,
  digestTitle,
  healthLine,
  lastRunLine,
  scheduleWords,
} from '../home/home-digest.ts'
import { menu, row } from '../kit/elements.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** For a list of several channels. Its name links to its last message. */
export function digestRow(digest: ChannelDigest, link: string | null): Block {
  return row([joined([digestTitle(digest, link), ...factsOf(digest)])], digestMenu(digest))
}

export function numberedRow(digest: ChannelDigest, number: number, isDetailed: boolean): Block {
  return row(numberedLines(digest, number, isDetailed), digestMenu(digest))
}

/** @param isDetailed adds its next runs, its last run, and its alerts */
export function numberedLines(digest: ChannelDigest, number: number, isDetailed: boolean): Span[][] {
  const name: Span[] = [`${number}. `, { text: digestName(digest.name), style: 'bold' }]
  const next = digest.nextRuns.flatMap((at, index): Span[] => [index === 0 ? 'Next: ' : ', then ', { at }])
  return [
    joined([name, ...factsOf(digest)]),
    ...(isDetailed
      ? [joined([...(next.length === 0 ? [] : [next]), lastRunLine(digest)]), ...alertLines(digest.alerts)]
      : []),
  ]
}

/** `Every Monday at 9:00 (Berlin)`, its filters, `On schedule`. */
function factsOf(digest: ChannelDigest): readonly (readonly Span[])[] {
  const { schedule, scope } = digest
  return [
    [scheduleWords(schedule)],
    ...(scope === null || scope === everything ? [] : [[oneLine(scope, 300, 'unknown filters')]]),
    healthLine(digest),
  ]
}

/** What most digests cover, so it isn't shown. */
const everything = 'All engines'

function joined(parts: readonly (readonly Span[])[]): Span[] {
  return parts.flatMap((part, index): readonly Span[] => (index === 0 ? part : [' · ', ...part]))
}

/** Slack allows five options, so the buttons that post a digest now are under its preview. */
function digestMenu({ id: subscriptionId, pausedFor }: ChannelDigest) {
  return menu([
    ['Edit', { kind: 'digest_edit', subscriptionId }],
    pausedFor === null
      ? ['Pause', { kind: 'digest_pause', subscriptionId }]
      : ['Resume', { kind: 'digest_resume', subscriptionId }],
    ['Preview or post now', { kind: 'digest_test', subscriptionId }],
    ['History', { kind: 'digest_history', of: subscriptionId, page: 1 }],
    ['Delete…', { kind: 'digest_delete_ask', subscriptionId }],
  ])
}
