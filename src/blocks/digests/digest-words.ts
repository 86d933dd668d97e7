/** A digest as people in its channel see it: its schedule, its last run, and whether a person has to act. */

import type { ChannelDigest, HistoryLine, LastRun, UndeliveredNotice } from '../../model/digest.ts'
import type { DigestSection } from '../../store/index.ts'
import { titleSpan } from '../kit/elements.ts'
import { counted, pointWords } from '../kit/formats.ts'
import {
  bold,
  capital,
  code,
  compact,
  digestName,
  joinedLines,
  type Line,
  oneLine,
  type Span,
} from '../kit/text.ts'
import { alertLines } from './alert.ts'
import { reasonFix, reasonWords, type StepSpan } from './reasons.ts'

/** `Weekly brand visibility in #brand` @param link where its name links to; `null`: nowhere */
export function digestTitle(
  { name, channel }: Pick<ChannelDigest, 'name' | 'channel'>,
  link: string | null = null,
): Span[] {
  return [titleSpan(digestName(name), link), ' in ', { channel }]
}

/** `Every Monday at 9:00 (Berlin).`, the next runs in the reader's time, what its figures cover, and its alerts. */
export function scheduleLines(digest: ChannelDigest): Line[] {
  const { schedule, scope, alerts } = digest
  return compact<Line>(
    [`${scheduleWords(schedule)}.`],
    nextRunsLine(digest),
    scope !== null && [`Covers: ${oneLine(scope, 300, 'unknown filters')}`],
    ...alertLines(alerts),
  )
}

/** `Next: …, then …`; `null` while it is paused. */
export function nextRunsLine({ nextRuns }: Pick<ChannelDigest, 'nextRuns'>): Line | null {
  const times = nextRuns.map((at): Line => [{ at }])
  return times.length === 0 ? null : ['Next: ', ...joinedLines(times, ', then ')]
}

/** For a paused one, why it doesn't come. */
export function plannedLines(digest: ChannelDigest): Line[] {
  return digest.pausedFor === null ? scheduleLines(digest) : [healthLine(digest)]
}

export function scheduleWords(schedule: string): string {
  return oneLine(schedule, 300, 'At an unknown time')
}

/** `Last: ✓ posted …`: the outcome and its reason in words, never only a sign. */
export function lastRunLine({ last }: ChannelDigest): Span[] {
  if (last === null) return ['Last: none yet']
  const { state, at, reason } = last
  return ['Last: ', ...outcomeSpans({ state, reason, finishedAt: at, tookMs: null })]
}

/** `✓ posted …, in 2.4 s` */
export function outcomeSpans(line: Pick<HistoryLine, 'state' | 'reason' | 'finishedAt' | 'tookMs'>): Span[] {
  const { state, reason, finishedAt, tookMs } = line
  const because = reasonWords(reason ?? 'not_recorded')
  const when: Span[] = finishedAt === null ? [] : [' ', { at: finishedAt }]
  const took = tookMs === null ? '' : `, in ${duration(tookMs)}`
  switch (state) {
    case 'posted':
      return ['✓ posted', ...when, took]
    case 'skipped':
      return ['– skipped', ...when, `${took}: ${because}`]
    case 'failed':
      return ['✗ failed', ...when, `${took}: ${because}`]
    case 'unknown':
      return ['⚠ unknown', ...when, `${took}: Slack didn’t confirm it. Post it again only if it’s missing`]
    case 'pending':
      return ['… due', ...when, reason === null ? ', being prepared' : `, will retry: ${because}`]
  }
}

function duration(ms: number): string {
  if (ms < 100) return 'less than 0.1 s'
  if (ms < 60_000) return `${pointWords(ms / 1_000)} s`
  return counted(Math.round(ms / 60_000), 'minute')
}

type Step = readonly [string, ...StepSpan[]]

/** What starts a digest again, where its menu with “Resume” isn't shown. */
export const typeResume: Step = ['type ', code('/sightline digest resume'), ' in that channel']

/** `On schedule`, `⏸ Paused by @maya`: whether a person has to act, and how. @param resume what starts it again */
export function healthLine(
  { pausedFor, pausedAt, pausedBy, last }: ChannelDigest,
  resume: Step = typeResume,
): Span[] {
  if (pausedFor === null) return runningHealth(last)
  const since: Span[] = pausedAt === null ? [] : [' since ', { at: pausedAt }]
  if (pausedFor === 'paused_by_hand') {
    const by: Span[] = pausedBy === null ? [] : [' by ', { user: pausedBy }]
    return ['⏸ Paused', ...by, ...since]
  }
  const fix = reasonFix(pausedFor, resume)
  const [verb, ...where] = resume
  return [
    fix === null ? '⏸ Paused' : '✗ Stopped',
    ...since,
    `: ${reasonWords(pausedFor)}. `,
    ...(fix ?? [capital(verb), ...where, ' to restart it.']),
  ]
}

/** A digest that waits for one of these reasons is on schedule. */
const planned: ReadonlySet<unknown> = new Set(['quiet_hours', 'posting_again'])

function runningHealth(last: LastRun | null): Span[] {
  switch (last?.state) {
    case 'failed':
      return ['⚠ The last one was not posted; the next one is on schedule']
    case 'unknown':
      return ['⚠ The last one may not have been posted: check the channel. The next one is on schedule']
    case 'pending':
      return last.reason === null || planned.has(last.reason)
        ? ['On schedule']
        : [`⚠ Retrying: ${reasonWords(last.reason)}, since `, { at: last.at }]
    case undefined:
      return ['Scheduled']
    default:
      return ['On schedule']
  }
}

/** What a digest can include: in the form, and in a sentence. */
export const sectionWords: Readonly<
  Record<DigestSection, { readonly choice: string; readonly note?: string; readonly name: string }>
> = {
  visibility: { choice: 'Visibility: rank, score, competitors', name: 'visibility' },
  engines: { choice: 'Engines: where the brand is strong and weak', name: 'engines' },
  reddit: { choice: 'Reddit: summaries and sentiment', name: 'Reddit' },
  actions: {
    choice: 'Recommendations: what to do, with a button for each task',
    name: 'recommendations',
  },
  evaluations: {
    choice: 'Website evaluations: those watched in this channel',
    name: 'website evaluations',
  },
  review: {
    choice: 'Review: what was done and what has changed since',
    note: 'A digest of its own, every week or month.',
    name: 'the review',
  },
}

const news: Readonly<Record<UndeliveredNotice['kind'], string>> = {
  paused: 'it is paused',
  not_posted: 'one wasn’t posted',
  unknown: 'one may not have arrived',
  owner_wanted: 'it has no owner',
  restore: 'it stopped when Sightline was removed from this workspace',
}

export function undeliveredLines(undelivered: readonly UndeliveredNotice[]): Line[] {
  return undelivered.map(({ name, kind, reason, at }) => [
    bold(`⚠ Nobody could be notified about “${oneLine(name, 80, 'the digest')}”: `),
    `${news[kind]} (${reasonWords(reason)}, `,
    { at },
    ').',
    ...(kind === 'paused' || kind === 'restore'
      ? [' ', code('/sightline digest resume'), ' restarts it.']
      : []),
  ])
}
