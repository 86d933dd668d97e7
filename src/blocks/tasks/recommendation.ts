/** One recommendation: what to do, the beginning of its brief, and its task. */

import type { Button } from '@slack/types'
import type { RecommendationNews } from '../../model/digest.ts'
import type { Block, Message } from '../../model/message.ts'
import type { ClickOutcome, Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { Part } from '../kit/budget.ts'
import { actionIdPattern } from '../kit/codec.ts'
import { buttons, confirmation, context, heading, messageOf } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { bold, code, compact, type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine, recommendationId, shortId } from '../kit/text.ts'
import { excerpt } from '../markdown/markdown.ts'
import { aimButton } from './task-elements.ts'
import { aimSentence, type TaskAimed } from './task-forms.ts'
import { largestStates, recommendationBlockId, type TaskPlace, taskBlocks } from './task-state.ts'

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
  const title = recommendationTitle({ ok: true, data })
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
export function recommendationTitle(section: Section<Recommendation>): string {
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
