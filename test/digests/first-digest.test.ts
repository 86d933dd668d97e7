import { describe, expect, it } from 'vitest'
import { setUpFirstDigest } from '../../src/digests/invitation/introduction.ts'
import { newDigestForm, settingsOfDraft } from '../../src/digests/manage/digest-form.ts'
import { createDigest, deleteDigest } from '../../src/digests/manage/manage.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { FakeClock } from './clock.ts'
import { FakeSlack } from './slack.ts'
import { mondays, morning } from './world.ts'

const place = { team, channel, user }

const { channelState, checkToken } = new FakeSlack(new FakeClock(morning))
/** The person is in New York; the configured time zone is Paris. */
const startWorld = (more: Partial<Workspace> = {}) => formWorld({ channelState, checkToken, ...more })

type World = Awaited<ReturnType<typeof formWorld>>
const digestsOf = ({ store }: World) => store.subscriptions.forChannel(team, channel)

describe('a channel’s first digest', () => {
  it('is what its form opens with: Mondays at 9:00 in the person’s time zone', async () => {
    const world = await startWorld()
    const { draft } = await newDigestForm(world.workspace, place)
    const { name: _, ...settings } = settingsOfDraft(draft)
    expect(await setUpFirstDigest(world.workspace, place)).toMatchObject({
      ...settings,
      name: 'Weekly brand visibility',
      schedule: { kind: 'days', days: [1], time: '09:00', timeZone: 'America/New_York' },
      sections: ['visibility', 'reddit', 'actions'],
      state: 'active',
      createdBy: user,
    })
  })

  it('uses the time zone of a channel that has settings, and doesn’t change it', async () => {
    for (const [timeZone, expected] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      [null, 'Europe/Paris'],
    ] as const) {
      const world = await startWorld()
      await world.store.channels.save({ team, channel, timeZone }, user, world.workspace.clock.now())
      const { schedule } = await setUpFirstDigest(world.workspace, place)
      expect(schedule.timeZone).toBe(expected)
      expect((await world.store.channels.get(team, channel))?.timeZone ?? null).toBe(timeZone)
    }
  })

  it('is created once, even if several people click at once, and not if the channel has a digest', async () => {
    const world = await startWorld()
    const people = ['U1', 'U2', 'U3']
    await Promise.all(people.map((id) => setUpFirstDigest(world.workspace, { ...place, user: id })))
    expect(await digestsOf(world)).toHaveLength(1)
    const other = await startWorld()
    const settings = { ...defaultSettings, name: 'Ours', schedule: mondays }
    await createDigest(other.workspace, place, settings, null)
    expect(await setUpFirstDigest(other.workspace, place)).toMatchObject({ name: 'Ours' })
    expect(await digestsOf(other)).toHaveLength(1)
  })

  it('can be set up again after it was deleted', async () => {
    const world = await startWorld()
    for (let times = 0; times < 3; times += 1) {
      const { id } = await setUpFirstDigest(world.workspace, place)
      expect((await digestsOf(world)).map((digest) => digest.id)).toEqual([id])
      await deleteDigest(world.workspace, place, id)
    }
    expect(await digestsOf(world)).toEqual([])
  })

  it('is not set up where it can’t be posted, and says why', async () => {
    const world = await startWorld({ channelState: async () => null })
    await expect(setUpFirstDigest(world.workspace, place)).rejects.toThrow(/invite/i)
    expect(await digestsOf(world)).toEqual([])
  })
})
