import { describe, expect, it } from 'vitest'
import { everySetting, settingsInEffect, settingsInWords } from '../../src/channels/settings.ts'
import type { EditableSettings } from '../../src/model/channel.ts'
import { settingsForms } from '../blocks/gallery/setup.ts'
import { group } from '../forms/settings.ts'
import { channel, formWorld, outcome, submission, team, user } from '../forms/support.ts'
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

  it('shows each saved value in its field, so that saving a form unchanged changes nothing', async () => {
    const world = await formWorld()
    const { store, workspace } = world
    await store.channels.save({ team, channel, ...own, ...world.scope }, user, workspace.clock.now())
    const before = await store.channels.get(team, channel)
    for (const form of settingsForms) {
      const { errors } = outcome(await world.forms.submit(submission(await group(world, form))))
      expect(errors).toEqual({})
    }
    const { updatedAt, ...settings } = (await store.channels.get(team, channel)) ?? {}
    expect({ ...settings, updatedAt: before?.updatedAt }).toEqual(before)
    expect(new Set((await world.audited()).map(({ outcome: what }) => what))).toEqual(
      new Set(['nothing changed']),
    )
  })
})
