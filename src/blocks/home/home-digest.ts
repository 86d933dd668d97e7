/** A digest as its channel's people look at it: when it comes, how the last one went, whether something is to be done. */
import type { ChannelDigest, LastRun } from '../../model/digest.ts'
import { alertsInWords, quietInWords } from '../digests/alert-words.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** `Weekly brand visibility in #brand` */
export function digestTitle({ name, channel }: Pick<ChannelDigest, 'name' | 'channel'>): Span[] {
  return [{ text: digestName(name), style: 'bold' }, ' in ', { channel }]
}

export function digestName(name: string): string {
  return oneLine(name, 100, '(digest without a name)')
}

/** `Comes every Monday at 09:00, Europe/Berlin.`, when that is for the reader, and what it tells in between. */
export function scheduleLines({ schedule, nextRuns, alerts }: ChannelDigest): Span[][] {
  const comes = `Comes ${oneLine(schedule, 300, 'at an unknown time')}.`
  const between = alertLines(alerts)
  if (nextRuns.length === 0) return [[comes], ...between]
  const times = nextRuns.flatMap((at, index): Span[] => [...(index === 0 ? [] : [', then ']), { at }])
  return [[comes], ['Next: ', ...times], ...between]
}

/** `comes every Monday at 09:00, Europe/Berlin; next …, then ….`: the same in one line, for one of many. */
export function timesLine({ schedule, nextRuns }: Pick<ChannelDigest, 'schedule' | 'nextRuns'>): Span[] {
  const next = nextRuns.flatMap((at, index): Span[] => [index === 0 ? '; next ' : ', then ', { at }])
  return [`comes ${oneLine(schedule, 300, 'at an unknown time')}`, ...next, '.']
}

function alertLines(alerts: ChannelDigest['alerts']): Span[][] {
  const when = alertsInWords(alerts)
  if (when === null) return []
  return [[`Alerts: ${when}${alerts.quietHours === null ? '' : `; ${quietInWords(alerts.quietHours)}`}.`]]
}

/** `Last: ✓ sent …`; what it is and why, never a sign alone. */
export function lastRunLine({ last }: ChannelDigest): Span[] {
  if (last === null) return ['Last: none yet']
  const because = last.reason === null ? '' : `: ${reasonWords(last.reason)}`
  switch (last.state) {
    case 'posted':
      return ['Last: ✓ sent ', { at: last.at }]
    case 'skipped':
      return ['Last: – left out ', { at: last.at }, because]
    case 'failed':
      return ['Last: ✗ failed ', { at: last.at }, because]
    case 'unknown':
      return ['Last: ⚠ unknown ', { at: last.at }, ': Slack did not say whether it took it']
    case 'pending':
    case 'posting':
      return last.reason === null
        ? ['Last: … the one of ', { at: last.at }, ' is being put together']
        : ['Last: … the one of ', { at: last.at }, ` waits for its next try: ${reasonWords(last.reason)}`]
  }
}

/** `Health: ✓ good`: whether somebody has to do something, and what. */
export function healthLine({ pausedFor, pausedAt, last }: ChannelDigest): Span[] {
  if (pausedFor === null) return [`Health: ${runningHealth(last)}`]
  const since: Span[] = pausedAt === null ? [] : [' since ', { at: pausedAt }]
  const cure = Object.hasOwn(cures, pausedFor) ? cures[pausedFor] : undefined
  return [
    cure === undefined ? 'Health: ⏸ paused' : 'Health: ✗ stopped',
    ...since,
    `: ${reasonWords(pausedFor)}. `,
    cure ?? '“Resume” lets it run again.',
  ]
}

function runningHealth(last: LastRun | null): string {
  switch (last?.state) {
    case 'failed':
      return '⚠ needs a look: the last one did not arrive. The next one is tried as usual.'
    case 'unknown':
      return '⚠ needs a look: the last one may be in the channel or not. The next one is tried as usual.'
    case undefined:
      return '✓ good: it waits for its first run.'
    default:
      return '✓ good: it runs.'
  }
}

const letPost = 'Let Sightline post there, then use “Resume”.'
const fewMayPost = 'only some people may post in the channel'

/** What mends a pause that Slack or the configuration caused. */
const cures: Readonly<Record<string, string>> = {
  not_in_channel: 'Type /invite @Sightline there, then use “Resume”.',
  channel_not_found: 'Type /invite @Sightline there, then use “Resume”.',
  is_archived: 'Unarchive the channel, then use “Resume”.',
  restricted_action: letPost,
  restricted_action_read_only_channel: letPost,
  posting_to_general_channel_denied: letPost,
  missing_scope: 'Whoever runs Sightline has to reinstall the Slack app, then use “Resume”.',
  schedule_unreadable: 'Set its schedule anew, then use “Resume”.',
  uninstalled: 'Use “Resume” to have it again.',
  removed_from_settings: 'Whoever runs Sightline can put the channel back (SIGHTLINE_DIGEST_CHANNELS).',
}

const reasons: Readonly<Record<string, string>> = {
  '': 'no reason was recorded',
  schedule_unreadable: 'its schedule can’t be read',
  not_in_channel: 'Sightline is not in the channel',
  channel_not_found: "Sightline can't see the channel",
  is_archived: 'the channel is archived',
  restricted_action: fewMayPost,
  restricted_action_read_only_channel: fewMayPost,
  posting_to_general_channel_denied: fewMayPost,
  missing_scope: 'Sightline lacks a permission in Slack',
  ratelimited: 'Slack asked to slow down',
  quiet: 'nothing had changed',
  paused_by_hand: 'somebody paused it',
  uninstalled: 'Sightline was taken out of this workspace',
  removed_from_settings: 'the channel is no longer in the configuration',
}

/** What a reason begins with that tells of an earlier one. */
const earlier = ['paused', 'given up after the grace time'] as const

/** Slack's codes in words; a sentence without its full stop, since ours follows. */
export function reasonWords(reason: string): string {
  for (const begin of earlier)
    if (reason.startsWith(`${begin}: `)) return `${begin}: ${reasonWords(reason.slice(begin.length + 2))}`
  const known = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  if (known !== undefined) return known
  return /^[a-z_0-9]{1,60}$/.test(reason)
    ? `Slack said “${reason}”`
    : oneLine(reason, 300, 'no reason was recorded').replace(/\.$/, '')
}
