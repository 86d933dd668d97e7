/**
 * An alert, posted between two digests: what happened, the figures that show it, and what to do about it; and the words for
 * which alerts are on.
 */

import type { AlertEvent } from '../../model/alert.ts'
import type { ChannelDigest } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import { noFilters } from '../../model/question.ts'
import type { BrandStanding, NamedFilters, ReportPeriod } from '../../model/reports.ts'
import type { AlertKind, AlertSettings } from '../../store/index.ts'
import { alertKinds, markedAlertKinds } from '../../store/tables/digest-settings.ts'
import { evaluationHeadline } from '../evaluations/evaluation.ts'
import { aboutPoints, changeSince, howToRead } from '../kit/change-copy.ts'
import { button, buttons, commandButton, context, contextOf, heading, messageOf } from '../kit/elements.ts'
import {
  changeInSentence,
  counted,
  dayAndMonth,
  names,
  periodWords,
  valueWords,
  visibilityForm,
} from '../kit/formats.ts'
import { code, digestName, engineName, type Line, oneLine, richText } from '../kit/text.ts'
import { subredditName } from '../reddit/reddit.ts'
import { lastWords, nameOf } from '../visibility/headline-copy.ts'
import { filterLines } from '../visibility/scope.ts'
import { standingLine } from '../visibility/visibility.ts'

export interface AlertNews {
  readonly digest: { readonly id: string; readonly name: string }
  readonly events: readonly AlertEvent[]
  /** How many more events there are. */
  readonly left: number
  /** Compared with the same number of days before it. */
  readonly period: ReportPeriod
  /** Empty: all. */
  readonly engines: readonly string[]
  /** Omitted: none. */
  readonly filters?: NamedFilters
  /** What to type after `/sightline ` for the figures. */
  readonly figures: string
  /** Local times, and their zone by its IANA name. `null`: no quiet hours. */
  readonly quiet: { readonly from: string; readonly to: string; readonly timeZone: string } | null
}

type EventOf<Kind extends AlertEvent['kind']> = Extract<AlertEvent, { kind: Kind }>

export function alertMessage(news: AlertNews): Message {
  const [headline = '', ...more] = sentences(news)
  const evidence = evidenceOf(news)
  const measured = hasFigures(news)
    ? [measuredWords(news), ...filterLines(news.filters ?? noFilters), howToRead]
    : []
  const omittedNote = news.left > 0 ? [`${counted(news.left, 'more alert')} not shown.`] : []
  const why = whyOf(news)
  return messageOf([
    heading(headline),
    ...[more, evidence]
      .filter(({ length }) => length > 0)
      .map((lines) => richText(lines.map((line) => [line]))),
    measured.length + omittedNote.length > 0 && context(...measured, ...omittedNote),
    ...nextSteps(news),
    contextOf(why),
    ...controls(news.digest),
  ])
}

/** The most important event in one sentence, and how many more there are. */
export function alertHeadline(news: AlertNews): string {
  const [headline = 'An alert', ...more] = sentences(news)
  const rest = more.length + news.left
  return rest === 0 ? headline : `${headline} And ${counted(rest, 'more alert')}.`
}

const eventsOfKind = <Kind extends AlertEvent['kind']>({ events }: Pick<AlertNews, 'events'>, kind: Kind) =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind)

function sentences(news: AlertNews): readonly string[] {
  return [
    ...overtakenSentence(eventsOfKind(news, 'overtaken')),
    ...eventsOfKind(news, 'vanished').map(vanishedSentence),
    ...eventsOfKind(news, 'fall').map((event) => fallSentence(event, news)),
    ...eventsOfKind(news, 'sentiment').map(sentimentSentence),
    ...eventsOfKind(news, 'evaluation').map(evaluationHeadline),
  ]
}

function overtakenSentence(events: readonly EventOf<'overtaken'>[]): readonly string[] {
  const [first, ...others] = events
  if (first === undefined) return []
  const { own, rival } = first
  const mine = valueWords(own.visibility, visibilityForm)
  return others.length === 0
    ? [
        `▼ ${nameOf(rival)} overtook ${nameOf(own)}: ${valueWords(rival.visibility, visibilityForm)} visibility against ${mine}.`,
      ]
    : [
        `▼ ${names(events.map(({ rival: { brand } }) => brand))} overtook ${nameOf(own)}, which has ${mine} visibility.`,
      ]
}

function fallSentence({ own, since, gap }: EventOf<'fall'>, { period }: AlertNews): string {
  const { visibility } = own
  if (gap !== null) {
    const from = since === null ? '' : ` since ${dayAndMonth(since.from, period.start)}`
    const left = names(gap.without.map(engineName), 5, 40)
    const rest = left === '' ? 'in what was collected' : `without ${left}, where data is missing`
    return `▼ ${nameOf(own)} is down ${aboutPoints(gap.points)} points in visibility${from}, ${rest}.`
  }
  if (since !== null) return `▼ ${nameOf(own)} ${changeSince(since, visibility, period.start)} visibility.`
  const before = valueWords({ ...visibility, value: visibility.previous }, visibilityForm)
  return `▼ ${nameOf(own)} is ${changeInSentence(visibility, visibilityForm)} in visibility, from ${before} to ${valueWords(visibility, visibilityForm)}.`
}

function vanishedSentence({ last }: EventOf<'vanished'>): string {
  const before = lastWords(last, { period: last.period, comparedWith: null })
  return `▼ ${nameOf(last.own)} no longer appears in any answers; ${before}.`
}

