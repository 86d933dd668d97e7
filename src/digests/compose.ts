import type { AnalyticsApi } from '../api/index.ts'
import { type DigestData, type DigestMessages, digestMessages } from '../blocks/digest.ts'
import type { WatchedEvaluations } from '../blocks/digest-evaluations.ts'
import { quietDigest } from '../blocks/digest-quiet.ts'
import { newsSinceDigest } from '../channels/news.ts'
import { trackedRecommendations } from '../channels/recommendations.ts'
import { type ChannelScope, channelScope } from '../channels/scope.ts'
import { engineReport } from '../insights/engines.ts'
import { type Evaluation, loadEvaluation } from '../insights/evaluation.ts'
import type {
  EngineReport,
  PeriodUnit,
  Recommendation,
  ReportPeriod,
  Section,
  VisibilityReport,
} from '../insights/model.ts'
import { readPeriod } from '../insights/periods.ts'
import { loadReddit, type RedditReading } from '../insights/reddit.ts'
import { visibilityReport } from '../insights/visibility.ts'
import { explain, Problem } from '../problem.ts'
import type { DigestFigures, LedgerEntry, Schedule, Store, Subscription } from '../store/index.ts'
import type { DigestDeps } from './deps.ts'
import { figuresOf, isNothingNew } from './quiet.ts'
import { scheduleInWords } from './words.ts'

export interface ComposedDigest extends DigestMessages {
  /** Nothing has happened since the last one. */
  readonly quiet: boolean
  /** What the post commits to the reddit ledger; `null` when reddit was not read. */
  readonly ledger: readonly LedgerEntry[] | null
  readonly figures: DigestFigures | null
  readonly recommendations: readonly Recommendation[]
}

type ComposeDeps = Pick<DigestDeps, 'store' | 'defaults' | 'readFilters'> & { readonly api: AnalyticsApi }

/**
 * A subscription's digest as of its slot, however late it is composed. A section that can't be had says so, and the
 * rest is still there.
 *
 * @param how.label a word about this very message, shown first
 * @param how.short one line is enough where nothing has happened
 * @throws {Problem} when no section could be had at all
 */
export async function composeDigest(
  deps: ComposeDeps,
  subscription: Subscription,
  slot: Temporal.Instant,
  how: { readonly label?: string; readonly short: boolean },
): Promise<ComposedDigest> {
  const { store } = deps
  const { team, id, channel, name, createdBy, createdAt, source, schedule, state } = subscription
  const { sections, filters, detailsInThread } = subscription
  const [scope, last] = await Promise.all([
    channelScope(store, deps.defaults, team, channel),
    store.deliveries.lastPosted(team, id),
  ])
  const read = await readSections(deps, subscription, slot, scope, last?.finishedAt ?? createdAt)
  const { report, engines, reddit, recommendations, evaluations } = read

  // With nothing to say, it is better to come later than to post a list of excuses.
  const asked = [report, engines, reddit, ...(recommendations ?? []), ...(evaluations?.watched ?? [])].filter(
    (part) => part !== null,
  )
  const [failed] = asked.filter((part) => !part.ok)
  if (failed !== undefined && !asked.some(({ ok }) => ok))
    throw new Problem('nothing_to_report', failed.reason)

  const news = await newsSinceDigest(store, scope, recommendations ?? [])
  const data: DigestData = {
    name,
    report,
    engines,
    reddit: reddit?.ok ? { ok: true, data: reddit.data.news } : reddit,
    recommendations: recommendations ?? [],
    // A word at first; later only where nothing else would be said.
    tracksNone: recommendations?.length === 0 && (last === null || sections.length === 1),
    evaluations,
    news,
    isFirst: last === null,
    setUpBy: createdBy,
    byHand: source === 'manual',
    scheduleText: state === 'active' ? scheduleInWords(schedule) : null,
    label: how.label ?? null,
    detailsInThread,
  }
  const figures = figuresOf(data)
  const quiet = last !== null && isNothingNew(data, figures, last.figures)
  return {
    ...(quiet && how.short ? quietDigest(data, `visibility ${filters}`.trim()) : digestMessages(data)),
    quiet,
    ledger: reddit?.ok ? reddit.data.remember : null,
    figures,
    recommendations: data.recommendations.flatMap((one) => (one.ok ? [one.data] : [])),
  }
}

