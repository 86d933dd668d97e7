import { describe, expect, it } from 'vitest'
import { restoredMessage } from '../../src/actions/digests.ts'
import { restoreDigests } from '../../src/connections/connection.ts'
import type { Click } from '../../src/slack/port.ts'
import { channel, createWorld, owner, team, type World } from './world.ts'

let world: World

const seconds = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds / 1_000
/** The times that a message names. */
const named = (text: string) => [...text.matchAll(/<!date\^(\d+)/g)].map(([, at]) => Number(at))

describe('the confirmation of digests that run again after Sightline was reinstalled', () => {
  const paris = { kind: 'daily', time: '09:30', timeZone: 'Europe/Paris' } as const
  /** @returns what a click says. `channels` are those of the person who clicks; `null`: Slack doesn't say */
  const restore = async () => {
    const { store, clock, workspace } = world
    await store.subscriptions.stopAll(team, clock.now())
    const digests = await restoreDigests(workspace, team, 'U2')
    return (
      channels: readonly string[] | null,
      where = 'D2',
      user = 'U2',
      message: Click['message'] = null,
    ) => {
      const channelsOf = async () => (channels === null ? null : new Set(channels))
      const people = { ...workspace.people, channelsOf }
      const click = { team, user, channel: where, message } as Click
      return restoredMessage({ ...workspace, people }, click, digests)
    }
  }

  it('names the time zone and the next two runs of each digest, earliest first', async () => {
    world = await createWorld()
    await world.subscribe({ id: 'S1', name: 'Weekly' })
    await world.subscribe({ id: 'S2', name: 'Every morning', channel: 'C2', schedule: paris })
    const confirmed = await restore()
    const { text } = await confirmed([channel, 'C2'])
    expect(text.split('\n')).toEqual([
      expect.stringContaining('2 digests back on schedule'),
      expect.stringMatching(/Every morning in <#C2>: Every day at 9:30 \(Paris\), next .*, then /),
      expect.stringMatching(/Weekly in <#C1>: Every Monday at 9:00 \(UTC\), next .*, then /),
    ])
    expect(named(text)).toEqual(
      ['2026-11-09T08:30Z', '2026-11-10T08:30Z', '2026-11-09T09:00Z', '2026-11-16T09:00Z'].map(seconds),
    )
  })

  it('names those in all of the person’s channels, if direct messages are about one of them', async () => {
    world = await createWorld()
    await world.subscribe({ id: 'S1', name: 'Weekly' })
    await world.subscribe({ id: 'S2', name: 'Every morning', channel: 'C2' })
    const confirmed = await restore()
    const message = { channel: 'D2', ts: '1.1', ephemeral: false, content: null, threadTs: null }
    const { text } = await confirmed([channel, 'C2'], channel, 'U2', message)
    expect(text).toMatch(/Every morning in <#C2>/)
  })

  it('doesn’t mention digests in channels that the person can’t see', async () => {
    world = await createWorld()
    await world.subscribe({ id: 'S1', name: 'Secret plan', channel: 'C9' })
    await world.subscribe({ id: 'S2', name: 'Weekly' })
    const confirmed = await restore()
    const inDirectMessage = await confirmed([channel])
    expect(inDirectMessage.text).toContain('Weekly in <#C1>')
    expect(inDirectMessage.text).toContain('1 more digest is back. Type')
    const whereSlackDoesNotSay = await confirmed(null)
    expect(whereSlackDoesNotSay.text).toContain('2 digests back on schedule')
    expect(whereSlackDoesNotSay.text).toContain('digest list in their channels to see when')
    const forItsOwnerWhoLeft = await confirmed([], 'D1', owner)
    expect(forItsOwnerWhoLeft.text).not.toContain('Secret plan')
    const forAllInAChannel = await confirmed([channel, 'C9'], channel)
    expect(forAllInAChannel.text).toContain('Weekly in <#C1>')
    for (const message of [inDirectMessage, whereSlackDoesNotSay, forAllInAChannel])
      expect(JSON.stringify(message)).not.toMatch(/Secret plan|C9/)
  })
})
