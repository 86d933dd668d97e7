/** The weekly digest: what changed first, the evidence second, what to do third. */
import type { Recommendation, RedditNews, Section, VisibilityReport } from '../insights/model.ts'
import { actionsHeadline } from './actions.ts'
import { type Composed, compose, type Part, paginate, type Run } from './budget.ts'
import { redditRuns, redditSummary } from './digest-reddit.ts'
import { context, contextOf, header, heading, summary, unavailable } from './elements.ts'
import type { Block, Message } from './message.ts'
import { counted } from './numbers.ts'
import { unitWords } from './periods.ts'
import { recommendationPart, recommendationText } from './recommendation.ts'
import { mrkdwn, type Span } from './spans.ts'
import { standingsTables } from './table.ts'
import { oneLine } from './text.ts'
import { measured, visibilityHead, visibilityText, withOwn } from './visibility.ts'
import { nameOf } from './words.ts'

export interface DigestData {
  /** What the digest is about; without one it is the own brand. */
  readonly title?: string | null
  readonly report: Section<VisibilityReport>
  /** `null`: this digest has no Reddit part. */
  readonly reddit: Section<RedditNews> | null
  readonly recommendations: readonly Section<Recommendation>[]
  /** Slack user id. */
  readonly setUpBy: string | null
  /** The first one of its subscription. */
  readonly isFirst: boolean
  /** For example `every Monday at 09:00, Europe/Paris`. */
  readonly scheduleText: string | null
  /** A word about this very message, for example that it is a preview; shown first. */
  readonly label?: string | null
}

export interface DigestMessages {
  readonly main: Message
  /** What didn't fit or would be too much, for the thread below it, in this order. */
  readonly replies: readonly Message[]
}

const brandsInMain = 10
const recommendationsInMain = 3
/** More replies than these for one part would be noise; what is left is counted in the last one. */
const standingsReplies = 3
const otherReplies = 4

export function digestMessages(data: DigestData): DigestMessages {
  const runs = mainRuns(data)
  const composed = compose(runs)
  const main = { text: digestText(data), blocks: composed.blocks }
  return { main, replies: [...standingsThread(data), ...restThread(runs, composed)] }
}

/** The order in which the parts are read; priorities say what is served first when room is short. */
function mainRuns(data: DigestData): readonly NamedRun[] {
  const { label, recommendations, isFirst } = data
  return [
    {
      lead: [...(label == null ? [] : [context(label)]), header(titleOf(data)), ...reportBlocks(data.report)],
    },
    ...redditRuns(data.reddit).map((run) => ({ ...run, thread: 'reddit' as const })),
    {
      thread: 'recommendations',
      lead:
        recommendations.length === 0 ? [] : [{ type: 'divider' }, heading(actionsHeadline(recommendations))],
      items: recommendations.map(recommendationPart),
      atMost: recommendationsInMain,
      priority: 1,
      more: (left) => [context(`${counted(left, 'more recommendation')} in the thread.`)],
    },
    { lead: [...(isFirst ? [context(firstDigest)] : []), ...footer(data)] },
  ]
}

/** A run, and where its items go that have no place in the main message. */
interface NamedRun extends Run {
  readonly thread?: 'reddit' | 'recommendations'
}

const firstDigest =
  'This is the first digest here. From the next one on, it also says what is new since the one before.'

function reportBlocks(report: Section<VisibilityReport>): readonly Block[] {
  if (!report.ok) return [unavailable('Brand visibility', report.reason)]
  const { data } = report
  const top = withOwn(data.standings.slice(0, brandsInMain), data)
  const [table] = standingsTables(data, top, 1)
  const all = data.standings.length
  const note = all > top.length ? [context(`${counted(all - top.length, 'more brand')} in the thread.`)] : []
  return [...visibilityHead(data), ...(table === undefined ? [] : [table.block, ...note]), ...measured(data)]
}

/** All standings, where the main message has only the first ones. */
function standingsThread({ report }: DigestData): readonly Message[] {
  if (
    !report.ok ||
    report.data.standings.length <= withOwn(report.data.standings.slice(0, brandsInMain), report.data).length
  )
    return []
  const { standings } = report.data
  const tables = standingsTables(report.data, standings, standingsReplies)
  const shown = tables.reduce((sum, table) => sum + table.shown, 0)
  const notShown = standings.length - shown
  return tables.map(({ block }, index) => {
    const title = `All ${counted(standings.length, 'brand')}, by rank${pageWords(index + 1, tables.length)}`
    const rest =
      index === tables.length - 1 && notShown > 0 ? [`${counted(notShown, 'more brand')} not shown.`] : []
    return {
      text: summary([title, ...rest]),
      blocks: [heading(title), block, ...rest.map((line) => context(line))],
    }
  })
}

/** The items that the main message has no place for. */
function restThread(runs: readonly NamedRun[], { left }: Composed): readonly Message[] {
  const rest = (thread: NamedRun['thread']) =>
    runs.flatMap((run, index) => (run.thread === thread ? (left[index] ?? []) : []))
  return [
    ...thread('More from Reddit', rest('reddit'), 'more summary', 'more summaries'),
    ...thread(
      'More recommended actions',
      rest('recommendations'),
      'more recommendation',
      'more recommendations',
    ),
  ]
}

function thread(title: string, items: readonly Part[], one: string, many: string): readonly Message[] {
  const messages = paginate(items, {
    lead: (page) => [heading(page === 1 ? title : `${title}, continued`)],
    pages: otherReplies,
    more: (left) => [context(`${counted(left, one, many)} not shown.`)],
  })
  return messages.map((blocks) => ({ text: title, blocks }))
}

function titleOf({ title, report }: DigestData): string {
  const each = report.ok ? unitWords[report.data.period.unit].title : 'Weekly'
  const about = aboutOf({ title: title ?? null, report })
  return `${each} brand visibility${about === null ? '' : `: ${about}`}`
}

function aboutOf({ title, report }: { title: string | null; report: DigestData['report'] }): string | null {
  if (title !== null) return oneLine(title, 100, '(no title)')
  return report.ok && report.data.own !== null ? nameOf(report.data.own) : null
}

function footer({ setUpBy, scheduleText }: DigestData): readonly Block[] {
  const parts: Span[] = []
  if (setUpBy !== null) parts.push('Set up by ', { user: setUpBy })
  if (scheduleText !== null) parts.push(parts.length > 0 ? ' · ' : '', `Posted ${oneLine(scheduleText, 200)}`)
  return parts.length === 0 ? [] : [contextOf(parts)]
}

function digestText({ label, report, reddit, recommendations }: DigestData): string {
  const lines = [
    ...(label == null ? [] : [mrkdwn([oneLine(label, 200)])]),
    ...(report.ok
      ? visibilityText(report.data)
      : [mrkdwn([`Brand visibility is unavailable: ${oneLine(report.reason, 400)}`])]),
    ...redditSummary(reddit).map((line) => mrkdwn([line])),
    ...(recommendations.length === 0 ? [] : [mrkdwn([actionsHeadline(recommendations)])]),
    ...recommendations
      .slice(0, recommendationsInMain)
      .map((section) => mrkdwn([recommendationText(section)])),
  ]
  return summary(lines)
}

function pageWords(page: number, of: number): string {
  return of > 1 ? ` (part ${page} of ${of})` : ''
}
