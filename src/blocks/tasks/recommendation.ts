/** One recommendation: what to do, the beginning of its brief, and its task. */
import type { Button } from '@slack/types'
import type { RecommendationNews } from '../../model/digest.ts'
import type { Block } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { Part } from '../kit/budget.ts'
import { actionIdPattern } from '../kit/codec.ts'
import { context, plainText } from '../kit/elements.ts'
import { recommendationId, shortId } from '../kit/ids.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { excerpt } from '../markdown/markdown.ts'
import { largestStates, recommendationBlockId, taskBlocks } from './task-state.ts'

const titleLength = 150
const excerptLength = 240

/** The outcome of a click that created no task, for the person who clicked. */
export interface ClickOutcome {
  /** Cause, then next step; `null`: the task's state says it. */
  readonly sentence: string | null
  /** Finds the click in the log. */
  readonly reference: string
}

/** @param copy counts the recommendations of a message from 0 */
export function recommendationPart(section: Section<Recommendation>, copy: number): Part {
  return markedRecommendationPart(section, copy, undefined)
}

/** Adds the outcome of a click to a recommendation. Its button becomes “Try again”. */
export function withOutcome(part: Part, { sentence, reference }: ClickOutcome): Part {
  const outcomeBlocks = [
    ...(sentence === null ? [] : [richText([[`⚠ ${oneLine(sentence, 600)}`]])]),
    context(`Reference: ${oneLine(reference, 100, 'none')}`),
  ]
  const actions = part.blocks.findIndex(({ type }) => type === 'actions')
  const at = actions < 0 ? part.blocks.length : actions
  const blocks = [...part.blocks.slice(0, at), ...outcomeBlocks, ...part.blocks.slice(at).map(tryAgain)]
  return { blocks }
}

function tryAgain(block: Block): Block {
  if (block.type !== 'actions') return block
  const elements = block.elements.map((element) =>
    element.type === 'button' && createTask.test(element.action_id ?? '')
      ? {
          ...element,
          text: plainText('Try again', limits.button.text),
          accessibility_label: oneLine(
            (element.accessibility_label ?? '').replace(/^Create task/, 'Try again'),
            limits.button.accessibilityLabel,
            'Try again',
          ),
        }
      : element,
  )
  return { ...block, elements }
}

const createTask = actionIdPattern('create_task')

/** The same, with what is new marked. @param news what the last digest can't have shown; `undefined`: nothing */
export function markedRecommendationPart(
  section: Section<Recommendation>,
  copy: number,
  news: RecommendationNews | undefined,
): Part {
  if (!section.ok) return { blocks: [richText(unavailable(section))] }
  const title = recommendationTitle(section)
  return partOf(section.data, copy, title, bodyLines(section.data, title, news))
}

/** Its title after `lead`, the first sentence of its brief, and its buttons. @param more a button beside them */
export function leadingRecommendation(
  data: Recommendation,
  lead: string,
  more: Button | null,
): readonly Block[] {
  const title = recommendationTitle({ ok: true, data })
  const sentence = firstSentence(data.briefs[0]?.body ?? '')
  const lines: Span[][] = [
    [
      { text: lead, style: 'bold' },
      { text: title, style: 'bold' },
    ],
    ...(sentence === null ? [] : [[sentence]]),
  ]
  return drawnIn(data, 0, title, lines, more).now
}

const sentenceLength = 160

/** `null`: it is too long to be shown whole. */
function firstSentence(body: string): string | null {
  const [sentence = ''] = /^.*?[.!?](?=\s|$)/u.exec(excerpt(body, 2 * sentenceLength)) ?? []
  return sentence === '' || sentence.length > sentenceLength ? null : sentence
}

function partOf(data: Recommendation, copy: number, title: string, lines: Span[][]): Part {
  const { now, later } = drawnIn(data, copy, title, lines)
  return { blocks: now, laterVersions: largestStates.map(later) }
}

function drawnIn(
  data: Recommendation,
  copy: number,
  title: string,
  lines: Span[][],
  more: Button | null = null,
) {
  const ref = { organizationId: data.organizationId, workspaceId: data.workspaceId, resultId: data.resultId }
  const place = { copy, revision: 0, canViewBrief: data.briefs.length > 0, about: title, more }
  const body = richText(lines, recommendationBlockId(ref, copy, 'body'))
  const later = (task: Recommendation['task']): readonly Block[] => [
    body,
    ...taskBlocks(ref, task, { ...place, canViewBrief: true }),
  ]
  const now: readonly Block[] = [body, ...taskBlocks(ref, data.task, place)]
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

/** `Publish a comparison page: task created`, for the `text` of an answer. */
export function recommendationText(section: Section<Recommendation>): string {
  if (!section.ok) return `${subjectOf(section)}: unavailable`
  const { briefs, task } = section.data
  const brief = briefs.length === 0 ? ', no brief yet' : ''
  return `${recommendationTitle(section)}${brief}: ${stateWords[task.kind]}`
}

const stateWords: Readonly<Record<Recommendation['task']['kind'], string>> = {
  none: 'no task yet',
  creating: 'task being created',
  created: 'task created',
  unknown: 'its task may not have been created',
}

function bodyLines(
  { briefs, resultId }: Recommendation,
  title: string,
  news: RecommendationNews | undefined,
): Span[][] {
  const lines: Span[][] = [[{ text: title, style: 'bold' }], ...(news === undefined ? [] : [newsLine(news)])]
  const [brief, ...others] = briefs
  if (brief === undefined) return [...lines, ['No brief yet.', ...wholeId(resultId)]]
  lines.push([excerpt(brief.body, excerptLength)])
  if (others.length > 0) {
    const [second] = others
    const next = second === undefined ? '' : oneLine(second.title, 100, '(untitled brief)')
    lines.push([`Also includes: ${next}${others.length > 1 ? `, and ${others.length - 1} more` : ''}`])
  }
  return lines
}

/** `New since the last digest: now tracked here, 2 briefs added or updated.` */
function newsLine({ tracked, briefs }: RecommendationNews): Span[] {
  const changes = [
    ...(tracked ? ['now tracked here'] : []),
    ...(briefs > 0 ? [`${counted(briefs, 'brief')} added or updated`] : []),
  ]
  return [{ text: `New since the last digest: ${changes.join(', ')}.`, style: 'italic' }]
}

function unavailable(section: Section<Recommendation> & { ok: false }): Span[][] {
  return [
    [{ text: subjectOf(section), style: 'bold' }],
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
  return whole === shortId(resultId) ? [] : [' Id: ', { text: whole, style: 'code' }]
}
