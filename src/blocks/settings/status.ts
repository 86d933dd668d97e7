/** A channel's settings, its digests, and who may change them. */
import type { Button } from '@slack/types'
import type { ChannelDefaults } from '../../model/channel.ts'
import type { ChannelDigest, UndeliveredNotice } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { ChangeRule, GuestRule } from '../../model/permission.ts'
import { undeliveredLines } from '../digests/undelivered-notices.ts'
import { digestTitle, healthLine, lastRunLine, scheduleLines } from '../home/home-digest.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { compose } from '../kit/budget.ts'
import { button, context, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import type { ChannelSummary, SettingInWords } from './setup-words.ts'

export interface Status {
  readonly settings: ChannelSummary
  readonly undelivered: readonly UndeliveredNotice[]
  readonly digests: readonly ChannelDigest[]
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
}

export function statusAnswer(status: Status, options: AnswerOptions): Message {
  const headline = headlineOf(status)
  const settings = settingLines(status.settings)
  const rules = ruleLines(status.rules)
  const trouble = undeliveredLines(status.undelivered)
  const { blocks } = compose([
    { lead: [richText([headline, ...trouble, ...settings])] },
    {
      lead: [heading('Digests'), ...(status.digests.length === 0 ? [richText([noDigest])] : [])],
      items: status.digests.map((digest) => ({ blocks: [richText(digestLines(digest))] })),
      more: (omittedCount) => [context(`${counted(omittedCount, 'more digest')} not shown.`)],
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

function headlineOf({ settings: { channel }, digests }: Status): Span[] {
  const running = digests.filter(({ pausedFor }) => pausedFor === null).length
  const paused = digests.length - running
  const words = `${running === 0 ? 'no digest' : counted(running, 'digest')} running${paused > 0 ? `, ${paused} paused` : ''}`
  return [{ text: 'Settings for ', style: 'bold' }, { channel }, { text: `, ${words}`, style: 'bold' }]
}

function settingLines({ settings, changed }: ChannelSummary): Span[][] {
  return [
    ...settings.filter(({ words }) => words.length > 0).map(settingLine),
    ...(changed === null ? [] : [['Last changed by ', { user: changed.by }, ', ', { at: changed.at }]]),
  ]
}

function settingLine({ label, words, defaultFrom }: SettingInWords): Span[] {
  const source = defaultFrom === null ? [] : [` (${defaultWords(defaultFrom)})`]
  return [{ text: `${label}: `, style: 'bold' }, ...words, ...source]
}

function defaultWords(from: ChannelDefaults['placeFrom']): string {
  return from === 'connection' ? 'default of this Slack workspace' : 'default'
}

const noDigest: Span[] = [
  'None yet. ',
  { text: '/sightline digest', style: 'code' },
  ' sets one up, ',
  { text: '/sightline digest now', style: 'code' },
  ' posts one now.',
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
  const omittedCount = listed.length - shown
  return [
    ...listed.slice(0, shown).flatMap((one, index): Span[] => (index === 0 ? [one] : [', ', one])),
    ...(omittedCount > 0 ? [` and ${omittedCount} more`] : []),
  ]
}

const guestWords: Readonly<Record<GuestRule, string>> = {
  nothing: 'nothing',
  read: 'read only',
  change: 'the same as members',
}

function statusButtons(): (Button | null)[] {
  return [
    button('Change settings', { kind: 'run_verb', text: 'settings' }, { index: 0 }),
    button('Check everything', { kind: 'run_verb', text: 'doctor' }, { index: 1 }),
  ]
}
