/** Engines, evaluations and task stories in a digest: the line in the message, and the blocks in its thread. */

import type { EngineReport } from '../../model/engine-report.ts'
import type { Block } from '../../model/message.ts'
import { evaluationHeadline, evaluationUnavailable } from '../evaluations/evaluation.ts'
import type { Part } from '../kit/budget.ts'
import { context, heading, row, sentences } from '../kit/elements.ts'
import { engineName } from '../kit/names.ts'
import { counted, names } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { bold, compact, type Line, richText, type Span } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { storyBlocks } from '../tasks/story.ts'
import { effectInBrief, storyInBrief, storySentence } from '../tasks/story-copy.ts'
import { storyButton } from '../tasks/task-elements.ts'
import {
  engineLines,
  engineNews,
  enginesHeadline,
  enginesMeasured,
  enginesNotes,
} from '../visibility/engines-copy.ts'
import type { DigestData, DigestStory, WatchedEvaluations } from './data.ts'

/** A longer list of engines would not be read. */
const enginesInMain = 12

/** Only engines that moved, since the thread has all of them. Without a thread, the best and the worst. */
export function engineLine({ detailsInThread }: DigestData, report: EngineReport): readonly Line[] {
  const { lost, moved } = report.coverage.gap === null ? engineNews(report) : { lost: [], moved: null }
  const news = compact(...lost, moved !== null && `${moved}.`).join(' ')
  const words = detailsInThread === false || report.gone !== null ? enginesHeadline(report) : news
  return words === '' ? [] : [[bold('Engines: '), clip(words, 200)]]
}

export function engineBlocks(report: EngineReport): readonly Block[] {
  const lines = [...enginesNotes(report), ...engineLinesOf(report)]
  return compact<Block>(
    heading(enginesHeadline(report)),
    sentences(lines),
    report.engines.length > 0 && context(...enginesMeasured(report)),
  )
}

function engineLinesOf(report: EngineReport): string[] {
  const failed = report.engines.flatMap((part) =>
    part.ok ? [] : [part.subject === undefined ? 'an engine' : engineName(part.subject)],
  )
  const read = report.hasData ? engineLines(report) : []
  const omittedCount = read.length - enginesInMain
  return compact(
    ...read.slice(0, enginesInMain),
    omittedCount > 0 && `${counted(omittedCount, 'more engine')} not shown.`,
    failed.length > 0 && `⚠ Unavailable: ${names(failed, 10, 40)}.`,
  )
}

export function evaluationBlocks(evaluations: WatchedEvaluations | null): readonly Block[] {
  const [headline, ...lines] = evaluationLines(evaluations)
  if (headline === undefined) return []
  return compact<Block>(heading(headline), sentences(lines))
}

const none =
  'Website evaluations: none is watched in this channel. To watch one, type /sightline evaluation and its address.'

/** `Website evaluations: 1 done, 2 in progress.`, then a line for each. */
export function evaluationLines(evaluations: WatchedEvaluations | null): string[] {
  if (evaluations === null) return []
  const { watched, omittedCount } = evaluations
  if (watched.length === 0) return [none]
  const read = watched.flatMap((one) => (one.ok ? [one.data] : []))
  const ended = read.filter(({ isFinal }) => isFinal)
  const going = read.length - ended.length
  const failed = watched.length - read.length
  const parts = compact(
    ended.length > 0 && `${ended.length} done`,
    going > 0 && `${going} in progress`,
    failed > 0 && `${failed} unavailable`,
  )
  return compact(
    `Website evaluations: ${parts.join(', ')}.`,
    ...[...ended, ...read.filter(({ isFinal }) => !isFinal)].map(evaluationHeadline),
    ...[...new Set(watched.flatMap((one) => (one.ok ? [] : [evaluationUnavailable(one)])))],
    omittedCount > 0 && `${counted(omittedCount, 'more evaluation')} not loaded.`,
  )
}

/** The evaluation if there is one, or how many there are in each state; `null`: the digest has no such part. */
export function evaluationSummary(evaluations: WatchedEvaluations | null): string | null {
  const [counts, ...lines] = evaluationLines(evaluations)
  return (lines.length === 1 ? lines[0] : counts) ?? null
}

/** Those that ended or are unavailable; `null`: none. The thread has the others. */
export function evaluationNews(evaluations: WatchedEvaluations | null): string | null {
  const news = (evaluations?.watched ?? []).filter((one) => !one.ok || one.data.isFinal)
  return news.length === 0 ? null : evaluationSummary({ watched: news, omittedCount: 0 })
}

type WithStories = Pick<DigestData, 'stories' | 'detailsInThread'>

/** `Task “Publish a comparison page” · Up 5.4 points on Perplexity since Mon 12 Oct, more than …` [See how] */
export function storyLine({ stories = [], detailsInThread }: WithStories): readonly Block[] {
  const [first, ...others] = stories
  if (first === undefined) return []
  const where = detailsInThread === false ? 'see /sightline tasks' : 'in the thread'
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'more task has', 'more tasks have')} news: ${where}.`
  const see = storyButton(first, oneLine(first.name, 60, 'the task'))
  return [row([[...wordsInBrief(first), more]], see)]
}

const charted = 2
const listed = 15

/** The first stories with their charts, the others on one line each. */
export function storyParts({ stories = [] }: WithStories): readonly Part[] {
  const rest = stories.slice(charted)
  const lines = rest.slice(0, listed).map((story) => wordsOf(story))
  const omittedCount = rest.length - lines.length
  return compact<Part>(
    ...stories.slice(0, charted).map((story) => ({ blocks: storyBlocks(story) })),
    lines.length > 0 && {
      blocks: compact<Block>(
        richText(lines),
        omittedCount > 0 && context(`${counted(omittedCount, 'more task')} not shown: /sightline tasks`),
      ),
    },
  )
}

function wordsInBrief(told: DigestStory): Span[] {
  const { story, name, thisYear } = told
  const since = `since ${dateWords(story.from, thisYear)}`
  const effect = effectInBrief(story, told, since)
  return effect === null ? wordsOf(told, storyInBrief) : [bold(taskTitle(name)), ` · ${effect}`]
}

function wordsOf(told: DigestStory, tell = storySentence): Span[] {
  const since = dateWords(told.story.from, told.thisYear)
  return [bold(`${taskTitle(told.name)}, since ${since}`), ` · ${tell(told.story, told)}`]
}

function taskTitle(name: string): string {
  return `Task “${oneLine(name, 80, '(no name)')}”`
}
