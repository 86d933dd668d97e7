/** What tasks are meant to improve: read from their texts, unless a person says it. */

import { ApiError } from '../api/index.ts'
import type { TaskAimed } from '../blocks/tasks/task-state.ts'
import { brandQuery } from '../insights/brands.ts'
import { fewAtOnce, withTimeout } from '../lib/async.ts'
import { nameKey } from '../lib/strings.ts'
import type { ChannelScope } from '../model/channel.ts'
import { lastComplete, noFilters } from '../model/question.ts'
import { ownBrandsIn } from '../model/reports.ts'
import type { Aim } from '../model/story.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { FilterName, RecommendationRef, TaskRecord } from '../store/index.ts'
import { storedWeeks } from '../weeks/weeks.ts'
import { loadBriefs } from './recommendations.ts'

/** The names in a workspace and a channel that a text can mention. */
export interface Nameable {
  /** As the service spells them (`insightsFilters`). */
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** The own brand's names, which are never rivals. */
  readonly ownBrands: readonly string[]
  /** Without `r/`; empty: any. */
  readonly subreddits: readonly string[]
  /** The channel's names for ids; only topics are used. */
  readonly filterNames: readonly FilterName[]
}

/** Limits: characters read of each text, and matches of one name. */
const maxTextLength = 20_000
const maxMatches = 100

/**
 * The aim that the texts of a recommendation, its brief and its task name. Only certain names count: people can add a
 * missed one with a click, but a wrong one would measure something else.
 */
export function aimOf(texts: readonly string[], known: Nameable): Aim {
  const text = texts.map((one) => one.slice(0, maxTextLength).normalize('NFKC')).join('\n')
  const names = withoutOverlaps(
    [
      ...enginesIn(text, known.engines),
      ...brandsIn(text, known),
      ...topicsIn(text, known.filterNames),
    ].filter((one) => !isNegated(text, one.from)),
  )
  const of = (kind: Found['kind']) => names.filter((one) => one.kind === kind).map(({ value }) => value)
  const engines = [...new Set(of('engine'))]
  return {
    // Naming every engine restricts nothing.
    engines: engines.length === new Set(known.engines).size ? [] : engines,
    rival: mostNamed(of('rival')),
    topics: [...new Set(of('topic'))],
    subreddit: subredditIn(text, known.subreddits),
  }
}

/** A name in the text, and what it names. */
interface Found {
  readonly kind: 'engine' | 'rival' | 'own' | 'topic'
  readonly value: string
  readonly from: number
  readonly to: number
}

/** Other names of engines. Shorter ones, such as Copilot, also name other things. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ChatGPT: ['Chat GPT'],
  GoogleAIO: ['Google AI Overviews?', 'AI Overviews?', 'Google AIO'],
  GoogleAIMode: ['Google AI Mode', 'AI Mode'],
  AmazonRufus: ['Amazon Rufus', 'Rufus'],
  BingAIO: ['Bing AIO', 'Bing Copilot'],
}

/** Names that are also ordinary words or first names: they need a capital letter, and no longer name around them. */
const ordinary: ReadonlySet<string> = new Set(['Bing', 'Perplexity', 'Google', 'Claude', 'Gemini'])
/** "Google Docs" is not an engine, in upper or lower case. */
const products =
  /^ (?:ads?|adwords|alerts?|analytics|business|calendar|chrome|cloud|code|docs?|drive|fonts?|forms?|lens|maps?|meet|merchant|my business|news|partners?|pay|photos?|pixel|places|play|reviews?|scholar|search console|sheets?|shopping|slides?|tag|trends|webmaster|workspace)(?![\p{L}\p{N}])/iu

function enginesIn(text: string, engines: readonly string[]): readonly Found[] {
  return engines.flatMap((value) => {
    const isOrdinary = ordinary.has(value)
    return [escaped(value), ...(otherNames[value] ?? [])].flatMap((pattern) =>
      placesOf(text, nameOf(pattern.replaceAll(' ', '[ -]'), isOrdinary ? 'u' : 'iu'))
        .map((match) => spanOf(match))
        .filter(({ to }) => !(isOrdinary && isPartOfName(text, to)))
        .map((span): Found => ({ kind: 'engine', value, ...span })),
    )
  })
}

/** Whether a product name follows, or a capitalised word in a line that isn't a title. */
function isPartOfName(text: string, to: number): boolean {
  const rest = text.slice(to, to + 60)
  if (products.test(rest)) return true
  return /^ \p{Lu}[\p{Ll}]/u.test(rest) && !isTitle(text, to)
}

