import type { AnalyticsApi, Brief, CallOptions, WorkspaceScope } from '../api/index.ts'
import { fewAtOnce, withTimeout } from '../lib/async.ts'
import { Cache, memoizeFor } from '../lib/cache.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { idIn, type Read, read, unreadable } from '../lib/strings.ts'
import type { ChannelScope } from '../model/channel.ts'
import {
  type BriefSummary,
  idsOf,
  type Recommendation,
  type RecommendationIds,
  type TaskState,
} from '../model/recommendation.ts'
import { type Section, section } from '../model/reports.ts'
import type { RecommendationRef, Store, TaskRecord } from '../store/index.ts'
import { keptBriefs } from '../weeks/briefs.ts'
import { summaryOf, type WeeksWorkspace } from '../weeks/weeks.ts'

/** A task that a person found later was created by the request that got no answer. */
export function createdAt({ state, confirmedBy, openSince, finishedAt, startedAt }: TaskRecord): string {
  return state === 'unknown' || confirmedBy !== null ? openSince : (finishedAt ?? startedAt)
}

/** The task state that messages show. A refused attempt isn't shown. */
export function taskState(record: TaskRecord | null): TaskState {
  switch (record?.state) {
    case 'creating':
      return { kind: 'creating', by: record.createdBy, at: createdAt(record) }
    case 'created':
      return {
        kind: 'created',
        taskId: record.taskId ?? '',
        name: record.name ?? '',
        description: record.description ?? '',
        by: record.createdBy,
        at: createdAt(record),
        ...(record.confirmedBy === null ? {} : { confirmedBy: record.confirmedBy }),
        ...doneState(record),
      }
    case 'unknown':
      return { kind: 'unknown', by: record.openBy, at: createdAt(record), reason: record.reason }
    default:
      return { kind: 'none' }
  }
}

function doneState({ doneOn, doneBy }: TaskRecord) {
  if (doneOn !== null) return { done: { on: doneOn, by: doneBy ?? '' } }
  return doneBy === null ? {} : { reopenedBy: doneBy }
}

/** Longer than the deadline of a request to the service. */
const settleSeconds = 60

export async function settledState(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  ref: RecommendationRef,
): Promise<TaskState> {
  let state = taskState(await store.tasks.latest(ref))
  for (let polls = 0; state.kind === 'creating' && polls < settleSeconds * 2; polls += 1) {
    await clock.sleep(500)
    state = taskState(await store.tasks.latest(ref))
  }
  return state
}

type Tracked = Pick<ChannelScope, 'team' | 'workspace' | 'recommendations'>

/** The recommendations that a channel tracks, each with its briefs and task state. */
export async function trackedRecommendations(
  { api, store }: BriefsSource,
  scope: Tracked,
): Promise<readonly Section<Recommendation>[]> {
  const briefs = cachingBriefs(api)
  return sectionsOf(store, scope, (resultId) => loadBriefs(briefs, scope.workspace, resultId))
}

/** The same for a digest: at most one is asked for in an ordinary week, the others are as they were read in that week. */
export async function keptRecommendations(
  workspace: WeeksWorkspace,
  scope: Tracked,
): Promise<readonly Section<Recommendation>[]> {
  const briefsOf = await keptBriefs(workspace, scope.workspace, scope.recommendations)
  return sectionsOf(workspace.store, scope, briefsOf)
}

/** In the order tracked. An unreadable one becomes a failed section with its result id as subject. */
function sectionsOf(
  store: BriefsSource['store'],
  { team, workspace, recommendations }: Tracked,
  briefsOf: (resultId: string) => Promise<readonly BriefSummary[]>,
): Promise<readonly Section<Recommendation>[]> {
  return fewAtOnce(recommendations, (resultId) =>
    section(resultId, withTask(store, { team, ...workspace, resultId }, briefsOf(resultId))),
  )
}

interface BriefsSource {
  readonly api: BriefsApi
  readonly store: Pick<Store, 'tasks'>
}

/** One recommendation, tracked or not, with its briefs and task state. @throws {ApiError} */
export async function loadRecommendation(
  { api, store }: BriefsSource,
  ref: RecommendationRef,
): Promise<Recommendation> {
  return withTask(store, ref, loadBriefs(cachingBriefs(api), ref, ref.resultId))
}

