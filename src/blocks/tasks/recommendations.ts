/** What to do: one recommendation with the beginning of its brief and its task, and the list of a channel. */

import type { Button } from '@slack/types'
import type { NewsSinceDigest, RecommendationNews } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import type { ClickOutcome, Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { actionIdPattern } from '../kit/codec.ts'
import {
  type AnswerOptions,
  answerFooter,
  buttons,
  commandButton,
  confirmation,
  context,
  heading,
  listMessage,
  messageOf,
  type Part,
} from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import {
  bold,
  clip,
  code,
  compact,
  type Line,
  manyLines,
  oneLine,
  recommendationId,
  richText,
  type Span,
  shortId,
} from '../kit/text.ts'
import { excerpt } from '../markdown/markdown.ts'
import {
  aimButton,
  aimSentence,
  largestStates,
  recommendationBlockId,
  type TaskAimed,
  type TaskPlace,
  taskBlocks,
} from './task-state.ts'

const titleLength = 150
const excerptLength = 240

/**
 * @param copy counts the recommendations of a message from 0
 * @param news what the last digest can't have shown, which is marked; `undefined`: nothing
 */
export function markedRecommendationPart(
  section: Section<Recommendation>,
  copy: number,
  news?: RecommendationNews,
  outcome?: ClickOutcome,
): Part {
  if (!section.ok) return { blocks: [richText(unavailable(section))] }
  const title = recommendationTitle(section)
  const lines = bodyLines(section.data, title, news)
  const { now, later } = drawnIn(section.data, { copy, outcome }, title, lines)
  return { blocks: now, laterVersions: largestStates.map(later) }
}

/**
 * Its title after `lead`, the first sentence of its brief, and its buttons.
 * @param more a button beside them
 * @param sentenceLength a longer sentence is left out, because part of it would be none
 */
export function leadingRecommendation(
  data: Recommendation,
  lead: string,
  more: Button | null,
  sentenceLength: number,
): readonly Block[] {
  // Nobody knows a recommendation by its id.
  const title =
    data.briefs.length === 0 ? 'A recommendation without a brief' : recommendationTitle({ ok: true, data })
  const sentence = firstSentence(data.briefs[0]?.body ?? '', sentenceLength)
  const lines: Line[] = compact<Line>([bold(lead), bold(title)], sentence !== null && [sentence])
  return drawnIn(data, { copy: 0, more }, title, lines).now
}

/** `null`: it is too long to be shown whole. */
function firstSentence(body: string, longest: number): string | null {
  const [sentence = ''] = /^.*?[.!?](?=\s|$)/u.exec(excerpt(body, 2 * longest)) ?? []
  return sentence === '' || sentence.length > longest ? null : sentence
}

function drawnIn(
  data: Recommendation,
  drawn: Pick<TaskPlace, 'copy' | 'more' | 'outcome'>,
  title: string,
  lines: Line[],
) {
  const place = { ...drawn, revision: 0, canViewBrief: data.briefs.length > 0, about: title }
  const body = richText(lines, recommendationBlockId(data, drawn.copy, 'body'))
  const later = (task: Recommendation['task']): readonly Block[] => [
    body,
    ...taskBlocks(data, task, { ...place, canViewBrief: true }),
  ]
  const now: readonly Block[] = [body, ...taskBlocks(data, data.task, place)]
  return { now, later }
}

/** The title of the first brief. People know a recommendation by it. */
function recommendationTitle(section: Section<Recommendation>): string {
  if (!section.ok) return subjectOf(section)
  const [brief] = section.data.briefs
  return brief === undefined
    ? recommendationId(section.data.resultId)
    : oneLine(brief.title, titleLength, '(untitled brief)')
}

function bodyLines(
  { briefs, resultId }: Recommendation,
  title: string,
  news: RecommendationNews | undefined,
): Line[] {
  const lines: Line[] = compact([bold(title)], news !== undefined && newsLine(news))
  const [brief, second, ...others] = briefs
  if (brief === undefined) return [...lines, ['No brief yet.', ...wholeId(resultId)]]
  lines.push([excerpt(brief.body, excerptLength)])
  if (second !== undefined) {
    const next = oneLine(second.title, 100, '(untitled brief)')
    lines.push([`Also includes: ${next}${others.length > 0 ? `, and ${others.length} more` : ''}`])
  }
  return lines
}

/** `New since the last digest: now tracked here, 2 briefs added or updated.` */
function newsLine({ tracked, briefs }: RecommendationNews): Span[] {
  const changes = compact(
    tracked && 'now tracked here',
    briefs > 0 && `${counted(briefs, 'brief')} added or updated`,
  )
  return [{ text: `New since the last digest: ${changes.join(', ')}.`, style: 'italic' }]
}

function unavailable(section: Section<Recommendation> & { ok: false }): Line[] {
  return [
    [bold(subjectOf(section))],
    [
      `⚠ Unavailable: ${oneLine(section.reason, 400, 'no reason was given.')}`,
      ...(section.subject === undefined ? [] : wholeId(section.subject)),
    ],
  ]
}

function subjectOf({ subject }: Section<Recommendation> & { ok: false }): string {
  return subject === undefined ? 'A recommendation' : recommendationId(subject)
}

/** For `task`, `actions remove` and the console, if the name has only a part of the id. */
function wholeId(resultId: string): Span[] {
  const whole = oneLine(resultId, 130, '(no id)')
  return whole === shortId(resultId) ? [] : [' Id: ', code(whole)]
}

export function taskAnswer(
  recommendation: Recommendation,
  { outcome, aim }: { readonly outcome?: ClickOutcome | undefined; readonly aim?: TaskAimed | null } = {},
): Message {
  const section = { ok: true, data: recommendation } as const
  const { blocks } = markedRecommendationPart(section, 0, undefined, outcome)
  const { kind } = recommendation.task
  const aimed = aim == null ? null : aimSentence(aim.aim, aim.filterNames)
  return messageOf([
    heading(headlines[kind]),
    ...blocks.map(confirming),
    ...(aimed === null
      ? []
      : [
          context(aimed),
          ...buttons([aimButton(recommendation, recommendation.briefs[0]?.title ?? 'this recommendation')]),
        ]),
    kind === 'none' && context('Nothing is created until you confirm.'),
  ])
}

type TaskKind = Recommendation['task']['kind']

const headlines: Readonly<Record<TaskKind, string>> = {
  none: 'Create a task for this recommendation?',
  creating: 'This recommendation’s task is being created.',
  created: 'This recommendation has a task.',
  unknown: 'This recommendation’s task may not have been created.',
}

const createTask = actionIdPattern('create_task')

/** A person who typed an id has not read the recommendation in a list, so the button asks for confirmation. */
function confirming(block: Block): Block {
  if (block.type !== 'actions') return block
  return {
    ...block,
    elements: block.elements.map((element) =>
      element.type === 'button' && createTask.test(element.action_id ?? '')
        ? { ...element, confirm: question }
        : element,
    ),
  }
}

const question = confirmation(
  'Create this task?',
  'Everyone in the analytics console will see it, and every message with this recommendation will show it.',
  'Create task',
  'Not now',
)

type Recommendations = readonly Section<Recommendation>[]

interface ActionsOptions extends AnswerOptions {
  /** What to mark as new; nothing if there is no digest to compare with. */
  readonly news?: NewsSinceDigest
  /** What was just done, in a sentence that is shown first. */
  readonly done?: string
  /** The outcome of a click on one of them. */
  readonly outcome?: ClickOutcome & { readonly resultId: string }
}

export function tasksLast(sections: Recommendations): Recommendations {
  const hasTask = (section: Section<Recommendation>) =>
    Number(section.ok && section.data.task.kind === 'created')
  return sections.toSorted((a, b) => hasTask(a) - hasTask(b))
}

/** Those without a task first: as many as fit in a message, and a count of the rest. */
export function actionsAnswer(tracked: Recommendations, options: ActionsOptions): Message {
  const sections = tasksLast(tracked)
  const { done, outcome, news = new Map() } = options
  const fresh = news.size === 0 ? [] : [`${news.size} new since the last digest, marked below.`]
  const headline = [actionsHeadline(sections), ...fresh].join(' ')
  return listMessage({
    lead: [
      done !== undefined && richText([[manyLines(done, 600, 'Done.')]]),
      heading(headline),
      sections.length === 0 && richText([howToTrack]),
    ],
    items: sections.map((section, copy) => {
      const fresh = section.ok ? news.get(section.data.resultId) : undefined
      const isClicked = section.ok && section.data.resultId === outcome?.resultId
      return markedRecommendationPart(section, copy, fresh, isClicked ? outcome : undefined)
    }),
    more: (count) => `${counted(count, 'more recommendation')} not shown.`,
    end: answerFooter(options, [
      tracked.length > 0 && commandButton('Stop tracking…', 'actions remove', { index: 1 }),
    ]),
  })
}

export const howToTrack: Line = [
  'To track one, type ',
  code('/sightline actions add'),
  ' and its address in the analytics console, or its id.',
]

/** `Start with “Publish a comparison page”. Recommendations: 3 without a task, 2 with a task.`, as of now. */
export function actionsHeadline(sections: Recommendations): string {
  if (sections.length === 0) return 'No recommendations tracked here yet.'
  const read = sections.filter((section) => section.ok)
  const open = read.filter(({ data }) => data.task.kind === 'none').length
  const done = read.filter(({ data }) => data.task.kind === 'created').length
  const creating = read.filter(({ data }) => data.task.kind === 'creating').length
  const unknown = read.length - open - done - creating
  const parts = compact(
    open > 0 && `${open} without a task`,
    done > 0 && `${done} with a task`,
    creating > 0 && `${creating} with a task being created`,
    unknown > 0 && `${unknown} to check`,
    read.length < sections.length && `${sections.length - read.length} unavailable`,
  )
  const first = read.find(({ data }) => data.task.kind === 'none' && data.briefs.length > 0)
  const start = first === undefined ? '' : `Start with “${clip(recommendationTitle(first), 100)}”. `
  return `${start}Recommendations: ${parts.join(', ')}.`
}