function brandsIn(text: string, { brands, ownBrands, engines }: Nameable): readonly Found[] {
  const owned = new Set(ownBrands.map(nameKey))
  const taken = new Set(engines.map(nameKey))
  const names = [...ownBrands, ...brands].filter((name) => name.length > 1 && !taken.has(nameKey(name)))
  const matches = names.flatMap((value) => {
    // There can be thousands of brands, and this check is cheap.
    if (!text.includes(value)) return []
    const kind = owned.has(nameKey(value)) ? 'own' : 'rival'
    return placesOf(text, nameOf(escaped(value), 'u')).map(
      (match): Found => ({ kind, value, ...spanOf(match) }),
    )
  })
  // In "Target the comparison pages", the capital letter starts the sentence and doesn't prove a brand.
  const certain = matches.filter(
    ({ value, from }) => !plainWord.test(value) || hasOwnCapital(text, value, from),
  )
  const values = new Set(certain.map(({ value }) => value))
  return matches.filter(({ value }) => values.has(value))
}

/** A name with signs, digits, spaces or inner capitals can't be an ordinary word. */
const plainWord = /^\p{L}\p{Ll}*$/u

function hasOwnCapital(text: string, name: string, from: number): boolean {
  return /^\p{Lu}/u.test(name) && !isSentenceStart(text, from) && !isTitle(text, from)
}

/** Topic names are often ordinary words: they count in quotes, after "topic", or as capitalised by the channel. */
function topicsIn(text: string, filterNames: readonly FilterName[]): readonly Found[] {
  return filterNames
    .filter(({ filter, name }) => filter === 'topics' && name.trim() !== '')
    .flatMap(({ id, name }) =>
      placesOf(text, nameOf(escaped(name.normalize('NFKC')), 'iu'))
        .filter((match) => {
          const { from, to } = spanOf(match)
          const isQuoted = /[“"„«]$/u.test(text.slice(0, from)) && /^[”"“»]/u.test(text.slice(to))
          const isCalled = /(?<!\p{L})topic:? ?[“"]?$/iu.test(text.slice(Math.max(0, from - 10), from))
          return isQuoted || isCalled || (match[0] === name && hasOwnCapital(text, name, from))
        })
        .map((match): Found => ({ kind: 'topic', value: id, ...spanOf(match) })),
    )
}

/** Only as `r/name` or in a Reddit address: bare names are often ordinary words. */
function subredditIn(text: string, has: readonly string[]): string | null {
  const spellings = new Map(has.map((name) => [name.toLowerCase(), name]))
  const named = /(?:reddit\.com|(?<![\p{L}\p{N}_.-]))\/?r\/([a-z0-9]\w{1,20})(?![\p{L}\p{N}_])/giu
  for (const [, name = ''] of text.matchAll(named)) {
    const subreddit = spellings.get(name.toLowerCase()) ?? (has.length === 0 ? name : null)
    if (subreddit !== null) return subreddit
  }
  return null
}

/** Matches a whole name, not part of a longer word, an address or a compound. */
function nameOf(pattern: string, flags: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_@#/.&-])${pattern}(?![\\p{L}\\p{N}_@/]|[.&-][\\p{L}\\p{N}])`,
    `g${flags}`,
  )
}

function placesOf(text: string, name: RegExp): readonly RegExpExecArray[] {
  return [...text.matchAll(name).take(maxMatches)]
}

function escaped(name: string): string {
  return name.split(/\s+/u).map(RegExp.escape).join('\\s+')
}

function spanOf(match: RegExpExecArray): { readonly from: number; readonly to: number } {
  return { from: match.index, to: match.index + match[0].length }
}

/** The longest name wins: "Google AI Mode" is not also "Google". */
function withoutOverlaps(matches: readonly Found[]): readonly Found[] {
  const longest: Found[] = []
  for (const one of matches.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    if (longest.every(({ from, to }) => one.to <= from || one.from >= to)) longest.push(one)
  }
  return longest.toSorted((a, b) => a.from - b.from)
}

/** "Unlike ChatGPT", "not on Gemini": named but not meant. */
function isNegated(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - 40), from)
  return /(?<!\p{L})(?:not|unlike|except|without|besides|instead of|rather than)(?: (?:for|on|in|by|the|at))* $/iu.test(
    before,
  )
}

