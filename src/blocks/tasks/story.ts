/** "See how": the weeks before and since a task, what the others did, and what these figures can't show. */
import type { BeforeAfter, BeforeAfterWeeks, MeasureChange } from '../../model/before-after.ts'
import type { Block, DataVisualizationBlock, Message, ModalView } from '../../model/message.ts'
import type { ChartNote } from '../../model/trend.ts'
import { rounded, uniqueNames } from '../kit/bars.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { buttons, context, heading, summary } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { contentModal, readableInModal } from '../kit/modal.ts'
import { isNumber, notAvailable, numberWords, pointWords } from '../kit/numbers.ts'
import { dateWords, shortDay, shortPeriod } from '../kit/periods.ts'
import { mrkdwn, richText } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { notesOnWeeks, weekMarks } from '../visibility/chart-notes.ts'
import {
  aimName,
  comparedName,
  comparedSentence,
  isNarrowed,
  isReadable,
  type StoryWords,
  signed,
  storySentence,
} from './story-copy.ts'
import { viewButton } from './task-elements.ts'

export interface TaskStory extends StoryWords {
  /** The name of the task, or else of its recommendation. */
  readonly name: string
  readonly story: BeforeAfter
  /** Omitted or `null`: the chart has bars for before and since instead of weeks. */
  readonly weeks?: BeforeAfterWeeks | null
  /** The channel's notes from these weeks. */
  readonly notes?: readonly ChartNote[]
}

export const storyTitle = 'What changed since?'

/** The whole story, for one person. */
export function storyAnswer(task: TaskStory): Message {
  const { blocks, text } = storyPart(task)
  return { text: summary(text.map((line) => mrkdwn([line]))), blocks }
}

/** The same for the Home tab, which can't show messages. A modal has no chart and no table. The brief replaces it. */
export function storyModal(
  story: TaskStory,
  task: RecommendationRef & { readonly taskId: string },
): ModalView {
  const { organizationId, workspaceId, resultId, taskId } = task
  const name = oneLine(story.name, 50, 'the task')
  const state = { kind: 'created', taskId, name, description: '', by: '', at: '' } as const
  return contentModal(storyTitle, [
    ...readableInModal(storyAnswer(story)),
    ...buttons([viewButton({ organizationId, workspaceId, resultId }, state, name)]),
  ])
}

/** A part of a message, and the lines that it adds to the message's `text`, unescaped. */
export function storyPart(
  task: TaskStory,
  isTable = true,
): { readonly blocks: readonly Block[]; readonly text: readonly string[] } {
  const { story } = task
  const title = oneLine(task.name, 150, '(no name)')
  const readable = isReadable(story)
  const chart = readable ? (weeksChart(task) ?? barsChart(task)) : null
  const table = readable && isTable ? storyTable(task) : null
  const compared = readable ? comparedSentence(story, task) : null
  const lines = [storySentence(story, task), ...(compared === null ? [] : [compared])]
  const below = [...(chart?.events ?? []), weeksLine(task), ...(readable ? [otherThings] : [])]
  return {
    text: [title, ...lines, ...below],
    blocks: [
      heading(title),
      richText(lines.map((line) => [line])),
      ...(chart === null ? [] : [chart.block]),
      ...(table === null ? [] : [table.block]),
      context(...below),
    ],
  }
}

const otherThings =
  'Other things changed in these weeks, too. This shows what happened since, not what caused it.'

/** `Before: 14 Sep – 11 Oct. Since: 19 Oct – 15 Nov. Counted from the day it was done, Mon 12 Oct.` */
function weeksLine({ story, thisYear }: TaskStory): string {
  const { before, since, basis, from } = story
  const day = `Counted from the day it was ${basis === 'done' ? 'done' : 'created'}, ${dateWords(from, thisYear)}.`
  return since === null ? day : `Before: ${shortPeriod(before)}. Since: ${shortPeriod(since)}. ${day}`
}

interface StoryChart {
  readonly block: DataVisualizationBlock
  readonly events: readonly string[]
}

/** Slack draws no more points than this. */
const weeksDrawn = 20

/** Week by week, with the first week since marked; `null`: the weeks were not read, or there are too few. */
function weeksChart({ story, weeks: read, notes = [], ...words }: TaskStory): StoryChart | null {
  // A line has a point for each week, since Slack draws no gaps.
  const weeks = (read?.weeks ?? []).filter(({ ownScore }) => isNumber(ownScore)).slice(-weeksDrawn)
  if (read == null || weeks.length < 2) return null
  const events = notesOnWeeks(
    weeks.map(({ start }) => start),
    notes,
  )
  const marks = weekMarks(events)
  const firstSince = weeks.find(({ side }) => side === 'since')?.start
  const categories = uniqueNames(
    weeks.map(
      ({ start }) => `${start === firstSince ? 'Since ' : ''}${shortDay(start)}${marks.get(start) ?? ''}`,
    ),
  )
  const rivals = read.rivals.flatMap((name, index) => {
    const values = weeks.map(({ rivals }) => rivals[index] ?? null).filter(isNumber)
    return values.length < weeks.length ? [] : [{ name, values }]
  })
  return {
    block: chartOf(story, words, 'line', categories, [
      { name: read.ownBrand, values: weeks.map(({ ownScore }) => ownScore ?? 0) },
      ...rivals,
    ]),
    events: events.lines,
  }
}

