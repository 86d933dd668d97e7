/** The cases of `bench effects`: markets with a task, and what followed it. */
import { storyInSteps, type TaskReading } from '../src/insights/reading/story.ts'
import type { StoryNews } from '../src/model/story.ts'
import { type BenchCase, share } from './headlines/case.ts'
import {
  BRANDS,
  ENGINES,
  type Market,
  type MarketOptions,
  type Movement,
  marketOf,
  mondayOf,
  moved,
  type Plan,
  randomOf,
} from './headlines/market.ts'
import { both, ownBy, wobble } from './headlines/movements.ts'

/** The task's week, and the engines that it aims at (indices). */
const TASK = 20
const AIM = [2, 3]
/** Complete weeks since, when the last look is taken. */
const LOOKS = 12
const WORLDS = 80
/** A rise that everybody sees, in log-odds. */
const RISE = 0.35

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const isSince = (week: number) => week > TASK

function followed(market: Market, aim: readonly number[] = AIM, task = TASK, tasks = 1): TaskReading {
  const named = { brand: BRANDS[market.own] ?? '', aim: aim.map((engine) => ENGINES[engine] ?? '') }
  const steps = storyInSteps(market.weeks, { ...named, monday: mondayOf(task) }, tasks)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function storiesOf(
  seed: string,
  count: number,
  options: (seed: string, index: number) => Partial<MarketOptions>,
) {
  return times(count).map((index) => {
    const world = `${seed}-${index}`
    return marketOf({ seed: world, weeks: TASK + LOOKS + 1, ...options(world, index) })
  })
}

/** Markets in which the task changed nothing. */
function nothing(
  name: string,
  atMost: number,
  options: (seed: string, index: number) => Partial<MarketOptions> = () => ({}),
  aimOf: (market: Market) => readonly number[] = () => AIM,
): BenchCase {
  return {
    name,
    run(seed, count) {
      const markets = storiesOf(seed, count(WORLDS), options)
      const claims = markets.filter((market) => followed(market, aimOf(market)).said.length > 0)
      return [share(`claimed, but nothing followed: ${name}`, { atMost }, claims.length, markets.length)]
    },
  }
}

const moving = (
  name: string,
  atMost: number,
  movement: (seed: string, index: number) => Movement,
): BenchCase => nothing(name, atMost, (seed, index) => ({ movement: movement(seed, index) }))

/** So many standard errors of the change on the aimed engines, from eight weeks to the mean of four. */
const effect =
  (errors: number, strength: (weeksSince: number) => number = () => 1): Movement =>
  (presence, week, plan) => {
    if (!isSince(week)) return
    const points = errors * aimedError(plan) * strength(week - TASK)
    for (const engine of AIM) {
      const row = presence[engine] ?? []
      const after = (row[plan.own] ?? 0) + points / (plan.scoreIfNamed[engine]?.[plan.own] ?? 1)
      row[plan.own] = Math.max(0.005, Math.min(0.97, after))
    }
  }

function aimedError({ ownVariance, answers }: Plan): number {
  const variance = AIM.reduce((sum, engine) => sum + (ownVariance[engine] ?? 0), 0)
  return Math.sqrt(variance * (1 / (4 * answers) + 1 / (8 * answers))) / AIM.length
}

const said = (story: TaskReading, news: StoryNews, byWeek = LOOKS) =>
  story.said.some((one) => one.news === news && one.monday <= mondayOf(TASK + byWeek))

function lasting(errors: number, foundAtLeast: number, fadedAtMost: number | null): BenchCase {
  return {
    name: `effect ${errors}`,
    run(seed, count) {
      const markets = storiesOf(seed, count(WORLDS), () => ({ movement: effect(errors) }))
      const stories = markets.map((market) => followed(market))
      const found = stories.filter((story) => said(story, 'up', 8)).length
      const ever = stories.filter((story) => said(story, 'up'))
      const wrong = stories.filter((story) => said(story, 'down')).length
      const faded = ever.filter((story) => said(story, 'faded')).length
      const name = `effect of ${errors} standard errors`
      return [
        share(`${name} found within 8 weeks`, { atLeast: foundAtLeast }, found, stories.length),
        share('… told as a fall', { atMost: 0.01 }, wrong, stories.length),
        share(
          '… called faded, though it lasts',
          fadedAtMost === null ? null : { atMost: fadedAtMost },
          faded,
          ever.length,
        ),
      ]
    },
  }
}

const late: BenchCase = {
  name: 'effect from week 6',
  run(seed, count) {
    const movement = effect(6, (weeks) => (weeks >= 6 ? 1 : 0))
    const stories = storiesOf(seed, count(WORLDS), () => ({ movement })).map((market) => followed(market))
    const found = stories.filter((story) => said(story, 'up')).length
    return [share('effect of 6 from week 6 on found', { atLeast: 0.85 }, found, stories.length)]
  },
}

const gone: BenchCase = {
  name: 'effect gone',
  run(seed, count) {
    const movement = effect(6, (weeks) => (weeks <= 4 ? 1 : 0))
    const stories = storiesOf(seed, count(WORLDS), () => ({ movement })).map((market) => followed(market))
    const found = stories.filter((story) => said(story, 'up'))
    const standing = stories.filter(({ state }) => state === 'up' || state === 'back').length
    const ended = found.filter((story) => said(story, 'faded')).length
    return [
      share('effect of 6 for 4 weeks: still up at week 12', { atMost: 0.1 }, standing, stories.length),
      share('… its end told', { atLeast: 0.8 }, ended, found.length),
    ]
  },
}

/** Twenty open tasks of one brand, each some weeks old and aimed at one to three engines. */
function manyTasks(name: string, movement?: (seed: string) => Movement): BenchCase {
  const TASKS = 20
  const WEEKS = 34
  return {
    name: `many tasks${name}`,
    run(seed, count) {
      let fresh = 0
      let standing = 0
      const digests = times(count(WORLDS))
      for (const index of digests) {
        const world = `${seed}-${index}`
        const options = movement ? { movement: movement(world) } : {}
        const market = marketOf({ seed: world, weeks: WEEKS, ...options })
        const random = randomOf('tasks', world)
        const engine = () => Math.floor(random() * ENGINES.length)
        const stories = times(TASKS).map(() => {
          const task = 21 + Math.floor(random() * 10)
          const aim = [...new Set(times(1 + Math.floor(random() * 3)).map(engine))]
          return followed(market, aim, task, TASKS)
        })
        const newest = mondayOf(WEEKS - 1)
        if (stories.some((story) => story.said.some(({ monday }) => monday === newest))) fresh += 1
        if (stories.some((story) => story.said.length > 0)) standing += 1
      }
      return [
        share(
          `${TASKS} tasks at once${name}: a new claim in a digest`,
          { atMost: 0.05 },
          fresh,
          digests.length,
        ),
        share('… any claim standing', { atMost: 0.1 }, standing, digests.length),
      ]
    },
  }
}

const climb = (perWeek: number, engines?: readonly number[], until = TASK + LOOKS): Movement =>
  ownBy((week) => perWeek * Math.max(0, Math.min(week, until) - 4), engines)

const season = (week: number, index: number) => 0.2 * Math.sin((2 * Math.PI * (week + 5 * index)) / 26)

/** All brands, or every other one and the own, on some engines. */
const brandsBy =
  (by: (week: number) => number, engines: readonly number[], isHalf = false): Movement =>
  (presence, week, { own }) => {
    for (const engine of engines) {
      const row = presence[engine] ?? []
      for (const [brand, p] of row.entries())
        if (!isHalf || brand === own || brand % 2 === 0) row[brand] = moved(p, by(week))
    }
  }

const everywhereByFactor: Movement = (presence, week, { own }) => {
  for (const row of isSince(week) ? presence : []) row[own] = Math.min(0.95, (row[own] ?? 0) * 1.25)
}

const badWeek = (engines?: readonly number[]) => ownBy((week) => (week === TASK - 1 ? -0.8 : 0), engines)

const OTHERS = [0, 1, 4, 5, 6, 7, 8, 9]

/** The own brand's log-odds on engines that the task doesn't aim at, from some weeks before it on. */
const earlierStep = (by: number, weeksBefore: number, engines: readonly number[] = OTHERS) =>
  ownBy((week) => (week >= TASK - weeksBefore ? by : 0), engines)

/** Six engines are collected: the two aimed at, and four others. */
const sixEngines = (movement: Movement): Partial<MarketOptions> => ({
  movement,
  collected: (_, engine) => (engine < 6 ? 1 : 0),
})

/** The two engines on which the own brand's last week before the task was worst, compared with the eight before. */
function afterWorstWeek({ weeks, own }: Market): readonly number[] {
  const score = (week: number, engine: number) =>
    weeks[week]?.engines.get(ENGINES[engine] ?? '')?.scores.get(BRANDS[own] ?? '') ?? 0
  const drop = (engine: number) => {
    const before = times(8).reduce((sum, week) => sum + score(TASK - 9 + week, engine) / 8, 0)
    return score(TASK - 1, engine) - before
  }
  const engines = [...ENGINES.keys()]
  return engines.toSorted((a, b) => drop(a) - drop(b)).slice(0, 2)
}

const rise = (week: number) => (isSince(week) ? RISE : 0)

export const cases: readonly BenchCase[] = [
  nothing('aimed at two engines', 0.03),
  nothing('aimed at one', 0.03, undefined, () => [4]),
  nothing('40 answers an engine', 0.03, () => ({ answers: 40 })),
  nothing('days that differ by 0.3', 0.03, () => ({ daySd: 0.3 })),
  nothing('no aim', 0, undefined, () => []),
  moving('climbing on the aimed engines for 16 weeks before', 0.05, () => climb(0.04, AIM)),
  moving('… until the task', 0.05, () => climb(0.04, AIM, TASK)),
  moving('climbing everywhere', 0.05, () => climb(0.03)),
  moving('one bad week before, on the aimed engines', 0.05, () => badWeek(AIM)),
  moving('one bad week before, everywhere', 0.05, () => badWeek()),
  nothing('aimed at the two engines with the worst week before', 0.05, undefined, afterWorstWeek),
  moving('the other engines fell a week before', 0.05, () => earlierStep(-RISE, 1)),
  moving('the other engines rose eleven weeks before', 0.05, () => earlierStep(RISE, 11)),
  nothing('two of four other engines rose two weeks before', 0.05, () =>
    sixEngines(earlierStep(0.45, 2, [0, 1])),
  ),
  nothing('two of four other engines rose eight weeks before', 0.05, () =>
    sixEngines(earlierStep(0.45, 8, [0, 1])),
  ),
  moving('wobble of 0.1', 0.05, (seed) => wobble(seed, 0.1)),
  moving('wobble of 0.2', 0.05, (seed) => wobble(seed, 0.2)),
  moving('half of the rivals rise on the aimed engines', 0.05, () => brandsBy(rise, AIM, true)),
  moving('all brands rise on the aimed engines', 0.05, () => brandsBy(rise, AIM)),
  moving('the own brand rises everywhere by 0.35', 0.05, () => ownBy(rise)),
  moving('the own brand rises everywhere by a quarter', 0.05, () => everywhereByFactor),
  moving('own season on all engines', 0.1, (_, index) => ownBy((week) => season(week, index))),
  moving('season of all brands on the aimed engines', 0.1, (_, index) =>
    brandsBy((week) => season(week, index), AIM),
  ),
  moving('random walk of 0.06', 0.1, (seed) => wobble(seed, 0.06, 1)),
  moving('slow wobble of 0.1', 0.1, (seed) => wobble(seed, 0.1, 0.8)),
  manyTasks(''),
  manyTasks(', wobble of 0.1', (seed) => wobble(seed, 0.1)),
  lasting(3, 0.58, 0.15),
  lasting(4, 0.82, 0.08),
  lasting(6, 0.98, null),
  late,
  gone,
  {
    name: 'effect in a slow wobble',
    run(seed, count) {
      const markets = storiesOf(seed, count(WORLDS), (world) => ({
        movement: both(wobble(world, 0.1, 0.8), effect(4)),
      }))
      const found = markets.filter((market) => said(followed(market), 'up', 8)).length
      return [share('effect of 4 in a slow wobble of 0.1, within 8 weeks', null, found, markets.length)]
    },
  },
]
