import { beforeEach, describe, expect, it } from 'vitest'
import { digestSaved, digestsAnswer } from '../../src/blocks/digests/digest-list.ts'
import { describeDigest, describeDigests, historyPage } from '../../src/digests/manage/describe-digests.ts'
import { unusedName } from '../../src/digests/manage/digest-name.ts'
import {
  createDigest,
  deleteDigest,
  digestsIn,
  pauseDigest,
  preflight,
  previewDigest,
  resumeDigest,
  updateDigest,
} from '../../src/digests/manage/manage.ts'
import { postNow } from '../../src/digests/manage/post-now.ts'
import { currentReference, withReference } from '../../src/lib/telemetry.ts'
import type { DigestDraft } from '../../src/model/digest.ts'
import { type ChannelState, PostError } from '../../src/slack/port.ts'
import { messageLink, type Workspace } from '../../src/slack/workspace.ts'
import { type DigestSettings, defaultSettings } from '../../src/store/index.ts'
import { failure } from '../insights/service.ts'
import { testWorkspace } from '../workspace.ts'
import { beginWorld, mondays, newest, team, world } from './world.ts'

let workspace: Workspace
const url = 'https://acme.slack.example/'
beforeEach(async () => {
  await beginWorld()
  workspace = testWorkspace({ ...world.workspace, team, url })
})

const here = { team, channel: 'C1', user: 'U1' }
const page = { limit: 10, offset: 0 }
const wanted: DigestSettings = {
  ...defaultSettings,
  sections: ['visibility'],
  name: 'Every morning',
  schedule: { kind: 'weekdays', time: '09:00', timeZone: 'Europe/Paris' },
}
const create = async (more: Partial<DigestSettings> = {}, once: string | null = null) => {
  const saved = await createDigest(workspace, here, { ...wanted, ...more }, once)
  if (!saved.ok) throw new Error(saved.problems.map(({ sentence }) => sentence).join(' '))
  return saved
}
const linesOf = async (id: string | null) => (await historyPage(workspace, here, id, 1)).lines
const audit = () => world.store.audit.forChannel(team, 'C1', page)

describe('two digests with different filters', () => {
  const at = (id: string | null, filters = '') => unusedName(workspace, here, { ...wanted, filters }, id)

  it('get different default names', async () => {
    const first = await at(null)
    const { id } = (await create({ name: first })).subscription
    const second = await at(null, 'Perplexity funnel:bofu')
    expect([first, second, await at(id)]).toEqual([
      'Daily brand visibility',
      'Daily brand visibility (Perplexity · funnel stage Bottom of funnel)',
      'Daily brand visibility',
    ])
    expect((await create({ name: second })).ok).toBe(true)
    expect((await at(null, `${'topic:abc,'.repeat(9)}`)).length).toBeLessThanOrEqual(80)
  })

  it('show their scope in the list', async () => {
    await create({ filters: 'Perplexity vs Acme' })
    await create({ sections: ['reddit'] })
    const digests = await describeDigests(workspace, await digestsIn(workspace, here))
    const { text } = digestsAnswer({ channel: 'C1', digests, done: null })
    expect(text.match(/Perplexity · Acme/g)).toHaveLength(1)
  })

  it('say of a review neither that it has a thread nor that it is short', async () => {
    const { subscription: settings } = await create({ sections: ['review'], schedule: mondays })
    const saved = (onlyWhenChanged: boolean) =>
      JSON.stringify(digestSaved({ digest, settings: { ...settings, onlyWhenChanged }, isNew: true }))
    const digest = await describeDigest(workspace, settings)
    expect(saved(false)).not.toMatch(/a few lines|thread/)
    expect(saved(true)).toContain('Posts only when something changed.')
  })
})

