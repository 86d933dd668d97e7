import { counted, isNumber } from '../kit/numbers.ts'
import { shortPeriod } from '../kit/periods.ts'
import { compact, joinedLines, type Line, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { scopeWords } from '../visibility/scope.ts'
import type { DigestData, DigestFrame } from './data.ts'
import { redditHeadlineOf, redditNewsOf } from './reddit-news.ts'
import { brandsInThread } from './thread.ts'

const firstDigestNote = 'This is the first digest here; the next one also shows what’s new.'

/** @param isCharted whether the chart names the period */
export function footerLines(data: DigestData, isCharted: boolean): readonly Line[] {
  const { isFirst, name } = data
  const frame = isFirst ? frameLine(data) : ['Change it: /sightline digest']
  const parts: readonly Line[] = compact<Line>(
    name != null && [oneLine(name, 45, '(digest without a name)')],
    ...[figureWords(data, isCharted), threadWords(data)].flatMap((words) => (words === '' ? [] : [[words]])),
    !isFirst && frame,
  )
  return compact<Line>(
    joinedLines(parts, ' · '),
    [compact(isFirst && firstDigestNote, firstLook(data)).join(' ')],
    isFirst && frame,
  ).filter((line) => line.some((words) => words !== ''))
}

/** `First look at Reddit: positive in 1 subreddit, mixed in 3.`, unless the headline says it. */
function firstLook({ reddit, report, engines }: DigestData): string | false {
  const isHeadline = report === null && engines?.ok !== true
  return reddit?.ok === true && reddit.data.baseline && !isHeadline && redditHeadlineOf(reddit.data)
}

export function frameLine({ isFirst, setUpBy, scheduleText }: DigestFrame): Span[] {
  const setUp: Span[] =
    setUpBy !== null ? ['Set up by ', { user: setUpBy }] : isFirst ? ['Set up in Sightline’s settings'] : []
  const when: Span[] = scheduleText === null ? [] : [oneLine(scheduleText, 120)]
  const parts = [setUp, when, ['Change it: /sightline digest']].filter(({ length }) => length > 0)
  return joinedLines(parts, ' · ')
}

/** `9–15 Nov · All engines · 33,100 answers` */
function figureWords({ report, engines }: DigestData, isCharted: boolean): string {
  if (report?.ok) {
    const { period, answers } = report.data
    return compact(
      !isCharted && shortPeriod(period),
      scopeWords(report.data),
      isNumber(answers.now) && counted(answers.now, 'answer'),
    ).join(' · ')
  }
  if (!engines?.ok || engines.data.engines.length === 0) return ''
  return `${shortPeriod(engines.data.period)} · ${counted(engines.data.engines.length, 'engine')}`
}

const longestCommand = 200

/** `12 brands and 4 subreddits in the thread`; without one, the command for the figures. */
function threadWords({ report, reddit, figures, detailsInThread, isRepeat }: DigestData): string {
  // A command that is cut short would show other figures.
  if (isRepeat === true)
    return figures === undefined || figures.length > longestCommand
      ? ''
      : `Figures: /sightline ${oneLine(figures, longestCommand)}`
  if (detailsInThread === false) return ''
  const brands = report?.ok ? brandsInThread(report.data) : 0
  const subreddits = reddit?.ok ? redditNewsOf(reddit.data).length : 0
  const parts = compact(
    brands > 0 && counted(brands, 'brand'),
    subreddits > 0 && counted(subreddits, 'Reddit summary', 'Reddit summaries'),
  )
  return parts.length === 0 ? '' : `${parts.join(' and ')} in the thread`
}
