/** Sightline's processes with digests due and commands in progress, to be stopped midway. */
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { APP, TEAM } from '../../../sandbox/slack/world/seed.ts'
import { defaultSettings } from '../../../src/store/index.ts'
import { outboxId } from '../../../src/store/tables/owed.ts'
import { type Engine, startProcesses } from '../../processes.ts'
import { textOf } from '../slack-screen.ts'

const deliveryIn = ({ metadata }: ShownMessage) => String(metadata?.event_payload.delivery_id)

export type StopWorld = Awaited<ReturnType<typeof createStopWorld>>

export interface Typed {
  readonly channel: string
  readonly acknowledged: boolean
}

export async function createStopWorld(engine: Engine, digests: number) {
  const processes = await startProcesses(engine)
  const { service, slack } = processes
  const addChannel = (name: string) => slack.addChannel({ name, members: [USERS.owner, APP.botUser] }).id
  /** How many answers a channel has. */
  const answersIn = (channel: string) =>
    slack.messages(channel, USERS.owner).filter((message) => textOf(message).includes('How measured')).length
  // People type in other channels, one for each command.
  const digestChannels = Array.from({ length: digests }, (_, index) => addChannel(`digest-${index}`))
  // The service is slow enough for something to be in progress whenever the signal comes.
  service.addFault({ method: 'GET', times: 100_000, how: { kind: 'latency', ms: 150 } })
  return {
    ...processes,
    answersIn,
    start: (env: Readonly<Record<string, string>> = {}) =>
      processes.start({
        SIGHTLINE_API_CACHE_SECONDS: '0',
        SIGHTLINE_RECOMMENDATIONS: service.demo.resultIds.join(','),
        ...env,
      }),
    /** Gives each of these channels a digest with a slot an hour ago. */
    schedule: () =>
      processes.withStore(async ({ subscriptions }) => {
        const slot = Temporal.Now.instant().subtract({ hours: 1 })
        const time = slot.toZonedDateTimeISO('UTC').toPlainTime().toString({ smallestUnit: 'minute' })
        for (const channel of digestChannels) {
          const digest = { team: TEAM.id, id: `digest-${channel}`, channel, name: 'Daily', by: USERS.owner }
          await subscriptions.create(
            {
              ...defaultSettings,
              sections: ['visibility', 'actions'],
              schedule: { kind: 'daily', time, timeZone: 'UTC' },
              ...digest,
            },
            slot.subtract({ minutes: 30 }),
          )
        }
      }),
    /** Four people type commands, each in a channel of their own, until stopped. */
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
        /** Resolves when each of the four was acknowledged once. */
        underWay: Promise.all(first),
        /** Returns where each command was typed. */
        stop: async (): Promise<readonly Typed[]> => {
          stopped = true
          await people
          return typed
        },
      }
    },
    /** The delivery ids of the digests posted in their channels, one per message. */
    posted: () =>
      digestChannels.flatMap((channel) =>
        slack
          .messages(channel)
          .filter(({ thread_ts: thread }) => thread === undefined)
          .map(({ metadata }) => JSON.stringify(metadata?.event_payload)),
      ),
    /** Which replies each digest's thread has, in order, from 1. */
    threads: () =>
      digestChannels.map((channel) => {
        const messages = slack.messages(channel)
        const [digest] = messages.filter(({ thread_ts: thread }) => thread === undefined).map(deliveryIn)
        const ids = [1, 2, 3].map((part) => outboxId(TEAM.id, 'reply', `${digest} ${part}`))
        return messages
          .filter(({ thread_ts: thread }) => thread !== undefined)
          .map((reply) => ids.indexOf(deliveryIn(reply)) + 1)
      }),
  }
}