describe('creating a digest', () => {
  it('has its next two runs', async () => {
    const { subscription } = await create()
    expect(subscription).toMatchObject({ ...wanted, owner: 'U1', state: 'active' })
    // In Paris it is exactly 09:00 now, so the next run is tomorrow's.
    expect((await describeDigest(workspace, subscription)).nextRuns).toEqual([
      '2026-11-10T08:00:00Z',
      '2026-11-11T08:00:00Z',
    ])
    expect(await digestsIn(workspace, here)).toEqual([subscription])
  })

  it.each<[string, keyof DigestDraft, Partial<DigestSettings>]>([
    ['no name', 'name', { name: ' ' }],
    ['a name without end', 'name', { name: 'x'.repeat(81) }],
    ['no weekday', 'weekdays', { schedule: { ...mondays, kind: 'days', days: [] } }],
    ['a weekday that does not exist', 'weekdays', { schedule: { ...mondays, kind: 'days', days: [8] } }],
    ['the 32nd', 'monthDay', { schedule: { kind: 'monthly', day: 32, time: '09:00', timeZone: 'UTC' } }],
    ['a time that does not exist', 'time', { schedule: { ...mondays, time: '24:00' } }],
    ['a zone that does not exist', 'timeZone', { schedule: { ...mondays, timeZone: 'Europe/Atlantis' } }],
    ['an offset, which knows no summer time', 'timeZone', { schedule: { ...mondays, timeZone: '+02:00' } }],
    ['no section', 'sections', { sections: [] }],
    ['filters that can’t be read', 'filters', { filters: 'Chatgtp' }],
    ['filters of one certain time', 'filters', { filters: 'ChatGPT 2026-10' }],
    ['another figure than visibility', 'filters', { filters: 'ChatGPT share of voice' }],
    [
      'quiet hours of nonsense',
      'quietFrom',
      { alerts: { ...wanted.alerts, quietHours: { from: '9', to: '07:00' } } },
    ],
    ['a fall of nothing', 'fallsBy', { alerts: { ...wanted.alerts, fall: 0 } }],
  ])('with %s is refused at its field, and nothing is saved', async (_, field, wrong) => {
    const saved = await createDigest(workspace, here, { ...wanted, ...wrong }, null)
    expect(saved).toMatchObject({ ok: false, problems: [{ field }] })
    expect(await digestsIn(workspace, here)).toEqual([])
  })

  const channelIs = (state: ChannelState | null) => () => world.slack.channels.set('C1', state)
  const noKey = () => Object.assign(world.api, { failure: failure('forbidden', 'Ask for another key.') })
  it.each<[string, () => unknown]>([
    ['/invite @Sightline', channelIs({ isMember: false, isArchived: false })],
    ['/invite @Sightline', channelIs(null)],
    ['Unarchive it', channelIs({ isMember: true, isArchived: true })],
    ['reinstall the app', () => Object.assign(world.slack, { scopes: ['commands'] })],
    ['Ask for another key.', noKey],
  ])(
    'in a channel where it could not run is refused with the fix (%s), and nothing is saved',
    async (fix, change) => {
      change()
      const problems = [{ field: null, sentence: expect.stringContaining(fix) }]
      expect(await preflight(workspace, here)).toMatchObject(problems)
      expect(await createDigest(workspace, here, wanted, null)).toMatchObject({ ok: false, problems })
      expect(await digestsIn(workspace, here)).toEqual([])
    },
  )

  it('in a direct message is refused as such, and not as a missing permission', async () => {
    const state = () => Promise.reject(new PostError('refused', 'missing_scope'))
    const problems = () => preflight({ ...world.workspace, channelState: state }, here)
    world.slack.scopes = ['chat:write', 'channels:read', 'groups:read']
    expect(await problems()).toMatchObject([
      { sentence: expect.stringContaining('this is a direct message') },
    ])
    world.slack.scopes = ['chat:write', 'channels:read']
    expect(await problems()).toMatchObject([
      { sentence: expect.stringContaining('channels:read and groups:read') },
    ])
  })
})

