/** A channel's settings, its digests, and who may change them. */
import type { ChannelDigest, UndeliveredNotice } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { ChangeRule, GuestRule } from '../../model/permission.ts'
import {
  digestTitle,
  healthLine,
  lastRunLine,
  scheduleLines,
  undeliveredLines,
} from '../digests/digest-words.ts'
import { type AnswerOptions, answerFooter, commandButton, heading, listMessage } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { mentions } from '../kit/problem.ts'
import { bold, code, compact, type Line, richText, type Span } from '../kit/text.ts'
import type { ChannelSummary, SettingInWords } from './setup-words.ts'

export interface Status {
  readonly settings: ChannelSummary
  readonly undelivered: readonly UndeliveredNotice[]
  readonly digests: readonly ChannelDigest[]
  readonly rules: { readonly changers: ChangeRule; readonly guests: GuestRule }
}

export function statusAnswer(status: Status, options: AnswerOptions): Message {
  const { settings, digests, rules, undelivered } = status
  return listMessage({
    lead: [
      richText([headlineOf(status), ...undeliveredLines(undelivered), ...settingLines(settings)]),
      heading('Digests'),
      digests.length === 0 && richText([noDigest]),
    ],
    items: digests.map((digest) =>
      richText([digestTitle(digest), ...scheduleLines(digest), lastRunLine(digest), healthLine(digest)]),
    ),
    more: (count) => `${counted(count, 'more digest')} not shown.`,
    end: [
      heading('Who may do what'),
      richText(ruleLines(rules)),
      ...answerFooter(options, [
        commandButton('Change settings', 'settings', { index: 0 }),
        commandButton('Check everything', 'doctor', { index: 1 }),
      ]),
    ],
  })
}

function headlineOf({ settings: { channel }, digests }: Status): Span[] {
  const running = digests.filter(({ pausedFor }) => pausedFor === null).length
  const paused = digests.length - running
  const words = `${running === 0 ? 'no digest' : counted(running, 'digest')} running${paused > 0 ? `, ${paused} paused` : ''}`
  return [bold('Settings for '), { channel }, bold(`, ${words}`)]
}

function settingLines({ settings, changed }: ChannelSummary): Line[] {
  return compact<Line>(
    ...settings.filter(({ words }) => words.length > 0).map(settingLine),
    changed !== null && ['Last changed by ', { user: changed.by }, ', ', { at: changed.at }],
  )
}

function settingLine({ label, words, defaultFrom }: SettingInWords): Line {
  if (defaultFrom === null) return [bold(`${label}: `), ...words]
  const source = defaultFrom === 'connection' ? 'default of this Slack workspace' : 'default'
  return [bold(`${label}: `), ...words, ` (${source})`]
}

const noDigest: Span[] = [
  'None yet. ',
  code('/sightline digest'),
  ' sets one up, ',
  code('/sightline digest now'),
  ' posts one now.',
]

function ruleLines({ changers, guests }: Status['rules']): Line[] {
  return [
    ['Change settings and digests, create tasks: ', ...changersSpans(changers)],
    [`Guests and people from other organizations: ${guestWords[guests]}`],
  ]
}

function changersSpans(rule: ChangeRule): Span[] {
  if (rule.kind === 'anyone') return ['every member of this workspace']
  if (rule.kind === 'admins') return ['admins and owners of this workspace']
  return mentions([...rule.users, ...rule.groups])
}

const guestWords: Readonly<Record<GuestRule, string>> = {
  nothing: 'nothing',
  read: 'read only',
  change: 'the same as members',
}
