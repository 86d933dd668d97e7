import type { AnalyticsApi, RedditSummary, WorkspaceScope } from '../api/index.ts'
import { dayOf } from '../lib/dates.ts'
import type { RedditItem, RedditNews } from '../model/reddit.ts'

interface RedditMemory {
  /** Ids of the reported summaries; `null` before the first digest, which only records a baseline. */
  readonly seen: Pick<ReadonlySet<string>, 'has'> | null
  readonly lastSentiments: ReadonlyMap<string, string>
}

export type RedditReading = Awaited<ReturnType<typeof loadReddit>>
export type SeenSummary = RedditReading['summaries'][number]

/** The summaries of subreddits (specification, part 4.6). @throws {ApiError} */
export function readSummaries(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  subreddits: readonly string[],
): Promise<readonly RedditSummary[]> {
  return api.redditSummaries(scope, subreddits.map(withoutPrefix))
}

/**
 * The summaries of subreddits, including older ones without an item, and what is new since the last report. `sentiments`: the
 * reported ones by subreddit.
 * @throws {ApiError}
 */
export async function loadReddit(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  subreddits: readonly string[],
  memory: RedditMemory,
) {
  const summaries = await readSummaries(api, scope, subreddits)
  const news = redditNews(summaries, { asked: subreddits, ...memory })
  const seen = summaries.map((summary) => ({
    summaryId: summary.id,
    subreddit: subredditKey(summary.subreddit_name ?? ''),
    creationDate: dayOf(summary.creation_date),
  }))
  const sentiments = news.items.flatMap(({ subreddit, sentiment }) =>
    sentiment === null ? [] : [[subredditKey(subreddit), sentiment] as const],
  )
  return { news, sentiments: new Map(sentiments), summaries: seen }
}

/**
 * One item per subreddit: its newest summary, whether it is new to this subscription, and how the sentiment changed
 * since the last report, so that a change is reported once even if summaries came or were withdrawn in between.
 * Without a reported sentiment, a new summary is compared with the previous one. Unnamed subreddits and those not
 * asked for are omitted; an empty list means all.
 */
export function redditNews(
  summaries: readonly RedditSummary[],
  memory: RedditMemory & { readonly asked: readonly string[] },
): RedditNews {
  const asked = new Map(memory.asked.map((name) => [subredditKey(name), withoutPrefix(name)]))
  const groups = Map.groupBy(summaries, ({ subreddit_name }) => subredditKey(subreddit_name ?? ''))
  const remembered = new Map([...memory.lastSentiments].map(([name, word]) => [subredditKey(name), word]))
  const items = [...groups].flatMap(([key, group]) => {
    const isWanted = key !== '' && (asked.size === 0 || asked.has(key))
    const [newest, ...older] = group.toSorted(newestFirst)
    return isWanted && newest !== undefined ? [itemOf(newest, older, memory.seen, remembered.get(key))] : []
  })
  return {
    baseline: memory.seen === null,
    items: items.sort(
      (a, b) => byDate(a.date, b.date) || (subredditKey(a.subreddit) < subredditKey(b.subreddit) ? -1 : 1),
    ),
    missing: [...asked].flatMap(([key, name]) => (groups.has(key) ? [] : [name])),
  }
}

/** A subreddit's name for comparison: without `r/` and in lower case, as names on Reddit ignore case. */
export function subredditKey(name: string): string {
  return withoutPrefix(name).toLowerCase()
}

