/** Lives through the weeks of some markets: each day the alerts, each Monday the digest. */
import { startService } from '../sandbox/service/index.ts'
import type { PlantedMarket } from '../sandbox/service/planted/plan.ts'
import type { Clock } from '../src/lib/clock.ts'
import { botsOf, botsOfToday, type Said } from './headline-bot.ts'
import { contradictions, namesEngines, type Rows, readRows } from './headline-facts.ts'
import { HISTORY, START } from './headline-markets.ts'

/** What was said about one week: by the alerts of its days, and by the digest on the Monday after. */
export interface WeekSaid {
  /** Which of the markets. */
  readonly market: number
  readonly week: number
  readonly said: readonly Said[]
  /** How many sentences were compared with the rows, and those that contradict them. */
  readonly sentences: number
  readonly contradictions: readonly string[]
}

export interface Run {
  readonly markets: readonly { readonly index: number; readonly plan: PlantedMarket }[]
  readonly weeks: number
  /** Another checkout's folder; `null`: this one. */
  readonly checkout: string | null
}

/** Time as the bot and the service see it: it moves by hand alone, so that the same run gives the same words. */
function handClock() {
  let now = Temporal.Instant.from(`${START}T00:00:00Z`)
  const clock = {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    advance: () => {},
    onAdvance: () => () => {},
  } satisfies Clock & Record<string, unknown>
  return {
    clock,
    set: (instant: Temporal.Instant) => {
      now = instant
    },
  }
}

const LONG = 10 * 365 * 86_400

export async function live({ markets, weeks, checkout }: Run): Promise<readonly WeekSaid[]> {
  const { clock, set } = handClock()
  const service = await startService({
    clock,
    tokenLifeSeconds: LONG,
    markets: markets.map(({ plan }) => plan),
  })
  const place = {
    baseUrl: service.baseUrl,
    searchBaseUrl: service.searchBaseUrl,
    apiKey: service.keys.organization,
    organizationId: service.demo.organizationId,
    workspaceId: service.demo.workspaceId,
    clock,
  }
  const bots = checkout === null ? botsOfToday(place) : await botsOf(checkout, place)
  const channels = markets.map(({ index, plan }) => ({ index, plan, bot: bots(plan.id) }))
  const told: WeekSaid[] = []
  try {
    for (let week = HISTORY; week < HISTORY + weeks; week++) {
      const monday = Temporal.PlainDate.from(START).add({ weeks: week })
      const days: (Said | null)[][] = channels.map(() => [])
      // The alerts of Tuesday to the next Monday look at windows that end in this week.
      for (let day = 1; day <= 7; day++) {
        set(monday.add({ days: day }).toZonedDateTime({ timeZone: 'UTC', plainTime: '08:00' }).toInstant())
        for (const [at, { bot }] of channels.entries()) days[at]?.push(await bot.alerts())
      }
      for (const [at, { index, plan, bot }] of channels.entries()) {
        const said = [...(days[at] ?? []), await bot.digest()].filter((one) => one !== null)
        const checked = []
        for (const one of said) {
          const rows = await readRows(place, plan.id, one.period)
          const byEngine = new Map<string, Rows>()
          for (const engine of namesEngines(one) ? plan.engines : [])
            byEngine.set(engine, await readRows(place, plan.id, one.period, engine))
          checked.push(contradictions(one, rows, byEngine))
        }
        told.push({
          market: index,
          week,
          said,
          sentences: checked.reduce((sum, { sentences }) => sum + sentences, 0),
          contradictions: checked.flatMap(({ found }) => found),
        })
      }
    }
  } finally {
    await service.stop()
  }
  return told
}