function isSentenceStart(text: string, at: number): boolean {
  return /(?:^|[\n.!?:;])[\s*_#>•"“„«()\d-]*$/u.test(text.slice(Math.max(0, at - 40), at))
}

/** Whether at least 70 % of the line's words after the first are capitalised. */
function isTitle(text: string, at: number): boolean {
  const before =
    text
      .slice(Math.max(0, at - 150), at)
      .split('\n')
      .at(-1) ?? ''
  const [after = ''] = text.slice(at, at + 150).split('\n')
  const [, ...words] = `${before}${after}`.match(/\p{L}[\p{L}\p{N}’'-]{2,}/gu) ?? []
  return words.filter((word) => /^\p{Lu}/u.test(word)).length >= 0.7 * words.length
}

/** The most frequent value; in a tie, the first. */
function mostNamed(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0] ?? null
}

export type FollowUpWorkspace = Pick<Workspace, 'team' | 'api' | 'apiKey' | 'store' | 'clock'>
export type AimScope = Pick<ChannelScope, 'analysis' | 'timeZone' | 'subreddits' | 'filterNames'>
type Texts = RecommendationRef & Pick<TaskRecord, 'name' | 'description'>

/**
 * A task's aim, and the person who set it. If no person did, it comes from the name, the description and the briefs.
 * What they say is kept once the task has its name; before, they are only a part of what it will be read from.
 * @returns `null` if the texts can't be read now
 */
export async function aimOfTask(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  task: Texts,
): Promise<{ readonly aim: Aim; readonly by: string | null } | null> {
  const { api, store, clock } = workspace
  const stored = await store.tasks.aimOf(task)
  if (stored !== null) return stored
  const [filters, ownBrands, briefs] = await Promise.all([
    api.insightsFilters(scope.analysis).catch(() => null),
    ownNames(workspace, scope),
    loadBriefs(api, task, task.resultId).catch((error: unknown) =>
      // The recommendation is gone for good: there will be no more to read than now.
      error instanceof ApiError && error.code === 'not_found' ? [] : null,
    ),
  ])
  if (filters === null || ownBrands === null || briefs === null) return null
  const { subreddits, filterNames } = scope
  const texts = [task.name, task.description, ...briefs.flatMap(({ title, body }) => [title, body])]
  const aim = aimOf(
    texts.filter((text) => text !== null),
    { engines: filters.sources.map(String), brands: filters.brands, ownBrands, subreddits, filterNames },
  )
  if (task.name !== null) await store.tasks.rememberAim(task, aim, clock.now())
  return { aim, by: null }
}

/** A message isn't delayed longer for the aim. */
const aimWithinMs = 2_500

/** A task's aim for a message to a person; `null` if it isn't available in time. */
export async function aimInTime(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  task: Texts,
  withinMs = aimWithinMs,
): Promise<TaskAimed | null> {
  const aimed = await withTimeout(workspace.clock, withinMs, () => aimOfTask(workspace, scope, task))
  return aimed === null ? null : { aim: aimed.aim, filterNames: scope.filterNames }
}

/** Recommendations whose texts are read at a time, where that was not possible when their tasks were created. */
const mostRead = 3

/** The aims of tasks, by `resultId`. Those that are not read yet are omitted. */
export async function aimsOf(
  workspace: FollowUpWorkspace,
  scope: AimScope,
  tasks: readonly TaskRecord[],
): Promise<ReadonlyMap<string, Aim>> {
  const aims = new Map(tasks.flatMap(({ resultId, aim }) => (aim === null ? [] : [[resultId, aim]])))
  const unread = new Map(tasks.filter(({ aim }) => aim === null).map((task) => [task.resultId, task]))
  await fewAtOnce([...unread.values()].slice(0, mostRead), async (task) => {
    const read = await aimOfTask(workspace, scope, task)
    if (read !== null) aims.set(task.resultId, read.aim)
  })
  return aims
}

/** The names of the own brand, the best one first: no task aims against them. `null`: they can't be read now. */
export async function ownNames(
  workspace: FollowUpWorkspace,
  { analysis, timeZone }: Pick<AimScope, 'analysis' | 'timeZone'>,
): Promise<readonly string[] | null> {
  const { weeks } = await storedWeeks(workspace, { scope: analysis, filters: noFilters, timeZone })
  const known = ownBrandsIn(weeks)
  if (known.length > 0) return known
  const query = brandQuery(lastComplete('week', workspace.clock.now(), timeZone), [])
  const read = await workspace.api.allBrands(analysis, query, 100).catch(() => null)
  return read?.rows.filter((row) => row.is_my_brand).map(({ brand }) => brand) ?? null
}
