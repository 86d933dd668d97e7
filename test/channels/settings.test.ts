import { describe, expect, it } from 'vitest'
import { everySetting, settingsInEffect, settingsInWords } from '../../src/channels/settings.ts'
import type { EditableSettings } from '../../src/model/channel.ts'
import { settingsForms } from '../blocks/gallery/setup.ts'
import { renderView } from '../blocks/render.ts'
import { change } from '../forms/settings.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { plainDefaults } from '../workspace.ts'

/** A value of each setting that isn’t its default. */
const own: EditableSettings = {
  organizationId: null,
  workspaceId: null,
  projectId: null,
  timeZone: 'Asia/Kathmandu',
  subreddits: ['saas'],
  announceTasksIn: 'C7TASKS',
  filterNames: [{ filter: 'topics', id: 't1', name: 'Onboarding' }],
}

describe('the table of a channel’s settings', () => {
  it('has one entry for each column that the store keeps, and a value for channels without settings', async () => {
    const { store, workspace } = await formWorld()
    await store.channels.save({ team, channel, ...own }, user, workspace.clock.now())
    const stored = Object.keys((await store.channels.get(team, channel)) ?? {})
    const columns = everySetting.map(([, { column }]) => column)
    const about = ['team', 'channel', 'updatedBy', 'updatedAt']
    expect([...columns, ...about].toSorted()).toEqual(stored.toSorted())
    for (const [column, value] of Object.entries(settingsInEffect(null, plainDefaults)))
      expect([column, value ?? null]).not.toEqual([column, null])
  })

  it('names subreddits once with “r/”, however the settings write them', () => {
    const words = settingsInWords(null, { ...plainDefaults, subreddits: ['r/saas', 'crm'] }, new Map())
    expect(JSON.stringify(words)).toMatch(/"r\/saas and r\/crm"/)
  })

  it.each([
    ['some subreddits', ['saas']],
    ['all of them', []],
  ])('shows each saved value, so that a form saved unchanged changes nothing: %s', async (_, subreddits) => {
    const world = await formWorld({ channelState: async () => ({ isMember: true, isArchived: false }) })
    const { store, workspace, scope } = world
    const settings = { team, channel, ...own, ...scope, subreddits }
    await store.channels.save(settings, user, workspace.clock.now())
    const before = await store.channels.get(team, channel)
    for (const form of settingsForms) {
      const { view } = await change(world, form, {})
      expect(renderView(view)).toContain(form === 'start' ? 'Saved for' : 'Nothing changed.')
    }
    const { updatedAt, ...after } = (await store.channels.get(team, channel)) ?? {}
    expect({ ...after, updatedAt: before?.updatedAt }).toEqual(before)
    expect(new Set((await world.audited()).map(({ outcome: what }) => what))).toEqual(
      new Set(['nothing changed']),
    )
  })
})
