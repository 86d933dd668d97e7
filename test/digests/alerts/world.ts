import { historyPage } from '../../../src/digests/manage/describe-digests.ts'
import { storedRows } from '../../../src/insights/market.ts'
import type { MarketWeek } from '../../../src/model/market-week.ts'
import { type AlertSettings, defaultSettings } from '../../../src/store/index.ts'
import { fillWeeks } from '../../../src/weeks/weeks.ts'
import { testWorkspace } from '../../workspace.ts'
import { channel, owner, team, textOf, type World } from '../world.ts'

export const alertsOff = defaultSettings.alerts

/** A summary of the subreddit; by default its newest one. */
export const summary = (
  overall_sentiment: string,
  creation_date = '2026-11-09',
  id: string = overall_sentiment,
) => ({
  id,
  subreddit_name: 'crm',
  creation_date,
  description: 'It crashes.',
  weekly_visitors: null,
  weekly_contributors: null,
  overall_sentiment,
  key_themes: [],
})

/** Helpers for a digest with alerts in a test's world. */
export function alertsIn(world: () => World) {
  return {
    subscribe: (alerts: Partial<AlertSettings>, more: Parameters<World['subscribe']>[0] = {}) =>
      // Its next slot is far away, so every post is an alert.
      world().subscribe({
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...alertsOff, ...alerts },
        ...more,
      }),
    posts: (where = channel) => world().slack.in(where).map(textOf),
    hours: (count: number) => world().goTo(world().clock.now().add({ hours: count }).toString()),
    history: async () => {
      const workspace = testWorkspace({ ...world().workspace, team, url: 'https://acme.slack.example/' })
      return (await historyPage(workspace, { team, channel, user: owner }, null, 1)).lines
    },
    recovered: () => {
      world().api.reddit = [summary('positive')]
    },
    crossed: () => {
      world().api.reddit = [summary('negative')]
    },
    /** The service has these weeks, oldest first. */
    has: (weeks: readonly MarketWeek[]) => {
      world().api.brands = ({ date_start, sources }) => {
        const known = weeks.filter(({ week }) => week <= date_start)
        return known.at(-1)?.week === date_start ? (storedRows(known, sources?.[0] ?? null) ?? []) : []
      }
    },
    /** Reads the weeks in the background, as the bot does while nobody waits. */
    filled: async () => {
      const { store, log, workspace } = { ...world(), log: world().workspace.log }
      for (let minute = 0; minute < 60; minute += 1) {
        const now = world().clock.now().add({ minutes: minute })
        const clock = { now: () => now, sleep: async () => {} }
        await fillWeeks({ store, clock, log, of: async () => workspace }, new AbortController().signal)
      }
    },
  }
}
