/** Reads the own brand's figures before and since tasks, within a limit of requests to the service. */
import type { AnalysisScope } from '../../api/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type {
  Aim,
  BeforeAfter,
  BeforeAfterVerdict,
  BeforeAfterWeeks,
  FollowedTask,
} from '../../model/before-after.ts'
import { periodContaining } from '../periods.ts'
import { fewAtOnce, section } from '../section.ts'
import { judge, type Reading } from './judge.ts'
import {
  type BeforeAfterApi,
  type Memory,
  memoryOf,
  readTable,
  type TableRequest,
  tableKey,
} from './memory.ts'
import { nearestNames, rivalsOf, sidesOf, type Table } from './table.ts'
import { weeksBefore, windowsOf, withoutReading } from './windows.ts'

export interface BeforeAfterOptions {
  readonly clock: Clock
  /** IANA name. */
  readonly timeZone: string
}

/** A task, its story so far, and the tables that the story needs. */
interface Candidate {
  readonly task: FollowedTask
  readonly story: BeforeAfter
  readonly needs: readonly TableRequest[]
  /** The `tableKey` of each need. */
  readonly keys: readonly string[]
}

/**
 * The stories of tasks by task id, with at most `maxRequests` requests to the service. Tables that this client has read
 * within six hours cost nothing, and tasks share tables. If there are too few requests for all tasks, they take turns.
 * What could not be read is `unavailable`.
 */
export async function beforeAfterOf(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  tasks: readonly FollowedTask[],
  options: BeforeAfterOptions & { readonly maxRequests: number },
): Promise<ReadonlyMap<string, BeforeAfter>> {
  const memory = memoryOf(api, options.clock)
  const candidates = tasks.flatMap((task): Candidate[] => {
    const story = withoutReading(task, options)
    if (story.verdict.kind === 'too_early') return []
    const needs = needsOf(task, story)
    return [{ task, story, needs, keys: needs.map((asked) => tableKey(scope, asked)) }]
  })
  const { planned } = plan(
    byTurn(candidates, options),
    options.maxRequests,
    (key) => memory.tables.get(key) !== undefined,
  )
  const tables = await readAll(api, scope, planned, memory)
  const stories = new Map(tasks.map((task) => [task.id, withoutReading(task, options)]))
  for (const { task, story, keys } of planned) {
    const [before, since, allBefore, allSince] = keys.map((key) => tables.get(key) ?? null)
    const all = allBefore && allSince ? { before: allBefore, since: allSince } : null
    const isRead = before && since && keys.every((key) => tables.has(key))
    stories.set(
      task.id,
      isRead
        ? storyOf(task, story, { before, since }, all)
        : { ...story, verdict: { kind: 'unavailable', why: 'failed' } },
    )
  }
  return stories
}

/** One task's weekly figures for its chart, in at most nine requests. `null` if unavailable. */
export async function weeksOf(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  task: FollowedTask,
  { clock, timeZone }: BeforeAfterOptions,
): Promise<BeforeAfterWeeks | null> {
  const { before, weeksSince } = windowsOf(task.from, clock.now(), timeZone)
  const first = Temporal.PlainDate.from(before.start)
  const count = weeksBefore + 1 + weeksSince
  // Each response also has the previous week.
  const pairs = Array.from({ length: Math.ceil(count / 2) }, (_, index) => count - 1 - 2 * index)
  const memory = memoryOf(api, clock)
  const weekAt = (at: number) => periodContaining('week', first.add({ weeks: at }), timeZone)
  const read = await fewAtOnce(pairs, (at) =>
    section('', readTable(api, scope, { aim: task.aim, period: weekAt(at) }, memory), undefined),
  )
  const tables = read.map((one) => (one.ok ? one.data : null))
  const ownBrand = tables.flatMap((table) => table?.own?.name ?? [])[0]
  if (ownBrand === undefined) return null
  const rivals = nearestNames(tables.find((table) => table?.own != null) ?? null, task.aim.rival)
  const weeks = Array.from({ length: count }, (_, at) => {
    const pair = pairs.findIndex((later) => later === at || later === at + 1)
    const table = tables[pair] ?? null
    const side = pairs[pair] === at ? 'now' : 'previous'
    const rowOf = (name: string) => table?.brands.find((brand) => brand.name === name)?.[side]
    return {
      start: weekAt(at).start,
      side: at < weeksBefore ? 'before' : at === weeksBefore ? 'during' : 'since',
      ownScore: table?.own?.[side].visibility ?? null,
      answers: table?.own?.[side].answers ?? null,
      rivals: rivals.map((name) => rowOf(name)?.visibility ?? null),
    } as const
  })
  return { ownBrand, rivals, weeks }
}

