/** Bots in child processes, with digests due and commands in progress, to be stopped midway. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { startService } from '../../../sandbox/service/index.ts'
import { startSlack, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { APP, TEAM } from '../../../sandbox/slack/world/seed.ts'
import { defaultSettings, type Store } from '../../../src/store/index.ts'
import { outboxId } from '../../../src/store/tables/owed.ts'
import { botSettings } from '../../bot-settings.ts'
import { ackTimeoutMs } from '../../patience.ts'
import { textOf } from '../slack-screen.ts'

const root = join(import.meta.dirname, '../../..')

const deliveryIn = ({ metadata }: ShownMessage) => String(metadata?.event_payload.delivery_id)

export interface Bot {
  readonly child: ChildProcess
  readonly running: Promise<void>
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

export interface StopWorld {
  readonly service: AnalyticsService
  readonly slack: SlackSandbox
  /** The channels where digests are due. People type in other channels, one for each command. */
  readonly digestChannels: readonly string[]
  start(env: Readonly<Record<string, string>>): Bot
  /** Gives each of `digestChannels` a digest with a slot an hour ago. */
  schedule(store: Store): Promise<void>
  /** Four people type commands, each in a channel of their own, until stopped. */
  typing(): {
    /** Resolves when each of the four was acknowledged once. */
    readonly underWay: Promise<unknown>
    /** Returns where each command was typed. */
    stop(): Promise<readonly Typed[]>
  }
  /** How many answers a channel has. */
  answersIn(channel: string): number
  /** The delivery ids of the digests posted in their channels, one per message. */
  posted(): readonly string[]
  /** Which replies each digest's thread has, in order, from 1. */
  threads(): readonly (readonly unknown[])[]
  stop(): Promise<void>
}

export interface Typed {
  readonly channel: string
  readonly acknowledged: boolean
}

export async function createStopWorld(digests: number): Promise<StopWorld> {
  const service = await startService()
  const slack = await startSlack({
    manifest: join(root, 'manifest.yml'),
    rateLimits: false,
    ackTimeoutMs,
  })
  const bots: Bot[] = []
  const addChannel = (name: string) => slack.addChannel({ name, members: [USERS.owner, APP.botUser] }).id
  const answersIn = (channel: string) =>
    slack.messages(channel, USERS.owner).filter((message) => textOf(message).includes('How measured')).length
  const digestChannels = Array.from({ length: digests }, (_, index) => addChannel(`digest-${index}`))
  // The service is slow enough for something to be in progress whenever the signal comes.
  service.addFault({ method: 'GET', times: 100_000, how: { kind: 'latency', ms: 150 } })
  return {
    service,
    slack,
    digestChannels,
    start: (env) => {
      const bot = startBot({ ...settingsFor(service, slack), ...env })
      bots.push(bot)
      return bot
    },
    schedule: (store) => schedule(store, digestChannels),
    typing: () => {
      const typed: Typed[] = []
      let stopped = false
      const type = async () => {
        const channel = addChannel(`talk-${crypto.randomUUID()}`)
        const { ok } = await slack.command({ user: USERS.owner, channel, text: '/sightline visibility' })
        const one = { channel, acknowledged: ok }
        typed.push(one)
        return one
      }
      const first = Array.from({ length: 4 }, type)
      const people = Promise.all(
        first.map(async (typing) => {
          let last = await typing
          // A refused person stops typing; the others read each answer first.
          while (last.acknowledged && !stopped) {
            const { channel } = last
            await slack.until(() => answersIn(channel) > 0, 'an answer to each command')
            last = await type()
          }
        }),
      )
      return {
        underWay: Promise.all(first),
        stop: async () => {
          stopped = true
          await people
          return typed
        },
      }
    },
    answersIn,
    posted: () =>
      digestChannels.flatMap((channel) =>
        slack
          .messages(channel)
          .filter(({ thread_ts: thread }) => thread === undefined)
          .map(({ metadata }) => JSON.stringify(metadata?.event_payload)),
      ),
    threads: () =>
      digestChannels.map((channel) => {
        const messages = slack.messages(channel)
        const [digest] = messages.filter(({ thread_ts: thread }) => thread === undefined).map(deliveryIn)
        const ids = [1, 2, 3].map((part) => outboxId(TEAM.id, 'reply', `${digest} ${part}`))
        return messages
          .filter(({ thread_ts: thread }) => thread !== undefined)
          .map((reply) => ids.indexOf(deliveryIn(reply)) + 1)
      }),
    stop: async () => {
      for (const { child } of bots) child.kill('SIGKILL')
      await Promise.all(bots.map(({ ended }) => ended))
      await slack.stop()
      await service.stop()
    },
  }
}

function settingsFor(service: AnalyticsService, slack: SlackSandbox): Record<string, string> {
  return {
    ...botSettings(slack, service),
    SIGHTLINE_API_CACHE_SECONDS: '0',
    SIGHTLINE_RECOMMENDATIONS: service.demo.resultIds.join(','),
  }
}

async function schedule(store: Store, channels: readonly string[]): Promise<void> {
  const slot = Temporal.Now.instant().subtract({ hours: 1 })
  const time = slot.toZonedDateTimeISO('UTC').toPlainTime().toString({ smallestUnit: 'minute' })
  for (const channel of channels) {
    const digest = { team: TEAM.id, id: `digest-${channel}`, channel, name: 'Daily', by: USERS.owner }
    await store.subscriptions.create(
      {
        ...defaultSettings,
        sections: ['visibility', 'actions'],
        schedule: { kind: 'daily', time, timeZone: 'UTC' },
        ...digest,
      },
      slot.subtract({ minutes: 30 }),
    )
  }
}

function startBot(env: Readonly<Record<string, string>>): Bot {
  const child = spawn(process.execPath, ['src/start.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const started = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('Sightline is running')) started.resolve()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, ended, running: Promise.race([started.promise, ended.then(() => {})]) }
}

/**
 * A load balancer of the more careful kind (docs/operations.md): each request goes to the next port, and to another one if
 * it was cut off before an answer began.
 */
export async function balance(ports: readonly number[]): Promise<{ readonly url: string; close(): void }> {
  let turn = 0
  const hand = (incoming: Socket, sent: Buffer[], [port = 0, ...others]: readonly number[]) => {
    const outgoing = connect(port, '127.0.0.1')
    const pass = (chunk: Buffer) => {
      sent.push(chunk)
      outgoing.write(chunk)
    }
    for (const chunk of sent) outgoing.write(chunk)
    incoming.on('data', pass)
    outgoing.pipe(incoming)
    outgoing.on('error', () => {
      incoming.off('data', pass)
      if (outgoing.bytesRead === 0 && others.length > 0) hand(incoming, sent, others)
      else incoming.destroy()
    })
    incoming.on('error', () => outgoing.destroy())
  }
  const server = createServer((incoming) => {
    turn += 1
    const first = turn % ports.length
    hand(incoming, [], [...ports.slice(first), ...ports.slice(0, first)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/slack/events`, close: () => server.close() }
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
