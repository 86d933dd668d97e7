/** Runs the weeks of some markets: the alerts of each day, and the digest of each Monday. */
import { startService } from '../../sandbox/service/index.ts'
import type { PlantedMarket } from '../../sandbox/service/planted/plan.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { type BotMessage, botsOf, botsOfToday } from './bot.ts'
import { checkSentences, namesEngines, type Rows, readRows } from './facts.ts'
import { HISTORY, START } from './markets.ts'

/** The messages about one week: the alerts of its days, and the digest of the following Monday. */
export interface WeekMessages {
  /** The market's index. */
  readonly market: number
  readonly week: number
  readonly messages: readonly BotMessage[]
  /** How many sentences were compared with the rows, and which contradict them. */
  readonly sentences: number
  readonly contradictions: readonly string[]
}

export interface Run {
  readonly markets: readonly { readonly index: number; readonly plan: PlantedMarket }[]
  readonly weeks: number
  /** The folder of another checkout; `null`: this one. */
  readonly checkout: string | null
}

/** A clock that moves only when set, so that equal runs give equal texts. */
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

export async function live({ markets, weeks, checkout }: Run): Promise<readonly WeekMessages[]> {
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
  const weekMessages: WeekMessages[] = []
  try {
    for (let week = HISTORY; week < HISTORY + weeks; week++) {
      const monday = Temporal.PlainDate.from(START).add({ weeks: week })
      const days: (BotMessage | null)[][] = channels.map(() => [])
      // The alerts from Tuesday to the next Monday use windows that end in this week.
      for (let day = 1; day <= 7; day++) {
        set(monday.add({ days: day }).toZonedDateTime({ timeZone: 'UTC', plainTime: '08:00' }).toInstant())
        for (const [at, { bot }] of channels.entries()) days[at]?.push(await bot.alerts())
      }
      for (const [at, { index, plan, bot }] of channels.entries()) {
        const messages = [...(days[at] ?? []), await bot.digest()].filter((one) => one !== null)
        const checked = []
        for (const one of messages) {
          const rows = await readRows(place, plan.id, one.period)
          const byEngine = new Map<string, Rows>()
          for (const engine of namesEngines(one) ? plan.engines : [])
            byEngine.set(engine, await readRows(place, plan.id, one.period, engine))
          checked.push(checkSentences(one, rows, byEngine))
        }
        weekMessages.push({
          market: index,
          week,
          messages,
          sentences: checked.reduce((sum, { sentences }) => sum + sentences, 0),
          contradictions: checked.flatMap((one) => one.contradictions),
        })
      }
    }
  } finally {
    await service.stop()
  }
  return weekMessages
}
