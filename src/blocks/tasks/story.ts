/** "See how": the weeks before and since a task, and what these figures can't show. */
import type { Block, DataVisualizationBlock, Message, ModalView } from '../../model/message.ts'
import type { Story } from '../../model/story.ts'
import type { ChartNote } from '../../model/trend.ts'
import { contentModal, readableInModal } from '../forms/modal.ts'
import { messageOf } from '../kit/block-text.ts'
import { rounded, uniqueNames } from '../kit/chart.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import { compact } from '../kit/compact.ts'
import { buttons, context, heading } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { isNumber } from '../kit/numbers.ts'
import { dateWords, shortDay } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { notesOnWeeks, weekMarks } from '../kit/weeks-chart.ts'
import { aimName, engineOrAll, type StoryWords, storySentence } from './story-copy.ts'
import { viewButton } from './task-elements.ts'

export interface TaskStory extends StoryWords {
  /** The name of the task, or else of its recommendation. */
  readonly name: string
  readonly story: Story
  /** The channel's notes from these weeks. */
  readonly notes?: readonly ChartNote[]
}

export const storyTitle = 'What changed since?'

export function storyAnswer(task: TaskStory): Message {
  return messageOf(storyBlocks(task))
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

export function storyBlocks(task: TaskStory): readonly Block[] {
  const chart = weeksChart(task)
  return compact<Block>(
    heading(oneLine(task.name, 150, '(no name)')),
    richText([[storySentence(task.story, task)]]),
    chart?.block,
    context(...(chart?.events ?? []), startLine(task), chart !== null && otherThings),
  )
}

const otherThings =
  'Other things changed in these weeks, too. This shows what happened since, not what caused it.'

/** `Counted from the day it was done, Mon 12 Oct, against up to 16 weeks before, your other engines and your competitors.` */
function startLine({ story: { basis, from, effect }, thisYear }: TaskStory): string {
  const day = `Counted from the day it was ${basis === 'done' ? 'done' : 'created'}, ${dateWords(from, thisYear)}`
  return effect === null
    ? `${day}.`
    : `${day}, against up to 16 weeks before, your other engines and your competitors.`
}

/** The service's scores week by week, with the first week since marked; `null`: too few are known. */
function weeksChart({ story, notes = [], ...words }: TaskStory) {
  // A line has a point for each week, since Slack draws no gaps.
  const weeks = (story.chart?.weeks ?? []).filter(({ scores }) => isNumber(scores[0] ?? null))
  if (story.chart === null || weeks.length < 2) return null
  const events = notesOnWeeks(
    weeks.map(({ start }) => start),
    notes,
  )
  const marks = weekMarks(events)
  const firstSince = weeks.find(({ isSince }) => isSince)?.start
  const categories = uniqueNames(
    weeks.map(
      ({ start }) => `${start === firstSince ? 'Since ' : ''}${shortDay(start)}${marks.get(start) ?? ''}`,
    ),
  )
  const series = story.chart.lines.flatMap(({ brand, engine }, index) => {
    const values = weeks.map(({ scores }) => scores[index] ?? null).filter(isNumber)
    const name = brand === story.own ? engineOrAll(engine) : brand
    return values.length < weeks.length ? [] : [{ name, values }]
  })
  const seriesNames = uniqueNames(series.map(({ name }) => name))
  const block: DataVisualizationBlock = {
    type: 'data_visualization',
    title: clip(`Before and since: ${aimName(story.aim, words)}`, limits.chart.title),
    chart: {
      type: 'line',
      series: series.map(({ values }, index) => ({
        name: seriesNames[index] ?? '',
        data: values.map((value, at) => ({ label: categories[at] ?? '', value: rounded(value) })),
      })),
      axis_config: { categories, x_label: 'Week of', y_label: 'Visibility (%)' },
    },
  }
  return { block, events: events.lines }
}