function needsOf({ aim }: FollowedTask, { before, since }: BeforeAfter): readonly TableRequest[] {
  if (since === null) return []
  const sides = (of: TableRequest['aim']) => [before, since].map((period) => ({ aim: of, period }))
  return isNarrow(aim) ? [...sides(aim), ...sides(everything)] : sides(everything)
}

const everything = { engines: [], topics: [] }
const isNarrow = ({ engines, topics }: Aim) => engines.length + topics.length > 0

/**
 * The candidates in reading order: in groups that fit into `maxRequests` requests, oldest tasks first, starting with the
 * group whose turn it is. The turn depends only on the day, so restarts and other replicas don't make a task wait
 * longer.
 */
function byTurn(
  candidates: readonly Candidate[],
  { clock, maxRequests }: Pick<BeforeAfterOptions, 'clock'> & { readonly maxRequests: number },
): readonly Candidate[] {
  const place = ({ task }: Candidate) => `${task.from} ${task.id}`
  let remaining: readonly Candidate[] = candidates.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  const groups: (readonly Candidate[])[] = []
  while (remaining.length > 0) {
    const { planned, waiting } = plan(remaining, maxRequests, () => false)
    groups.push(planned.length > 0 ? planned : waiting)
    remaining = planned.length > 0 ? waiting : []
  }
  const first = turnOn(clock.now()) % Math.max(1, groups.length)
  return [...groups.slice(first), ...groups.slice(0, first)].flat()
}

/**
 * Grows by one each day of a week, and by one from a weekday to the same weekday of the next week, so that both daily
 * and weekly digests reach every group.
 */
function turnOn(now: Temporal.Instant): number {
  const days = Math.floor(now.epochMilliseconds / 86_400_000)
  return Math.floor(days / 7) + (days % 7)
}

/** Splits the candidates, in order, into those that fit into the remaining requests and those that wait. */
function plan(
  candidates: readonly Candidate[],
  maxRequests: number,
  isFree: (key: string) => boolean,
): { readonly planned: readonly Candidate[]; readonly waiting: readonly Candidate[] } {
  const asked = new Set<string>()
  const planned: Candidate[] = []
  const waiting: Candidate[] = []
  for (const one of candidates) {
    const more = new Set(one.keys.filter((key) => !asked.has(key) && !isFree(key)))
    if (asked.size + more.size > maxRequests) waiting.push(one)
    else {
      for (const key of more) asked.add(key)
      planned.push(one)
    }
  }
  return { planned, waiting }
}

/** @returns the tables by key, without those that could not be read */
async function readAll(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  planned: readonly Candidate[],
  memory: Memory,
): Promise<ReadonlyMap<string, Table>> {
  const asked = new Map(planned.flatMap(({ needs }) => needs.map((one) => [tableKey(scope, one), one])))
  const read = await fewAtOnce([...asked], async ([key, one]) => {
    const part = await section('', readTable(api, scope, one, memory), undefined)
    return [key, part] as const
  })
  return new Map(read.flatMap(([key, part]) => (part.ok ? [[key, part.data] as const] : [])))
}

interface BothSides {
  readonly before: Table
  readonly since: Table
}

function storyOf(
  task: FollowedTask,
  story: BeforeAfter,
  aimed: BothSides,
  all: BothSides | null,
): BeforeAfter {
  const ownBrand = [aimed.since, aimed.before, all?.since, all?.before].flatMap(
    (table) => table?.own?.name ?? [],
  )[0]
  const empty = emptySide(aimed)
  const reading: Reading = {
    aimed: sidesOf(aimed),
    all: all === null ? null : sidesOf(all),
    rivals: rivalsOf(aimed),
    rival: task.aim.rival,
    firstMonday: Temporal.PlainDate.from(story.since?.start ?? story.before.end),
    weeksSince: story.weeksSince,
  }
  const { verdict, ...figures } = judge(reading)
  const gap: BeforeAfterVerdict | null = empty === null ? null : { kind: 'data_gap', side: empty }
  // A text may name the own brand like a rival: its reader can't always tell which brand is the own brand.
  const aim = task.aim.rival === ownBrand ? { ...task.aim, rival: null } : task.aim
  return { ...story, ...figures, aim, own: ownBrand ?? null, verdict: gap ?? verdict }
}

/** The side without any data. */
function emptySide({ before, since }: BothSides): 'before' | 'since' | null {
  if (before.brands.length === 0 && before.own === null) return 'before'
  return since.brands.length === 0 && since.own === null ? 'since' : null
}
