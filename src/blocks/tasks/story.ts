/**
 * "See how": the weeks before and since a task. It says “since”, never “because”: other things change as well. Sentences
 * are plain, unescaped text.
 */

import type { Block, Message, ModalView } from '../../model/message.ts'
import type { RecommendationIds } from '../../model/recommendation.ts'
import type { DatedSentiment, Story, SubredditSentiments } from '../../model/story.ts'
import type { ChartNote } from '../../model/trend.ts'
import type { FilterName } from '../../store/index.ts'
import { contentModal, readableInModal } from '../forms/modal.ts'
import { buttons, context, heading, messageOf } from '../kit/elements.ts'
import { counted, dateWords, isNumber, names, pointWords, rangeWords, shortDay } from '../kit/formats.ts'
import { fitting, limits } from '../kit/limits.ts'
import { compact, engineName, oneLine, richText } from '../kit/text.ts'
import { weeksChart } from '../visibility/trend.ts'
import { aimName, engineOrAll, viewButton } from './task-state.ts'

export interface StoryWords {
  /** Days of this year are written without it. */
  readonly thisYear?: number
  /** The channel's names for topics. */
  readonly filterNames?: readonly FilterName[]
}

/**
 * `Your visibility on Perplexity is up 5.4 points since, relative to your other engines (between +2.1 and +8.7). Now
 * 26.4%.` Then the sentiment in the subreddit that the task names: `Sentiment in r/coffee: negative (3 Oct) → mixed
 * (14 Nov).`
 */
export function storySentence(story: Story, words: StoryWords = {}): string {
  const sentiments = story.sentiments === undefined ? [] : [sentimentSentence(story.sentiments, words)]
  return [measuredSentence(story, words), ...sentiments].join(' ')
}

/** Without the sentiment, and an effect without its interval and today's levels, since “See how” is beside it. */
export function storyInBrief(story: Story, words: StoryWords = {}): string {
  return effectInBrief(story, words) ?? measuredSentence(story, words)
}

/** `Up 5.4 points on Perplexity since, relative to your other engines.`; `null`: no clear effect. */
export function effectInBrief(story: Story, words: StoryWords, since = 'since'): string | null {
  const { state, direction, effect } = story
  if ((state !== 'up' && state !== 'down') || effect === null || !isClear(effect.interval)) return null
  const points = pointWords(Math.abs(effect.points))
  const is = direction === 'up' ? 'Up' : 'Down'
  return `${is} ${points} points on ${aimed(story, words)} ${since}, ${relative}.${movingWords(story)}`
}

/** `ChatGPT`, `ChatGPT, topic “Pricing”,` */
const aimed = ({ aim }: Story, words: StoryWords) =>
  `${aimName(aim, words)}${aim.topics.length > 0 ? ',' : ''}`

function isClear([from, to]: readonly [from: number, to: number]): boolean {
  return from > 0 || to < 0
}

/** An effect isn’t the change of the score: if all engines rise alike, it is 0. */
const relative = 'relative to your other engines'

const movingWords = ({ wasMoving }: Story) =>
  wasMoving ? ' It was already moving before; that isn’t counted.' : ''

function sentimentSentence(
  { subreddit, before, since }: SubredditSentiments,
  { thisYear }: StoryWords,
): string {
  const name = `Sentiment in r/${oneLine(subreddit, 40, '?')}`
  const on = ({ day, sentiment }: DatedSentiment) =>
    `${oneLine(sentiment, 40, '?')} (${shortDay(day, thisYear)})`
  if (before !== null && since !== null) return `${name}: ${on(before)} → ${on(since)}.`
  if (before !== null) return `${name}: ${on(before)}, no summary since.`
  return since === null ? `${name}: no summary.` : `${name}: ${on(since)}, no summary before.`
}

/** Without the sentiment. */
function measuredSentence(story: Story, words: StoryWords): string {
  const { state, direction, effect, weeks } = story
  const aim = aimed(story, words)
  const subject = `Your visibility on ${aim}`
  const points = effect === null ? 'some' : pointWords(Math.abs(effect.points))
  const [from, to] = effect?.interval ?? [0, 0]
  const between = effect === null ? '' : ` (between ${rangeWords([from, to])})`
  const now = levelSentence(story)
  switch (state) {
    case 'unread':
      return 'Sightline is still reading the weeks it needs for this. Check again in an hour.'
    case 'no_aim':
      return `It aims at no engine in particular, so there is nothing to compare it with. To follow it, use “Change aim” in /sightline tasks.${now}`
    case 'no_comparison':
      return `${lackWords(story)}${now}`
    case 'too_early':
      return `Too early to tell (${weeks} of at least 3 weeks). Check again on ${dateWords(story.readableOn, words.thisYear)}.`
    case 'no_effect':
      return `No clear change on ${aim} ${relative} in ${counted(weeks, 'week')}${between.replace(')', ' points)')}.${now}`
    case 'shared':
      return `${subject} is ${direction} ${points} points since, ${relative}${between}, but so are your competitors, so nothing points to this task.${now}`
    case 'up':
    case 'down': {
      if (!isClear([from, to]))
        return `${subject} ${direction === 'up' ? 'rose' : 'fell'} after it, ${relative}, but the newest weeks no longer show it clearly${between.replace(')', ' points)')}.${now}`
      return `${subject} is ${direction} ${points} points since, ${relative}${between}.${movingWords(story)}${now}`
    }
    case 'faded':
      return `${subject} was ${direction} for some weeks after it, ${relative}, and no longer is.${now}`
    case 'back':
      return `${subject} is ${direction} again, by ${points} points, ${relative}${between}.${now}`
  }
}

function lackWords({ lacks, aim }: Story): string {
  switch (lacks) {
    case 'weeks_before':
      return 'No comparison: fewer than 8 weeks before it have data.'
    case 'aimed_engines':
      return `No comparison: ${names(aim.engines.map(engineName), 2, 30)} had no data in most of these weeks.`
    case 'own_brand':
      return 'No comparison: no brand is marked as yours in the console.'
    default:
      return 'No comparison: it takes at least 3 engines that the task doesn’t aim at.'
  }
}

const levelsShown = 3

/** ` Now 26.4%.`, ` Now 26.4% on ChatGPT, 31.0% on Claude.`; empty: not known */
function levelSentence({ levels }: Story): string {
  if (levels.length === 0) return ''
  const shown = levels.slice(0, levelsShown).map(({ engine, score }) => {
    const on = levels.length === 1 && engine !== null ? '' : ` on ${engineOrAll(engine)}`
    return `${pointWords(score)}%${on}`
  })
  const more = levels.length - shown.length
  return ` Now ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

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
function chartOf({ story: { chart, own, aim }, notes }: TaskStory) {
  const weeks = (chart?.weeks ?? []).filter(({ scores }) => isNumber(scores[0] ?? null))
  if (chart === null || weeks.length < 2) return null
  const engines = aim.engines.length === 0 ? [engineOrAll(null)] : aim.engines.map(engineName)
  return weeksChart({
    // The sentence above it names the topics, for which a title has no room.
    title: fitting(2, limits.chart.title, (shown) => `Before and since: ${names(engines, shown, 30)}`),
    lines: chart.lines.map(({ brand, engine }) => (brand === own ? engineOrAll(engine) : brand)),
    weeks,
    notes,
    since: weeks.find(({ isSince }) => isSince)?.start,
    axes: { x_label: 'Week of', y_label: 'Visibility (%)' },
  })
}
