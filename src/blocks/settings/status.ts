/** What a channel is set to, where each setting comes from, when its digests come, and who may change that. */
import type { Button } from '@slack/types'
import type { ChannelDigest, UndeliveredNotice } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { ChangeRule, GuestRule } from '../../model/permission.ts'
import type { DigestLength } from '../../store/index.ts'
import { undeliveredLines } from '../digests/undelivered-notices.ts'
import { digestTitle, healthLine, lastRunLine, scheduleLines } from '../home/home-digest.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { compose } from '../kit/budget.ts'
import { button, context, heading, summary } from '../kit/elements.ts'
import { counted, names } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { digestLengthWords } from './setup-form.ts'

/** A setting's value and where it comes from: the channel itself, or the default for channels that didn't set it. */
export interface WithSource<T> {
  readonly value: T
  readonly from: 'channel' | 'configuration' | 'connection'
}

/** An id of the service's, with its name as far as that could be had. */
interface Named {
  readonly id: string
  readonly name: string | null
}

export interface Status {
  /** Slack id. */
  readonly channel: string
  readonly organization: WithSource<Named>
  readonly workspace: WithSource<Named>
  readonly analysis: WithSource<Named>
  /** IANA name. */
  readonly timeZone: WithSource<string>
  /** Empty: all that the service has. */
  readonly subreddits: WithSource<readonly string[]>
  /** Points. */
  readonly noiseBand: WithSource<number>
  readonly digestLength: DigestLength
  /** How many recommendations are tracked by the configuration, and how many more by the channel. */
  readonly tracked: { readonly configured: number; readonly own: number }
  /** Who changed the channel's settings last, and when (ISO 8601 instant); `null`: nobody has. */
  readonly changed: { readonly by: string; readonly at: string } | null
  /** Since when (ISO 8601 instant) Slack refuses the bot's token, and with which code; `null`: it takes it. */
  readonly disconnected: { readonly code: string; readonly since: string } | null
  /** Notices about its digests that reached nobody, the newest first. */
  readonly untold: readonly UndeliveredNotice[]
  readonly digests: readonly ChannelDigest[]
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
}

export function statusAnswer(status: Status, options: AnswerOptions): Message {
  const headline = headlineOf(status)
  const settings = settingLines(status)
  const rules = ruleLines(status.rules)
  const trouble = [...troubleLines(status), ...undeliveredLines(status.untold)]
  const { blocks } = compose([
    { lead: [richText([headline, ...trouble, ...settings])] },
    {
      lead: [heading('Digests'), ...(status.digests.length === 0 ? [richText([noDigest])] : [])],
      items: status.digests.map((digest) => ({ blocks: [richText(digestLines(digest))] })),
      more: (left) => [context(`${counted(left, 'more digest')} not shown.`)],
    },
    { lead: [heading('Who may do what'), richText(rules), ...answerFooter(options, statusButtons())] },
  ])
  const lines = [
    headline,
    ...trouble,
    ...settings,
    ...(status.digests.length === 0 ? [noDigest] : status.digests.flatMap(digestLines)),
    ...rules,
  ]
  return { text: summary(lines.map(mrkdwn)), blocks }
}

function headlineOf({ channel, digests }: Status): Span[] {
  const running = digests.filter(({ pausedFor }) => pausedFor === null).length
  const paused = digests.length - running
  const words = `${running === 0 ? 'no digest' : counted(running, 'digest')} running${paused > 0 ? `, ${paused} paused` : ''}`
  return [{ text: 'What ', style: 'bold' }, { channel }, { text: ` is set to, with ${words}`, style: 'bold' }]
}

function troubleLines({ disconnected }: Status): Span[][] {
  if (disconnected === null) return []
  const { code, since } = disconnected
  return [
    [
      { text: '⚠ No digest is posted: ', style: 'bold' },
      `Slack has disconnected Sightline from this workspace (${oneLine(code, 60, 'no reason given')}) since `,
      { at: since },
      '. Ask whoever runs Sightline to have it installed again; the digests go on by themselves once Slack takes its token.',
    ],
  ]
}