function withoutPrefix(name: string): string {
  return name.trim().replace(/^\/?r\//i, '')
}

function itemOf(
  newest: RedditSummary,
  older: readonly RedditSummary[],
  seen: RedditMemory['seen'],
  remembered: string | undefined,
): RedditItem {
  const sentiment = textOf(newest.overall_sentiment)
  const isSeen = seen?.has(newest.id) ?? false
  const words = older.map((summary) => textOf(summary.overall_sentiment)).filter((word) => word !== null)
  const previousSentiment = textOf(remembered ?? null) ?? (isSeen ? null : words[0]) ?? null
  const turned = turnOf(previousSentiment, sentiment)
  return {
    id: newest.id,
    subreddit: withoutPrefix(newest.subreddit_name ?? ''),
    date: dayOf(newest.creation_date),
    description: textOf(newest.description) ?? '',
    sentiment,
    previousSentiment,
    turned,
    certainTurn: certainTurn(sentiment, previousSentiment, isSeen ? [] : words),
    themes: themesOf(newest.key_themes),
    weeklyVisitors: textOf(newest.weekly_visitors),
    weeklyContributors: textOf(newest.weekly_contributors),
    isNew: seen !== null && !isSeen,
  }
}

/** From bad to good. The specification names no values (2.6), so other words may occur. */
const SENTIMENTS = ['negative', 'mixed', 'neutral', 'positive']

function turnOf(before: string | null, now: string | null): RedditItem['turned'] {
  if (before === null || now === null || before.toLowerCase() === now.toLowerCase()) return null
  const [from, to] = [before, now].map((word) => SENTIMENTS.indexOf(word.toLowerCase()))
  if (from === undefined || to === undefined || from < 0 || to < 0) return 'changed'
  return to > from ? 'better' : 'worse'
}

/** Earlier sentiments come newest first; none if nothing is new. */
function certainTurn(
  now: string | null,
  previousSentiment: string | null,
  [last, earlier]: readonly string[],
): RedditItem['certainTurn'] {
  const turnFrom = (before: string | null | undefined) => {
    const turned = turnOf(before ?? null, now)
    return turned === null || before == null ? null : { previousSentiment: before, turned }
  }
  if (isOpposite(previousSentiment, now)) return turnFrom(previousSentiment)
  const holds = turnOf(last ?? null, now) === null && last !== undefined
  // A turn to the opposite was certain with the summary before.
  return holds && !isOpposite(earlier ?? null, now) ? turnFrom(earlier) : null
}

function isOpposite(one: string | null, other: string | null): boolean {
  const both = [one, other].map((word) => word?.toLowerCase() ?? '')
  return both.includes('positive') && both.includes('negative')
}

/** Summaries of one day are ordered by id, so that the order is stable. */
function newestFirst(a: RedditSummary, b: RedditSummary): number {
  return byDate(a.creation_date, b.creation_date) || (a.id < b.id ? 1 : -1)
}

function byDate(a: string | null, b: string | null): number {
  const [first, second] = [dayOf(a) ?? '', dayOf(b) ?? '']
  return first < second ? 1 : first > second ? -1 : 0
}

export function textOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** As many fit into two lines. */
const MAX_THEMES = 10
/** The maximum nesting of lists and objects. */
const MAX_DEPTH = 4

/** Keys that hold the name of a theme. */
const NAME_KEYS = ['theme', 'name', 'title', 'label', 'topic']

/**
 * The themes in a `key_themes`, whose type the specification leaves open (part 2.6): a list of names or of objects
 * with a name, a string (separated by commas, semicolons or line breaks), or an object with the themes as keys or
 * in its lists. Duplicates are dropped, at most ten are kept; anything else is ignored.
 */
export function themesOf(keyThemes: unknown): string[] {
  const themes = new Map<string, string>()
  const texts = typeof keyThemes === 'string' ? listed(keyThemes) : namesIn(keyThemes, MAX_DEPTH)
  for (const theme of texts.map(clean)) {
    const key = theme.toLowerCase()
    // A stringified object is not a theme.
    if (theme !== '' && !key.includes('[object') && !themes.has(key)) themes.set(key, theme)
  }
  return [...themes.values()].slice(0, MAX_THEMES)
}

/** A leading dash, dot or number is a list marker. */
const listed = (text: string) =>
  text.split(/[,;\n]/).map((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, ''))

function namesIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth - 1))
  const entries = Object.entries(value)
  const name = entries.find(
    ([key, text]) => NAME_KEYS.includes(key.toLowerCase()) && typeof text === 'string',
  )
  if (name !== undefined) return [String(name[1])]
  // `{"pricing": 12}` has the theme as its key; `{"positive": ["pricing"]}` contains it.
  return entries.flatMap(([key, inside]) =>
    Array.isArray(inside) ? namesIn(inside, depth - 1) : inside == null || inside === false ? [] : [key],
  )
}

const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