describe('a new engine of the service', () => {
  const lists = (sources: readonly string[]) =>
    Object.assign(world.api.api, {
      insightsFilters: async () => ({ sources, brands: [], countries: [], categories: [] }),
    })
  const asked = () =>
    world.api.brandQuestions.map((question): readonly string[] => JSON.parse(question)[1].sources ?? [])

  it('can filter a digest', async () => {
    lists(['ChatGPT', 'Mistral', 'Grok'])
    const { subscription } = await create({ filters: 'ChatGPT mistral vs Acme' })
    expect((await describeDigest(workspace, subscription)).scope).toContain('Mistral')
    await world.goTo('2026-11-10T08:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(1)
    expect(asked()).not.toContainEqual([])
    expect(asked().flat()).toContain('Mistral')
  })

  it('is kept when the digest is edited, even if the service does not answer', async () => {
    lists(['Mistral'])
    const { id, filters } = (await create({ filters: 'Mistral' })).subscription
    Object.assign(world.api.api, { insightsFilters: () => Promise.reject(new Error('away')) })
    expect(await updateDigest(workspace, here, id, { filters, name: 'Mistral only' }, null)).toMatchObject({
      ok: true,
      subscription: { name: 'Mistral only', filters },
    })
  })
})

describe('a digest', () => {
  it('can be edited, paused, resumed and deleted, but not edited after that', async () => {
    const { id } = (await create()).subscription
    const moved = await updateDigest(workspace, here, id, { schedule: mondays, name: 'Mondays' }, null)
    expect(moved).toMatchObject({ ok: true, subscription: { name: 'Mondays', schedule: mondays } })
    expect(await updateDigest(workspace, here, id, { name: '' }, null)).toMatchObject({ ok: false })
    const stale = await updateDigest(workspace, here, id, { name: 'Others’' }, 'settings of before')
    expect(stale).toMatchObject({ ok: false })
    expect(await pauseDigest(workspace, here, id)).toBe(true)
    expect(await pauseDigest(workspace, here, id)).toBe(false)
    expect(await resumeDigest(workspace, here, id)).toMatchObject({ subscription: { state: 'active' } })
    await resumeDigest(workspace, here, id)
    await deleteDigest(workspace, here, id)
    expect(await digestsIn(workspace, here)).toEqual([])
    await expect(updateDigest(workspace, here, id, { name: 'x' }, null)).rejects.toThrow(
      'no longer in this channel',
    )
    const entries = await audit()
    expect(new Set(entries.map(({ user }) => user))).toEqual(new Set(['U1']))
    expect(entries.map(({ action, outcome }) => `${action}: ${outcome}`).sort()).toEqual([
      'digest.create: created',
      'digest.delete: deleted',
      'digest.pause: paused',
      'digest.pause: was not running',
      'digest.resume: resumed',
      'digest.resume: was running already',
      'digest.update: changed',
    ])
  })

  it('isn’t edited if somebody deletes it meanwhile', async () => {
    const { id } = (await create()).subscription
    const channelState: Workspace['channelState'] = async (channel) => {
      await deleteDigest(workspace, here, id)
      return workspace.channelState(channel)
    }
    const edited = updateDigest(testWorkspace({ ...workspace, channelState }), here, id, { name: 'x' }, null)
    await expect(edited).rejects.toThrow('This digest has been deleted.')
  })

  it('is audited with the request’s reference', async () => {
    const { id } = (await create()).subscription
    const reference = await withReference(async () => {
      await pauseDigest(workspace, here, id)
      return currentReference()
    })
    expect(await audit()).toContainEqual(expect.objectContaining({ action: 'digest.pause', reference }))
  })

  it('is not resumed where it could not run', async () => {
    const { id } = (await create()).subscription
    await pauseDigest(workspace, here, id)
    world.slack.channels.set('C1', { isMember: false, isArchived: false })
    expect(await resumeDigest(workspace, here, id)).toMatchObject({ ok: false })
    expect(await digestsIn(workspace, here)).toMatchObject([{ state: 'paused' }])
  })

  it('of another channel can’t be changed from here', async () => {
    const { id } = (await create()).subscription
    const elsewhere = { ...here, channel: 'C2' }
    for (const attempt of [
      () => pauseDigest(workspace, elsewhere, id),
      () => deleteDigest(workspace, elsewhere, id),
      () => previewDigest(workspace, elsewhere, id),
      () => postNow(workspace, elsewhere, id),
      () => historyPage(workspace, elsewhere, id, 1),
    ])
      await expect(attempt()).rejects.toThrow('no longer in this channel')
    expect(await digestsIn(workspace, here)).toMatchObject([{ id, state: 'active' }])
  })

  it('shows what the digest would say, and leaves no trace in its record', async () => {
    const { subscription } = await create({ sections: ['visibility', 'reddit'] })
    await world.wake()
    const before = await world.store.subscriptions.get(team, subscription.id)
    const { main } = await previewDigest(workspace, here, subscription.id)
    expect(main.text).toMatch(/^Preview: only you can see this/)
    expect(main.text).toContain('Northwind passed Acme')
    expect(world.slack.in('C1')).toEqual([])
    expect(await linesOf(subscription.id)).toEqual([])
    expect(await world.store.subscriptions.get(team, subscription.id)).toEqual(before)
    expect(await world.store.records.get(team, subscription.id)).toBeNull()
    await world.goTo('2026-11-10T08:00:00Z')
    expect(newest()).toContain('This is the first digest here')
  })
})

describe('“digest now”', () => {
  it('posts outside the schedule, at most once a minute, and the schedule continues', async () => {
    const { id } = (await create()).subscription
    const posted = await postNow(workspace, here, id)
    expect(world.slack.in('C1')).toMatchObject([{ ts: posted.ts }])
    await expect(postNow(workspace, here, id)).rejects.toThrow('just now')
    await world.goTo('2026-11-10T08:00:00Z')
    expect(world.slack.in('C1')).toHaveLength(2)
    expect(await linesOf(id)).toMatchObject([
      { askedBy: null, state: 'posted' },
      { askedBy: 'U1', state: 'posted', link: messageLink(workspace, 'C1', posted.ts) },
    ])
  })

  it('resumes a digest that was paused because Slack refused it', async () => {
    const { id } = (await create()).subscription
    world.slack.next({ refuse: 'is_archived' })
    await world.goTo('2026-11-10T08:00:00Z')
    expect(await digestsIn(workspace, here)).toMatchObject([{ state: 'paused', pausedReason: 'is_archived' }])
    await postNow(workspace, here, id)
    expect(await digestsIn(workspace, here)).toMatchObject([{ state: 'active' }])
  })

  it('says what is wrong if it can’t be posted, and records it in the history', async () => {
    const { id } = (await create()).subscription
    world.slack.next({ lost: 'nothing' })
    await expect(postNow(workspace, here, id)).rejects.toThrow('Check the channel')
    world.clock.advance({ minutes: 2 })
    world.slack.next({ retryAfter: 5 })
    await expect(postNow(workspace, here, id)).rejects.toThrow('slow down')
    await world.goTo('2026-11-09T08:04:00Z')
    expect(world.slack.in('C1'), 'nothing is retried: the person decides').toEqual([])
    expect(await linesOf(id)).toMatchObject([
      { state: 'failed', reason: 'ratelimited' },
      { state: 'failed', reason: 'not_arrived' },
    ])
  })
})

it('the history shows each slot’s result, when it ended and how long it took', async () => {
  const { id } = (await create({ onlyWhenChanged: true, filters: 'last week' })).subscription
  await world.goTo('2026-11-10T08:00:00Z')
  await world.goTo('2026-11-11T08:00:00Z')
  await world.goTo('2026-11-13T08:00:00Z')
  world.slack.mayLook = false
  world.slack.next({ lost: 'nothing' })
  await world.goTo('2026-11-16T08:00:00Z')
  const entries = await linesOf(id)
  expect(entries.map(({ slot, state, reason }) => [slot.slice(0, 10), state, reason])).toEqual([
    ['2026-11-16', 'unknown', 'no_answer'],
    ['2026-11-13', 'skipped', 'quiet'],
    ['2026-11-12', 'skipped', 'missed'],
    ['2026-11-11', 'skipped', 'quiet'],
    ['2026-11-10', 'posted', null],
  ])
  expect(entries[0]).toMatchObject({ finishedAt: null, tookMs: null })
  expect(entries[2]).toMatchObject({ tookMs: null })
})