/** A bar for before and one for since, which takes no further request to the service. */
function barsChart({ story, ...words }: TaskStory): StoryChart | null {
  const rows = visibilityRows({ story, ...words }).flatMap(({ name, change: { before, since } }) =>
    isNumber(before.value) && isNumber(since.value)
      ? [{ name, before: before.value, since: since.value }]
      : [],
  )
  if (rows.length === 0 || story.since === null) return null
  const categories = uniqueNames(rows.map(({ name }) => name))
  return {
    block: chartOf(story, words, 'bar', categories, [
      { name: 'Before', values: rows.map(({ before }) => before) },
      { name: 'Since', values: rows.map(({ since }) => since) },
    ]),
    events: [],
  }
}

function chartOf(
  story: BeforeAfter,
  words: StoryWords,
  type: 'line' | 'bar',
  categories: string[],
  series: readonly { readonly name: string; readonly values: readonly number[] }[],
): DataVisualizationBlock {
  const seriesNames = uniqueNames(series.map(({ name }) => name))
  return {
    type: 'data_visualization',
    title: clip(`Before and since: ${aimName(story.aim, words)}`, limits.chart.title),
    chart: {
      type,
      series: series.map(({ values }, index) => ({
        name: seriesNames[index] ?? '',
        data: values.map((value, at) => ({ label: categories[at] ?? '', value: rounded(value) })),
      })),
      axis_config: {
        categories,
        ...(type === 'line' ? { x_label: 'Week of' } : {}),
        y_label: 'Visibility (%)',
      },
    },
  }
}

interface Row {
  readonly name: string
  readonly change: MeasureChange
}

/** The own brand where the task aims, the own brand on all engines, then what it is compared with. */
function rowsOf({ story, ...words }: Pick<TaskStory, 'story'> & StoryWords): readonly Row[] {
  const ownRows = (name: string, changes: readonly MeasureChange[]) =>
    changes.map((change) => ({ name: change.metric === 'presence' ? `${name}, presence` : name, change }))
  const named = isNarrowed(story) ? `You: ${aimName(story.aim, words)}` : 'You'
  return [
    ...ownRows(named, story.aimed),
    ...ownRows('You: all engines', story.overall),
    ...story.others.map((one) => ({
      name: sentenceCase(comparedName(one, story, words)),
      change: one.change,
    })),
  ]
}

function visibilityRows(task: Pick<TaskStory, 'story'> & StoryWords): readonly Row[] {
  const short: Readonly<Record<string, string>> = { engines: 'You elsewhere', rivals: 'Competitors' }
  const { story } = task
  const aimed = story.aimed.filter(({ metric }) => metric === 'visibility')
  return [
    ...aimed.map((change) => ({
      name: isNarrowed(story) ? `You: ${aimName(story.aim, task)}` : 'You',
      change,
    })),
    ...story.others.map(({ kind, name, change }) => ({ name: short[kind] ?? name ?? '', change })),
  ]
}

function storyTable(task: TaskStory) {
  return dataTable({
    caption: 'Before and since, with 95% margins and answers',
    header: ['Who', 'Before', 'Since', 'Change', 'More than chance?', 'Answers'],
    rows: rowsOf(task).map(({ name, change }) => cellsOf(name, change)),
  })
}

function cellsOf(name: string, { before, since, change, isReliable }: MeasureChange): Cell[] {
  return [
    textCell(oneLine(name, 80, '(unnamed)')),
    numberCell(before.value, valueWords(before)),
    numberCell(since.value, valueWords(since)),
    numberCell(change, signed(change)),
    textCell(isReliable === null ? notAvailable : isReliable ? 'Yes' : 'No'),
    textCell(`${answersWords(before.answers)} → ${answersWords(since.answers)}`),
  ]
}

/** `21.0% ± 1.8` */
function valueWords({ value, margin }: MeasureChange['before']): string {
  if (!isNumber(value)) return notAvailable
  return `${pointWords(value)}%${isNumber(margin) ? ` ± ${pointWords(margin)}` : ''}`
}

function answersWords(answers: number | null): string {
  return isNumber(answers) ? numberWords(answers) : notAvailable
}

function sentenceCase(words: string): string {
  return words.startsWith('you') ? `Y${words.slice(1)}` : words
}
