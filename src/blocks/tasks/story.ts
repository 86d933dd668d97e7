/** "See how": the weeks before and since a task, and what these figures can't show. */
import type { Block, Message, ModalView } from '../../model/message.ts'
import type { RecommendationIds } from '../../model/recommendation.ts'
import type { Story } from '../../model/story.ts'
import type { ChartNote } from '../../model/trend.ts'
import { contentModal, readableInModal } from '../forms/modal.ts'
import { buttons, context, heading, messageOf } from '../kit/elements.ts'
import { isNumber } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { compact, richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { weeksChart } from '../visibility/trend.ts'
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
  task: RecommendationIds & { readonly taskId: string },
): ModalView {
  return contentModal(storyTitle, [
    ...readableInModal(storyAnswer(story)),
    ...buttons([viewButton(task, oneLine(story.name, 50, 'the task'))]),
  ])
}

export function storyBlocks(task: TaskStory): readonly Block[] {
  const chart = chartOf(task)
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
function chartOf({ story: { chart, own, aim }, notes, ...words }: TaskStory) {
  const weeks = (chart?.weeks ?? []).filter(({ scores }) => isNumber(scores[0] ?? null))
  if (chart === null || weeks.length < 2) return null
  return weeksChart({
    title: `Before and since: ${aimName(aim, words)}`,
    lines: chart.lines.map(({ brand, engine }) => (brand === own ? engineOrAll(engine) : brand)),
    weeks,
    notes,
    since: weeks.find(({ isSince }) => isSince)?.start,
    axes: { x_label: 'Week of', y_label: 'Visibility (%)' },
  })
}