function sentimentSentence({ subreddit, sentiment, before }: EventOf<'sentiment'>): string {
  const now = oneLine(sentiment, 60, 'negative').toLowerCase()
  const was = before === null ? '' : ` from ${oneLine(before, 60, 'something else').toLowerCase()}`
  return `▼ Sentiment in ${subredditName(subreddit)} turned${was} to ${now}.`
}

/** More would be longer than a message may be; a button shows all. */
const subredditsDescribed = 8

/** Brands by rank, without duplicates; then the descriptions of subreddits whose sentiment turned. */
function evidenceOf(news: AlertNews): readonly string[] {
  const brands = new Map<string, BrandStanding>()
  for (const event of news.events) {
    if ('rival' in event) brands.set(event.rival.brand, event.rival)
    if ('own' in event) brands.set(event.own.brand, event.own)
  }
  const place = ({ rank }: BrandStanding) => rank ?? Number.MAX_SAFE_INTEGER
  return [
    ...[...brands.values()]
      .toSorted((a, b) => place(a) - place(b))
      .map((standing) => `• ${standingLine(standing, true)}`),
    ...eventsOfKind(news, 'sentiment')
      .slice(0, subredditsDescribed)
      .flatMap(({ subreddit, description }) => {
        const sentence = oneLine(description, 400, '')
        return sentence === '' ? [] : [`• ${subredditName(subreddit)}: ${sentence}`]
      }),
  ]
}

/** News of brands has them. */
const hasFigures = ({ events }: AlertNews): boolean =>
  events.some(({ kind }) => !markedAlertKinds.some((marked) => marked === kind))

function measuredWords({ period, engines }: AlertNews): string {
  const zone = oneLine(period.timeZone, 40, 'unknown time zone')
  const where = engines.length === 0 ? 'all engines' : names(engines.map(engineName), 10, 30)
  return `How measured: ${periodWords(period)} (${zone}), compared with the week before · ${where}`
}

function nextSteps(news: AlertNews): readonly Block[] {
  const figures = hasFigures(news)
  return buttons([
    figures && commandButton('See what to do', 'actions', { index: 0, style: 'primary' }),
    figures && commandButton('See the figures', news.figures, { index: 1 }),
    eventsOfKind(news, 'sentiment').length > 0 &&
      commandButton('Read what Reddit says', 'reddit', { index: 2 }),
    ...eventsOfKind(news, 'evaluation')
      .slice(0, 5)
      .map(({ id, name }, index) =>
        commandButton('See the evaluation', `evaluation ${id}`, {
          index: 3 + index,
          about: `See the evaluation ${oneLine(name, 60, 'Unnamed')}`,
        }),
      ),
  ])
}

function whyOf({ digest, quiet }: AlertNews): Line {
  const quietHours =
    quiet === null ? '' : ` (${quietInWords(quiet)}, ${oneLine(quiet.timeZone, 60, 'unknown time zone')})`
  return [
    `Posted because alerts are on for “${digestName(digest.name)}”${quietHours}. Change them below, or with `,
    code('/sightline digest edit'),
  ]
}

function controls({ id, name }: AlertNews['digest']): readonly Block[] {
  const shownName = digestName(name)
  return buttons([
    button('Change alerts', { kind: 'digest_edit', id }, { of: shownName }),
    button(
      'Turn alerts off',
      { kind: 'digest_alerts_off', id },
      {
        of: shownName,
        asks: [
          'Turn alerts off?',
          `Nobody here will get alerts from “${shownName}” anymore. To turn them on again, edit the digest.`,
          'Turn off',
        ],
      },
    ),
  ])
}

export function alertLines(alerts: ChannelDigest['alerts']): Line[] {
  const when = alertsInWords(alerts)
  if (when === null) return []
  return [[`Alerts: ${when}${alerts.quietHours === null ? '' : `; ${quietInWords(alerts.quietHours)}`}.`]]
}

/** When an alert is posted: in the form, and in a sentence. */
export const alertWords: Readonly<
  Record<AlertKind, { readonly choice: string; readonly when: (alerts: AlertSettings) => string }>
> = {
  overtaken: { choice: 'A competitor overtakes you', when: () => 'a competitor overtakes you' },
  fall: {
    choice: 'Your visibility falls',
    // As it was entered: rounded, it would be another limit.
    when: ({ fall }) => `visibility falls by more than ${fall} ${fall === 1 ? 'point' : 'points'}`,
  },
  sentiment: { choice: 'A subreddit turns negative', when: () => 'a subreddit turns negative' },
  evaluation: {
    choice: 'A watched website evaluation is done',
    when: () => 'a watched evaluation finishes',
  },
}

/** `when a competitor overtakes you, or visibility falls by more than 5 points`; `null`: no alerts are on. */
export function alertsInWords(alerts: AlertSettings): string | null {
  const conditions = alertKinds(alerts).map((kind) => alertWords[kind].when(alerts))
  return conditions.length === 0
    ? null
    : `when ${names(conditions, conditions.length, 80).replace(/, and | and /, ', or ')}`
}

/** `held from 22:00 to 07:00` */
export function quietInWords({ from, to }: NonNullable<AlertSettings['quietHours']>): string {
  return `held from ${oneLine(from, 10, '?')} to ${oneLine(to, 10, '?')}`
}
