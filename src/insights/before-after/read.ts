/** Reads how the own brand stood before and since tasks, within a number of questions to the service. */
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
import { judged, type Reading } from './judge.ts'
import { type Asked, type BeforeAfterApi, type Memory, memoryOf, readTable, tableKey } from './memory.ts'
import { nearestNames, rivalsOf, sidesOf, type Table } from './table.ts'
import { weeksBefore, windowsOf, withoutReading } from './windows.ts'

export interface BeforeAfterOptions {
  readonly clock: Clock
  /** IANA name. */
  readonly timeZone: string
  /** Points. */
  readonly noiseBand: number
}

/** A task with what its story needs. */
interface Candidate {
  readonly task: FollowedTask
  readonly story: BeforeAfter
  readonly needs: readonly Asked[]
}

/**
 * The stories of tasks by their ids, with at most so many questions to the service; what was read within six hours costs
 * none. Those that were not read for longest go first, then the newest; tasks share what they have in common. What
 * could not be read is `unavailable`.
 */
export async function beforeAfterOf(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  tasks: readonly FollowedTask[],
  options: BeforeAfterOptions & { readonly questions: number },
): Promise<ReadonlyMap<string, BeforeAfter>> {
  const memory = memoryOf(api, options.clock)
  const keyOf = (asked: Asked) => tableKey(scope, asked)
  const candidates = tasks.flatMap((task): Candidate[] => {
    const story = withoutReading(task, options)
    return story.verdict.kind === 'too_early' ? [] : [{ task, story, needs: needsOf(task, story) }]
  })
  const { planned, waiting } = plan(
    byTurn(candidates, scope, memory),
    options.questions,
    keyOf,
    (key) => memory.tables.get(key) !== undefined,
  )
  const next = new Set(plan(waiting, options.questions, keyOf, () => false).planned)
  const tables = await readAll(api, scope, planned, memory)
  const now = options.clock.now().epochMilliseconds
  const told = new Map(tasks.map((task) => [task.id, withoutReading(task, options)]))
  for (const { task, story, needs } of planned) {
    memory.turns.set(turnOf(scope, task), now)
    const [before, since, allBefore, allSince] = needs.map((asked) => tables.get(keyOf(asked)) ?? null)
    const all = allBefore && allSince ? { before: allBefore, since: allSince } : null
    const isRead = before && since && needs.every((asked) => tables.get(keyOf(asked)))
    told.set(
      task.id,
      isRead
        ? storyOf(task, story, { before, since }, all, options)
        : { ...story, verdict: { kind: 'unavailable', why: 'failed', isNext: false } },
    )
  }
  for (const one of waiting) {
    const verdict = { kind: 'unavailable', why: 'not_asked', isNext: next.has(one) } as const
    told.set(one.task.id, { ...one.story, verdict })
  }
  return told
}

/** The weeks of one story, for its chart, with nine questions at most; `null`: not to be had. */
export async function weeksOf(
  api: BeforeAfterApi,
  scope: AnalysisScope,
  task: FollowedTask,
  { clock, timeZone }: BeforeAfterOptions,
): Promise<BeforeAfterWeeks | null> {
  const { before, weeksSince } = windowsOf(task.from, clock.now(), timeZone)
  const first = Temporal.PlainDate.from(before.start)
  const count = weeksBefore + 1 + weeksSince
  // Every answer holds the week before, too.
  const pairs = Array.from({ length: Math.ceil(count / 2) }, (_, index) => count - 1 - 2 * index)
  const memory = memoryOf(api, clock)
  const weekAt = (at: number) => periodContaining('week', first.add({ weeks: at }), timeZone)
  const read = await fewAtOnce(pairs, (at) =>
    section('', readTable(api, scope, { aim: task.aim, period: weekAt(at) }, memory), undefined),
  )
  const tables = read.map((one) => (one.ok ? one.data : null))
  const own = tables.flatMap((table) => table?.own?.name ?? [])[0]
  if (own === undefined) return null
  const rivals = nearestNames(tables.find((table) => table?.own != null) ?? null, task.aim.rival)
  const weeks = Array.from({ length: count }, (_, at) => {
    const pair = pairs.findIndex((later) => later === at || later === at + 1)
    const table = tables[pair] ?? null
    const side = pairs[pair] === at ? 'now' : 'previous'
    const rowOf = (name: string) => table?.brands.find((brand) => brand.name === name)?.[side]
    return {
      start: weekAt(at).start,
      side: at < weeksBefore ? 'before' : at === weeksBefore ? 'during' : 'since',
      own: table?.own?.[side].visibility ?? null,
      answers: table?.own?.[side].answers ?? null,
      rivals: rivals.map((name) => rowOf(name)?.visibility ?? null),
    } as const
  })
  return { own, rivals, weeks }
}

function needsOf({ aim }: FollowedTask, { before, since }: BeforeAfter): readonly Asked[] {
  if (since === null) return []
  const sides = (of: Asked['aim']) => [before, since].map((period) => ({ aim: of, period }))
  return isNarrow(aim) ? [...sides(aim), ...sides(everything)] : sides(everything)
}

const everything = { engines: [], topics: [] }
const isNarrow = ({ engines, topics }: Aim) => engines.length + topics.length > 0
const turnOf = (scope: AnalysisScope, { id }: FollowedTask) => JSON.stringify([scope, id])

/** In the order in which they are asked for: running stories first, then those not read for longest, then the newest. */
function byTurn(
  candidates: readonly Candidate[],
  scope: AnalysisScope,
  memory: Memory,
): readonly Candidate[] {
  const last = (one: Candidate) => memory.turns.get(turnOf(scope, one.task)) ?? 0
  const age = ({ task }: Candidate) => Date.parse(task.from)
  return candidates.toSorted(
    (a, b) => Number(a.story.isFinal) - Number(b.story.isFinal) || last(a) - last(b) || age(b) - age(a),
  )
}

/** Who is read with so many questions: each in turn, if what is left of them is enough for it. */
function plan(
  candidates: readonly Candidate[],
  questions: number,
  keyOf: (asked: Asked) => string,
  isFree: (key: string) => boolean,
): { readonly planned: readonly Candidate[]; readonly waiting: readonly Candidate[] } {
  const asked = new Set<string>()
  const planned: Candidate[] = []
  const waiting: Candidate[] = []
  for (const one of candidates) {
    const more = new Set(one.needs.map(keyOf).filter((key) => !asked.has(key) && !isFree(key)))
    if (asked.size + more.size > questions) waiting.push(one)
    else {
      for (const key of more) asked.add(key)
      planned.push(one)
    }
  }
  return { planned, waiting }
}

/** @returns by key; without those that the service gave no answer for */
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
  { noiseBand }: BeforeAfterOptions,
): BeforeAfter {
  const own = [aimed.since, aimed.before, all?.since, all?.before].flatMap(
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
    noiseBand,
  }
  const { verdict, ...figures } = judged(reading)
  const gap: BeforeAfterVerdict | null = empty === null ? null : { kind: 'data_gap', side: empty }
  // A text may name the own brand, and who reads it can't know which one that is.
  const aim = task.aim.rival === own ? { ...task.aim, rival: null } : task.aim
  return { ...story, ...figures, aim, own: own ?? null, verdict: gap ?? verdict }
}

/** The side without any data. */
function emptySide({ before, since }: BothSides): 'before' | 'since' | null {
  if (before.brands.length === 0 && before.own === null) return 'before'
  return since.brands.length === 0 && since.own === null ? 'since' : null
}
