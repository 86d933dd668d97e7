import { historyPage } from '../../../src/digests/manage/describe-digests.ts'
import { storedRows } from '../../../src/insights/market.ts'
import type { MarketWeek } from '../../../src/model/reports.ts'
import { type AlertSettings, defaultSettings } from '../../../src/store/index.ts'
import { fillWeeks } from '../../../src/weeks/weeks.ts'
import { testWorkspace } from '../../workspace.ts'
import { channel, owner, team, type World, world } from '../world.ts'

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

/** A digest with alerts whose next slot is far away, so every post is an alert. */
export const subscribe = (alerts: Partial<AlertSettings>, more: Parameters<World['subscribe']>[0] = {}) =>
  world.subscribe({
    schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
    alerts: { ...alertsOff, ...alerts },
    ...more,
  })

/** Changes a digest's alerts to these. */
export const change = (id: string, alerts: Partial<AlertSettings>) =>
  world.store.subscriptions.update(team, id, { alerts: { ...alertsOff, ...alerts } }, world.clock.now())

export const hours = (count: number) => world.goTo(world.clock.now().add({ hours: count }).toString())

export async function history() {
  const workspace = testWorkspace({ ...world.workspace, team, url: 'https://acme.slack.example/' })
  return (await historyPage(workspace, { team, channel, user: owner }, null, 1)).lines
}

export function recovered(): void {
  world.api.reddit = [summary('positive')]
}

export function crossed(): void {
  world.api.reddit = [summary('negative')]
}

/** A digest that has seen that its subreddit is well, which then turns negative. */
export async function subscribeAndCross(alerts: Partial<AlertSettings> = {}): Promise<void> {
  recovered()
  await subscribe({ sentiment: true, ...alerts })
  await world.wake()
  crossed()
}

/** The service has these weeks, oldest first. */
export function has(weeks: readonly MarketWeek[]): void {
  world.api.brands = ({ date_start, sources }) => {
    const known = weeks.filter(({ week }) => week <= date_start)
    return known.at(-1)?.week === date_start ? (storedRows(known, sources?.[0] ?? null) ?? []) : []
  }
}

/** Reads the weeks in the background, as the bot does while nobody waits. */
export async function filled(): Promise<void> {
  const { store, workspace } = world
  for (let minute = 0; minute < 60; minute += 1) {
    const now = world.clock.now().add({ minutes: minute })
    const clock = { now: () => now, sleep: async () => {} }
    const all = { store, clock, log: workspace.log, of: async () => workspace }
    await fillWeeks(all, new AbortController().signal)
  }
}
