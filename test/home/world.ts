/** A Home tab with a real database and a Slack that only records what is published. */
import { onTestFinished } from 'vitest'
import { openHome, redrawHome, turnHome } from '../../src/home/index.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { HomeView } from '../../src/model/message.ts'
import type { Click } from '../../src/slack/port.ts'
import { HomeViewers, type Viewer } from '../../src/slack/send/home-viewers.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { validateView } from '../blocks/validate.ts'
import { service } from '../insights/service.ts'
import { testStore } from '../tasks/world.ts'
import { buttonClick, createDigest, testWorkspace, unknownPeople } from '../workspace.ts'

export const team = 'T1'
export const monday = Temporal.Instant.from('2026-11-16T08:00:00Z')

interface Shown {
  readonly published: { readonly user: string; readonly view: HomeView }[]
  /** The channels of each person; about people not listed, Slack says nothing. */
  readonly channels: Map<string, readonly string[]>
}

export type HomeWorld = Awaited<ReturnType<typeof homeWorld>>

export async function homeWorld(more: (world: Shown) => Partial<Workspace> = () => ({})) {
  const store = await testStore(onTestFinished)
  const logged: string[] = []
  const shown: Shown = { published: [], channels: new Map() }
  const { published, channels } = shown
  /** The people whose channels Slack was asked for, once per request. */
  const asked: string[] = []
  const log = (event: string) => void logged.push(event)
  const world = { ...shown, store, logged, asked, now: monday }
  const clock = { now: () => world.now, sleep: async () => {} }
  const shared: Partial<Workspace> = {
    store,
    people: {
      ...unknownPeople,
      channelsOf: async (user) => {
        asked.push(user)
        const ids = channels.get(user)
        return ids === undefined ? null : new Set(ids)
      },
    },
    access: {
      refusals: async () => new Map(),
      require: async (_who, { user }) => {
        if (user === 'U0GUEST')
          throw new Problem('not_allowed', 'Guests can’t use Sightline here.', { ask: ['U0ANA'] })
      },
    },
    publishHome: async (user, view) => {
      const problems = validateView(view)
      if (problems.length > 0) throw new Error(JSON.stringify(problems))
      published.push({ user, view })
    },
    clock,
    homeViewers: new HomeViewers(clock),
    log: { debug: log, info: log, warn: log, error: log },
    api: quietService,
    ...more(shown),
  }
  const workspaceOf = (of: string) => testWorkspace({ ...shared, team: of })
  const home = {
    opened: (viewer: Viewer) => openHome(workspaceOf(viewer.team), viewer),
    turn: (viewer: Viewer, page: number) => turnHome(workspaceOf(viewer.team), viewer, page),
    changed: (of: string, by?: Click) => redrawHome(workspaceOf(of), by),
  }
  return Object.assign(world, { home })
}

/** An analytics service without any data. */
export const quietService = service({}) as unknown as Workspace['api']

/** Creates a channel's digest, posted every Monday at nine. */
export function digestIn({ store, now }: HomeWorld, channel: string, name: string, id = name) {
  const schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Berlin' } as const
  return createDigest(store, now, { schedule, name, team, id, channel, by: 'U0ANA' })
}

/** As many digests, each in a channel of its own that Ana is in. */
export async function manyDigests(world: HomeWorld, count: number) {
  const channels = Array.from({ length: count }, (_, number) => `C0CHANNEL${String(number).padStart(2, '0')}`)
  for (const [minutes, channel] of channels.entries())
    await digestIn({ ...world, now: monday.add({ minutes }) }, channel, `In ${channel}`)
  world.channels.set('U0ANA', channels)
  return channels
}

/** What a person's Home tab shows now. */
export function shownTo({ published }: HomeWorld, user: string): string {
  return JSON.stringify(published.findLast((one) => one.user === user)?.view.blocks ?? [])
}

/** A click on this page of a Home tab. */
export function clickOnHome(user: string, page: number): Click {
  const view = { id: 'V1', callbackId: 'sl1.home', privateMetadata: `{"page":${page}}`, values: {} }
  return buttonClick({ team, user, viewId: 'V1', view })
}
