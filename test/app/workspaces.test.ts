import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { createAnalyticsApi } from '../../src/api/index.ts'
import { buildRuntime } from '../../src/app/runtime.ts'
import { createWorkspaces } from '../../src/app/workspaces.ts'
import { readConfig } from '../../src/config/index.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { createSlack } from '../../src/slack/app.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { listening } from '../listening.ts'
import { connection, installation } from '../store/contract/world.ts'
import { temporaryFolder } from '../store/engines.ts'
import { manyEnv, publicUrl } from '../tenants/world.ts'
import { plainDefaults } from '../workspace.ts'

const now = Temporal.Instant.from('2026-11-16T08:00:00Z')
const most = 4
const teams = Array.from({ length: 30 }, (_, index) => `T0TEAM${index}`)
const [first = '', ...others] = teams

/** A service that counts its connections, and can delay its answers. */
async function countedService() {
  const open = new Set<Socket>()
  const counts = { peak: 0 }
  let held = Promise.resolve()
  const baseUrl = await listening(async ({ socket, url }, response) => {
    if (!open.has(socket)) socket.once('close', () => open.delete(socket))
    open.add(socket)
    counts.peak = Math.max(counts.peak, open.size)
    await held
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(url === '/v1/auth/token' ? { token: 'token-1' } : [{ id: 'O1', name: 'Acme' }]),
    )
  })
  return {
    clock: createSandboxClock(now),
    open,
    counts,
    key: 'sk-sightline-0123456789abWXYZ',
    baseUrl,
    /** Delays answers until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}

/** A runtime for many workspaces, all with Sightline and an API key. */
async function startRuntime(service: Awaited<ReturnType<typeof countedService>>) {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const { clock } = service
  const { baseUrl } = service
  const file = join(folder.path, 'sightline.db')
  const config = readConfig({
    ...manyEnv({ baseUrl, searchBaseUrl: baseUrl }, file),
    SIGHTLINE_SLACK_API_URL: 'http://127.0.0.1:9/api/',
  })
  const keys = config.encryptionKeys()
  const store = await openStore(config.database, createEncryptor(keys))
  for (const team of teams) {
    await store.installations.save(installation(team), now)
    await store.connections.save(connection(team, service.key), now)
  }
  await store.close()
  const log = createLog('silent')
  const notAsked = async () => expect.fail('not asked for here')
  const install = { clientId: '1.2', clientSecret: 's', publicUrl, keys }
  const slack = createSlack(
    config.slack,
    { clock, log, store: notAsked },
    { ...install, installed: notAsked, renewalRefused: notAsked },
  )
  const runtime = await buildRuntime({
    config,
    database: config.database,
    fixed: null,
    clock,
    log,
    meter: noMeter,
    slack,
    maxWorkspaces: most,
  })
  onTestFinished(async () => {
    await runtime.scheduler.stop()
    await runtime.close()
  })
  /** A command that sends the service this many requests, one after the other. */
  return (team: string, questions = 1) => {
    const ask = async (_: unknown, { api }: Workspace) => {
      for (let asked = 0; asked < questions; asked += 1) {
        const [organization] = await api.organizations()
        await api.workspaces(`${organization?.id}`)
      }
      return { text: 'answered', blocks: [] }
    }
    const request = { team, channel: 'C1', user: 'U1', text: '', triggerId: '' }
    const identify = async () => ({ team, user: 'U1', enterprise: null, outside: false })
    return runtime.run({ kind: 'work', verb: 'test', who: 'anyone', run: ask }, request, identify, () => {})
  }
}

it('keeps few workspaces, and only their connections, however many are used', async () => {
  const service = await countedService()
  const run = await startRuntime(service)
  for (const team of teams) expect(await run(team)).toMatchObject({ text: 'answered' })
  // Connections of a workspace that was just dropped may still be closing.
  expect(service.counts.peak).toBeLessThan(teams.length)
})

it('finishes running answers of a workspace that is dropped, and answers again when it comes back', async () => {
  const service = await countedService()
  const run = await startRuntime(service)
  const letAnswer = service.hold()
  const underWay = run(first, 3)
  await expect.poll(() => service.open.size).toBe(1)
  const all = others.slice(0, 2 * most).map((team) => run(team))
  await expect.poll(() => service.open.size).toBe(1 + all.length)
  letAnswer()
  expect(await underWay).toMatchObject({ text: 'answered' })
  for (const one of all) expect(await one).toMatchObject({ text: 'answered' })
  expect(await run(first)).toMatchObject({ text: 'answered' })
})

it('drops a workspace that is idle, replaced or uninstalled, with its connection and its Slack parts', async () => {
  const service = await countedService()
  const { clock } = service
  const released: string[] = []
  let url: string | null = 'https://acme.slack.com/'
  const homeViewers = new HomeViewers(clock)
  const workspaces = createWorkspaces({
    clock,
    max: most,
    released: (team) => released.push(team),
    find: async (team) =>
      url === null ? null : { team, url, installedAt: '', defaults: plainDefaults, place: null },
    create: ({ team }) => {
      const { baseUrl, key } = service
      const api = createAnalyticsApi({ baseUrl, searchBaseUrl: baseUrl, apiKey: () => key, clock })
      return { team, api, homeViewers } as Workspace
    },
  })
  const ask = async () => (await workspaces.of(first))?.api.authenticate()
  const expectGone = async () => {
    await expect.poll(() => service.open.size).toBe(workspaces.values().length)
    expect(released.splice(0)).toEqual([first])
  }

  const minutesPass = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance({ minutes: 1 })
      workspaces.releaseIdle()
    }
  }

  await ask()
  minutesPass(14)
  await ask()
  minutesPass(14)
  expect(workspaces.values().length, 'used 14 minutes ago').toBe(1)
  await ask()
  homeViewers.open({ team: first, user: 'U1', outside: false })
  minutesPass(3 * 60)
  expect(workspaces.values().length, 'a Home tab is kept up to date').toBe(1)
  homeViewers.forget({ user: 'U1' })
  minutesPass(15)
  expect(workspaces.values().length, 'not used for a quarter of an hour').toBe(0)
  await expectGone()

  await ask()
  url = 'https://renamed.slack.com/'
  workspaces.changed(first)
  await ask()
  expect(workspaces.values().length).toBe(1)
  await expectGone()

  url = null
  workspaces.changed(first)
  expect(await workspaces.of(first)).toBeNull()
  expect(workspaces.values().length).toBe(0)
  await expectGone()

  const [other = ''] = others
  expect(await workspaces.of(other)).toBeNull()
  url = 'https://other.slack.com/'
  expect(await workspaces.of(other), 'added by another process').not.toBeNull()
  await workspaces.close()
})