/** `null`: not in this digest. */
interface ReadSections {
  readonly report: Section<VisibilityReport> | null
  readonly engines: Section<EngineReport> | null
  readonly reddit: Section<RedditReading> | null
  readonly recommendations: readonly Section<Recommendation>[] | null
  readonly evaluations: WatchedEvaluations | null
}

async function readSections(
  deps: ComposeDeps,
  subscription: Subscription,
  slot: Temporal.Instant,
  channel: ChannelScope,
  since: string,
): Promise<ReadSections> {
  const { api, store } = deps
  const { team, id, schedule, sections } = subscription
  const { unit, when, ...filters } = deps.readFilters(subscription.filters)
  const wants = new Set(sections)
  const question = {
    scope: channel.analysis,
    period: periodOf(schedule, { unit, when }, slot, channel.timeZone),
    noiseBand: subscription.noiseBand ?? channel.noiseBand,
  }
  const enginesAsked = async () =>
    filters.engines.length > 0
      ? filters.engines
      : (await api.insightsFilters(channel.workspace)).sources.map(String)
  const [report, engines, reddit, recommendations, evaluations] = await Promise.all([
    wants.has('visibility') ? section(() => visibilityReport(api, { ...question, ...filters })) : null,
    wants.has('engines')
      ? section(async () => engineReport(api, { ...question, engines: await enginesAsked() }))
      : null,
    wants.has('reddit')
      ? section(async () =>
          loadReddit(api, channel.workspace, channel.subreddits, await memoryOf(store, team, id)),
        )
      : null,
    wants.has('actions') ? trackedRecommendations(deps, channel) : null,
    wants.has('evaluations') ? evaluationsOf(deps, channel, subscription.evaluations, since) : null,
  ])
  return { report, engines, reddit, recommendations, evaluations }
}

/** More than these make a list that nobody reads; each is a question. */
const mostEvaluations = 10

const unknownEvaluation =
  'The analytics service does not know this evaluation any more. Take it out of the digest’s form.'

/** What the digest names, what people watch from the channel, and what of that has come to its end since the last digest. */
async function evaluationsOf(
  { api, store }: ComposeDeps,
  { team, channel, workspace }: ChannelScope,
  named: readonly string[],
  since: string,
): Promise<WatchedEvaluations> {
  const place = { team, channel, ...workspace }
  const watchedIds = await store.watches.ofChannel(place, Temporal.Instant.from(since))
  const ids = [...new Set([...named, ...watchedIds])]
  const read = ids.slice(0, mostEvaluations).map((id) => section(() => loadEvaluation(api, workspace, id)))
  const watched = (await Promise.all(read)).flatMap((one, index): readonly Section<Evaluation>[] => {
    if (!one.ok) return [one]
    if (one.data !== null) return [{ ok: true, data: one.data }]
    const subject = ids[index] ?? ''
    // Those who watch one that is gone have been told.
    return named.includes(subject) ? [{ ok: false, reason: unknownEvaluation, subject }] : []
  })
  return { watched, left: Math.max(0, ids.length - mostEvaluations) }
}

async function memoryOf(store: Store, team: string, id: string) {
  const seen = await store.ledger.seen(team, id)
  return { seen: seen.isBaseline ? null : seen.ids, lastSentiments: seen.lastSentiments }
}

/** What a digest is about unless its filters say: as much time as lies between two of them. */
const units: Readonly<Record<Schedule['kind'], PeriodUnit>> = {
  daily: 'day',
  weekdays: 'day',
  days: 'week',
  monthly: 'month',
}

/** Of a digest that comes from Monday to Friday, Monday's: the weekend belongs to it. */
const sinceFriday = 'last 3 days'

function periodOf(
  { kind, timeZone: zone }: Schedule,
  { unit, when }: { readonly unit: PeriodUnit | null; readonly when: string | null },
  slot: Temporal.Instant,
  timeZone: string,
): ReportPeriod {
  const isMonday = slot.toZonedDateTimeISO(zone).dayOfWeek === 1
  const own = unit === null && kind === 'weekdays' && isMonday ? sinceFriday : null
  const words = when ?? own
  const read = readPeriod(words ?? '', words === null ? (unit ?? units[kind]) : unit, slot, timeZone)
  if (!read.ok) throw new Problem('bad_period', read.problem)
  return read.period
}

async function section<T>(load: () => Promise<T>): Promise<Section<T>> {
  try {
    return { ok: true, data: await load() }
  } catch (error) {
    const { sentence, foreseen } = explain(error)
    if (!foreseen) throw error
    return { ok: false, reason: sentence }
  }
}