async function withTask(
  { tasks }: BriefsSource['store'],
  ref: RecommendationRef,
  read: Promise<readonly BriefSummary[]>,
): Promise<Recommendation> {
  const [briefs, task] = await Promise.all([read, tasks.latest(ref)])
  return { ...idsOf(ref), briefs, task: taskState(task) }
}

/** Titles only show which recommendation is meant, so they aren't worth a longer wait. */
const titlesWithinMs = 3_000

type TitleSource = { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly clock: Clock }

/** Recommendation titles by result id. Omits those that aren't available in time. */
export async function titlesInTime(
  source: TitleSource,
  recommendations: readonly (WorkspaceScope & { readonly resultId: string })[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  if (recommendations.length === 0) return titles
  const { api, clock } = source
  await withTimeout(clock, titlesWithinMs, (signal) =>
    fewAtOnce(recommendations, async (one) => {
      if (signal.aborted) return
      const [brief] = await loadBriefs(api, one, one.resultId).catch(() => [])
      if (brief !== undefined) titles.set(one.resultId, brief.title)
    }),
  )
  return titles
}

type BriefsApi = Pick<AnalyticsApi, 'briefs'>

/** Recommendations remembered per API client. */
const most = 500

const memories = memoizeFor<BriefsApi, Cache<readonly Brief[]>>()
const memoryOf = (api: BriefsApi) =>
  memories(api, '', () => new Cache({ clock: systemClock, ttlMs: null, max: most }))

/** Reads briefs, and remembers what it read. */
export function cachingBriefs(api: BriefsApi): BriefsApi {
  return {
    briefs: async (scope, resultId, call) => {
      const briefs = await api.briefs(scope, resultId, call)
      memoryOf(api).set(keyOf(scope, resultId), briefs)
      return briefs
    },
  }
}

/**
 * Briefs as they were last read, so that redrawing an ephemeral list after a click shows the same even if the service is
 * down. Briefs that this process hasn't read yet are read now.
 */
export function cachedBriefs(api: BriefsApi): BriefsApi {
  const reading = cachingBriefs(api)
  return {
    briefs: async (scope, resultId, call) =>
      memoryOf(api).get(keyOf(scope, resultId)) ?? reading.briefs(scope, resultId, call),
  }
}

/** A recommendation's title when it was last read here; `null` if it never was or has no brief. Sends no request. */
export function rememberedTitle(
  api: BriefsApi,
  scope: Parameters<BriefsApi['briefs']>[0],
  resultId: string,
): string | null {
  return memoryOf(api).get(keyOf(scope, resultId))?.[0]?.title ?? null
}

function keyOf({ organizationId, workspaceId }: Parameters<BriefsApi['briefs']>[0], resultId: string) {
  return JSON.stringify([organizationId, workspaceId, resultId])
}

/** Matches the service's paths (4.8) and likely console parameters. */
const PLACES = [
  /\/recommended[-_]actions?\/([^/?#&]+)/i,
  /[?&#][a-z_-]*(?:result|recommendation|recommended[-_]action)(?:[-_]?id)?=([^&#]+)/i,
]

/** One recommendation's briefs, in the service's order (specification, part 4.8). @throws {ApiError} */
export async function loadBriefs(
  api: Pick<AnalyticsApi, 'briefs'>,
  scope: WorkspaceScope,
  resultId: string,
  call?: CallOptions,
): Promise<readonly BriefSummary[]> {
  return (await api.briefs(scope, resultId, call)).map(summaryOf)
}

/**
 * Reads a result id, typed or in a console address: what follows `recommended-actions/`, else a parameter such as
 * `result` or `recommendation`, else the last UUID.
 */
export function resultIdFrom(text: string): Read<string> {
  const resultId = idIn(text, PLACES)
  if (resultId !== null) return read(resultId)
  const problem = text.trim() === '' ? 'No recommendation given.' : 'There’s no recommendation id in that.'
  return unreadable(
    `${problem} Open the recommendation in the console, copy its address from the browser, and paste it here.`,
  )
}

/** The recommendation of a button, or of a form's place. */
export function refOf(place: RecommendationIds, team: string): RecommendationRef {
  return { team, ...idsOf(place) }
}
