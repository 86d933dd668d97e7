import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultSettings, type Schedule, type Store } from '../../src/store/index.ts'
import { mine, row } from '../insights/service.ts'
import { summary } from './alerts/world.ts'
import { FakeSlack } from './slack.ts'
import { createWorld, mondays, processOn, shown, textOf, type World } from './world.ts'

/**
 * One schedule over several Slack workspaces. Each has its own Slack and service, and everything a pass does for a
 * workspace has to go through these. Sightline is no longer installed in the third one.
 */
const [one, two, gone] = ['T1', 'T2', 'T3'] as const
const channel = 'C1'
const page = { limit: 10, offset: 0 }

let first: World
let second: World
/** The workspaces in which Sightline is installed. */
const workspaces = new Map<string, World['workspace']>()
beforeEach(async () => {
  first = await createWorld({ of: async (team) => workspaces.get(team) ?? null })
  const { clock, store } = first
  second = processOn({ team: two, clock, store, slack: new FakeSlack(clock, two) })
  workspaces.set(one, first.workspace).set(two, second.workspace)
})
afterEach(() => second.close())

const textsIn = ({ slack }: World) => slack.in(channel).map(textOf)
const subscribeAll = async (more: Partial<Parameters<Store['subscriptions']['create']>[0]> = {}) => {
  // The same ids everywhere, so that code that forgets the team finds another team's rows.
  for (const team of [one, two, gone]) await first.subscribe({ team, id: 'S1', schedule: mondays, ...more })
}
const lastOf = async (team: string) =>
  (await first.store.outbox.list({ team, subject: 'S1' }, ['digest'], page)).map(shown)[0]

it('digests are composed and posted by their own workspace, and skipped if it is gone', async () => {
  second.api.brands = [row('Zenith', [50, 50], [10, 10]), row('Contoso', [55, 45], [9, 9], mine)]
  await subscribeAll()
  await first.goTo('2026-11-09T09:00:00Z')
  expect(textsIn(first)).toEqual([expect.stringContaining('Northwind')])
  expect(textsIn(second)).toEqual([expect.stringContaining('Contoso')])
  expect(await lastOf(gone)).toMatchObject({ state: 'skipped', reason: 'uninstalled' })
})

it('nothing waits for a workspace that is gone, even if its last call was refused afterwards', async () => {
  await subscribeAll()
  await first.store.disconnections.markDisconnected(gone, 'token_revoked', first.clock.now())
  await first.goTo('2026-11-09T09:00:00Z')
  await first.goTo('2026-11-09T09:01:00Z')
  expect(await first.store.disconnections.list()).toEqual([])
  expect(await lastOf(gone)).toMatchObject({ state: 'skipped', reason: 'uninstalled' })
})

it('alerts are checked with the workspace’s own API key and posted in its own Slack', async () => {
  const far: Schedule = { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' }
  for (const { api } of [first, second]) api.reddit = [summary('positive')]
  await subscribeAll({ schedule: far, alerts: { ...defaultSettings.alerts, sentiment: true } })
  await first.goTo('2026-11-09T09:00:00Z')
  await first.goTo('2026-11-09T10:00:00Z')
  second.api.reddit = [summary('negative')]
  await first.goTo('2026-11-09T11:00:00Z')
  expect(textsIn(second)).toEqual([expect.stringContaining('Sentiment in r/crm turned')])
  expect(textsIn(first)).toEqual([])
  expect([first, second].map(({ api }) => api.asked.redditSummaries)).toEqual([3, 3])
})