function settingLines(status: Status): Span[][] {
  const { tracked, changed, subreddits, noiseBand, digestLength } = status
  const all = subreddits.value.length === 0
  return [
    placeLine('Organization', status.organization),
    placeLine('Workspace', status.workspace),
    placeLine('Analysis', status.analysis),
    line('Time zone', oneLine(status.timeZone.value, 60, '(none)'), status.timeZone),
    line(
      'Subreddits',
      all
        ? 'all that the service has'
        : names(
            subreddits.value.map((name) => `r/${oneLine(name, 40, '(no name)')}`),
            15,
          ),
      subreddits,
    ),
    line('Noise band', `${counted(noiseBand.value, 'point')}; what moves less is no headline`, noiseBand),
    [{ text: 'Digest length: ', style: 'bold' }, digestLengthWords[digestLength]],
    [
      { text: 'Tracked recommendations: ', style: 'bold' },
      tracked.configured + tracked.own === 0
        ? 'none'
        : `${tracked.configured + tracked.own} (${tracked.configured} from the configuration, ${tracked.own} added here)`,
    ],
    ...(changed === null ? [] : [['Changed here last by ', { user: changed.by }, ', ', { at: changed.at }]]),
  ]
}

const origins: Readonly<Record<WithSource<unknown>['from'], string>> = {
  channel: 'set in this channel',
  configuration: 'from the configuration',
  connection: 'from this Slack workspace’s connection',
}

function line(label: string, value: Span, { from }: WithSource<unknown>): Span[] {
  return [{ text: `${label}: `, style: 'bold' }, value, ` (${origins[from]})`]
}

/** By its name; where the service tells none, by its id, and as one. */
function placeLine(label: string, setting: WithSource<Named>): Span[] {
  const { id, name } = setting.value
  if (name !== null && name !== id) return line(label, oneLine(name, 80, '(no name)'), setting)
  const [start = '', ...rest] = line(label, { text: oneLine(id, 130, '(none)'), style: 'code' }, setting)
  return [start, 'id ', ...rest]
}

const noDigest: Span[] = [
  'None yet. ',
  { text: '/sightline digest', style: 'code' },
  ' sets one up; ',
  { text: '/sightline digest now', style: 'code' },
  ' posts one at once.',
]

function digestLines(digest: ChannelDigest): Span[][] {
  return [digestTitle(digest), ...scheduleLines(digest), lastRunLine(digest), healthLine(digest)]
}

function ruleLines({ changers, guests }: Status['rules']): Span[][] {
  return [
    ['Change settings and digests, create tasks: ', ...changersSpans(changers)],
    [`Guests and people from other organizations: ${guestWords[guests]}`],
  ]
}

function changersSpans(rule: ChangeRule): Span[] {
  if (rule.kind === 'anyone') return ['every member of this workspace']
  if (rule.kind === 'admins') return ['admins and owners of this workspace']
  const listed: Span[] = [
    ...rule.users.map((user): Span => ({ user })),
    ...rule.groups.map((group): Span => ({ group })),
  ]
  const shown = 15
  const left = listed.length - shown
  return [
    ...listed.slice(0, shown).flatMap((one, index): Span[] => (index === 0 ? [one] : [', ', one])),
    ...(left > 0 ? [` and ${left} more`] : []),
  ]
}

const guestWords: Readonly<Record<GuestRule, string>> = {
  nothing: 'nothing',
  read: 'read, and change nothing',
  change: 'the same as members',
}

function statusButtons(): (Button | null)[] {
  return [
    button('Change settings', { kind: 'run_verb', text: 'setup' }, { index: 0 }),
    button('Check that all works', { kind: 'run_verb', text: 'doctor' }, { index: 1 }),
  ]
}
