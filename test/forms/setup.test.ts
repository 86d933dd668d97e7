import { describe, expect, it } from 'vitest'
import { PROJECTS, WORKSPACES } from '../../sandbox/service/data/catalog.ts'
import { setupBackId, setupStepId } from '../../src/blocks/settings/setup-form.ts'
import { PostError } from '../../src/slack/port.ts'
import { renderBlocks, renderView } from '../blocks/render.ts'
import { WORKSPACE } from '../contract/support.ts'
import { change, group, settings, setUpWorld } from './settings.ts'
import { channel, clickIn, entered, type FormWorld, formWorld, submission, team, user } from './support.ts'

const WORKSPACES_ROUTE = '/v1/organizations/{organization_id}/workspaces'
const COLLECTS = `${WORKSPACE}/analyses/{project_id}/search/collects`
const mail = WORKSPACES[1]?.id ?? ''
const mailProject = PROJECTS[2]?.id ?? ''

const saved = ({ store }: FormWorld) => store.channels.get(team, channel)

describe('a channel’s settings', () => {
  it('start with the few most important questions and the current values, regardless of the person’s location', async () => {
    const world = await formWorld()
    const view = await settings(world)
    expect(Object.keys(entered(view))).toEqual(['organization', 'workspace', 'analysis', 'timeZone'])
    expect(entered(view)).toMatchObject({ timeZone: 'as-configured', analysis: null })
    const text = renderView(view)
    expect(text).toContain('“Default (Northwind Group)”')
    expect(text).toContain('“Default (Northwind CRM)”')
    expect(text).toContain('“Default (Europe/Paris)”')
    const after = await world.send(view)
    expect(renderView(after.view)).toContain('Saved for')
    expect(renderView(after.view)).toContain('/sightline visibility')
    expect((await world.scopeOf()).timeZone).toBe('Europe/Paris')
    expect(world.posted).toEqual([])
  })

  it('are a summary after that, which shows the values of each group', async () => {
    const world = await setUpWorld()
    const view = await settings(world)
    expect(entered(view)).toEqual({})
    const text = renderView(view)
    expect(text).toContain('Northwind Group · Northwind CRM')
    expect(text).toContain('Europe/Paris (default)')
    expect(text).toContain('r/saas and r/crm (default)')
    expect(text).toContain('1 tracked')
    expect(text).toMatch(/Brands: .*Northwind/)
    expect(text.match(/\[Change\]/g)).toHaveLength(6)
  })

  it('lead from a group back to the summary, and from the first questions to all settings', async () => {
    const world = await formWorld()
    const all = await group(world, 'summary')
    expect(renderView(all)).toContain('[Change]')
    const form = await group(world, 'reddit', all)
    expect(renderView(form)).toContain('[Back]')
    expect(renderView(await group(world, 'summary', form))).toContain('[Change]')
  })

  it('show what was clicked last, though what was clicked before takes longer to read', async () => {
    const world = await setUpWorld()
    const all = await settings(world)
    const { api } = world.workspace
    const held = Promise.withResolvers<[]>()
    Object.assign(world.workspace, { api: { ...api, organizations: () => held.promise } })
    const clicked = (step: string) =>
      world.forms.click({ ...clickIn(all, setupStepId, step), triggerId: step })
    const first = clicked('place')
    await clicked('reddit')
    held.resolve([])
    await first
    expect(world.updated.map(({ view }) => Object.keys(entered(view)))).toEqual([['subreddits']])
  })

  it('are saved by group, without changing the other groups', async () => {
    const world = await setUpWorld()
    // Two people have a form open at the same time.
    const reddit = await group(world, 'reddit')
    const names = await group(world, 'names')
    await world.send(reddit, { subreddits: 'r/Startups, https://www.reddit.com/r/saas/ SAAS' })
    const { view } = await world.send(names, { filterNames: 'topic t1 = Onboarding' })
    expect(await saved(world)).toMatchObject({
      organizationId: null,
      projectId: null,
      timeZone: null,
      subreddits: ['Startups', 'saas'],
      filterNames: [{ filter: 'topics', id: 't1', name: 'Onboarding' }],
      updatedBy: user,
    })
    const text = renderView(view)
    expect(text).toContain('Saved for')
    expect(text).toContain(': names.')
    expect(text).toContain('r/Startups and r/saas')
    expect(text).toContain('Topic Onboarding')
    expect((await world.audited()).filter(({ outcome: what }) => what === 'saved')).toHaveLength(2)
    expect(entered(await group(world, 'names'))).toEqual({ filterNames: 'topic t1 = Onboarding' })
    await change(world, 'reddit', { subreddits: null })
    expect((await saved(world))?.subreddits).toBeNull()
  })

  it('change the place once the service has confirmed it', async () => {
    const world = await setUpWorld()
    const form = await group(world, 'place')
    const { view } = await world.send(form, { workspace: mail, analysis: ` ${mailProject} ` })
    expect(await saved(world)).toMatchObject({
      organizationId: null,
      workspaceId: mail,
      projectId: mailProject,
    })
    expect(renderView(view)).toContain('workspace and analysis')
    expect(renderView(view)).toContain('Northwind Mail')
    expect((await world.audited()).find(({ outcome: what }) => what === 'saved')).toMatchObject({
      action: 'channel.setup',
      user,
      detail: { workspaceId: [null, mail] },
    })
    expect(entered(await group(world, 'place')).workspace).toBe(mail)
  })

  it.each(['start', 'zone'])('ask before the time zone changes, and tell the channel: %s', async (step) => {
    const world = await (step === 'zone' ? setUpWorld() : formWorld())
    const form = step === 'zone' ? await group(world, step) : await settings(world)
    const before = await saved(world)
    const asked = await world.send(form, { timeZone: 'America/New_York' })
    expect(renderView(asked.view)).toContain('from Europe/Paris to America/New_York, for everyone here')
    expect(entered(asked.view)).toMatchObject({ timeZone: 'America/New_York' })
    expect([await saved(world), world.posted]).toEqual([before, []])

    // A different zone than the one just asked about is asked about as well.
    const other = await world.send(asked.view, { timeZone: 'Asia/Tokyo' })
    expect(renderView(other.view)).toContain('to Asia/Tokyo')
    expect(await saved(world)).toEqual(before)

    const { view } = await world.send(asked.view)
    expect(renderView(view)).toContain('time zone')
    expect(await saved(world)).toMatchObject({ timeZone: 'America/New_York' })
    expect(world.posted.map(({ channel: where, message }) => [where, renderBlocks(message.blocks)])).toEqual([
      [
        channel,
        expect.stringContaining('changed this channel’s time zone from Europe/Paris to America/New_York'),
      ],
    ])
    await change(world, 'reddit', { subreddits: 'r/crm' })
    await world.send(await group(world, 'zone'))
    expect(world.posted).toHaveLength(1)
  })

  it('say if the channel could not be told about its time zone', async () => {
    const world = await formWorld({
      poster: {
        post: () => Promise.reject(new PostError('refused', 'not_in_channel')),
        update: async () => {},
        remove: async () => {},
      },
    })
    const { view: asked } = await world.send(await settings(world), { timeZone: 'Asia/Tokyo' })
    const { view } = await world.send(asked)
    expect(await saved(world)).toMatchObject({ timeZone: 'Asia/Tokyo' })
    expect(renderView(view)).toContain('The new time zone couldn’t be announced in the channel. ')
  })

  it.each([
    ['zone', 'timeZone', 'no-choice', 'isn’t a time zone'],
    ['reddit', 'subreddits', 'saas, what?', '“what?” isn’t a subreddit'],
    ['names', 'filterNames', 'topic = x', 'Line 1'],
  ])('report unreadable input at its field, without a request: %s', async (step, field, typed, why) => {
    const world = await setUpWorld()
    const form = await group(world, step)
    const before = world.service.requests().length
    const { errors, view } = await world.send(form, { [field]: typed })
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(why)
    if (field !== 'timeZone') expect(entered(view)[field]).toBe(typed)
    expect(renderView(view)).toContain('Please change this: ')
    expect(world.service.requests().length).toBe(before)
  })

  it.each([
    [
      'organization',
      { organization: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5cff' },
      'doesn’t know this organization',
    ],
    [
      'organization',
      { organization: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c03' },
      'doesn’t reach this organization',
    ],
    ['workspace', { workspace: 'nowhere' }, 'no such workspace'],
    ['analysis', { analysis: 'nothing' }, 'doesn’t have this analysis'],
    ['analysis', { workspace: mail }, 'doesn’t have the default analysis'],
  ] as const)('report a wrong %s at its field', async (field, entries, sentence) => {
    const world = await formWorld()
    const { errors } = await world.send(await settings(world), entries)
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(sentence)
    expect(await saved(world)).toBeNull()
    expect(await world.audited()).toEqual([])
  })

  it.each([
    [{ isMember: false, isArchived: false }, true, '/invite @Sightline'],
    [null, true, '/invite @Sightline'],
    [{ isMember: true, isArchived: true }, true, 'archived'],
    [{ isMember: true, isArchived: false }, false, 'You’re not in this channel'],
    [{ isMember: true, isArchived: false }, null, 'You’re not in this channel'],
  ])('announce new tasks only where Sightline and the person are: %j, %s', async (state, isIn, why) => {
    const world = await setUpWorld({
      channelState: async () => state,
      isIn: async (_, where) => (where === channel ? true : isIn),
    })
    const { errors } = await change(world, 'tasks', { announceTasksIn: 'C0TEAM' })
    expect(errors.announceTasksIn).toContain(why)
    expect((await saved(world))?.announceTasksIn).toBeNull()
  })

  it('announce new tasks in a channel, say once if outsiders are in it, and stop if it is cleared', async () => {
    const world = await setUpWorld({
      channelState: async () => ({ isMember: true, isArchived: false }),
      isShared: async (where) => where === 'C0TEAM',
    })
    const { view } = await change(world, 'tasks', { announceTasksIn: 'C0TEAM' })
    expect((await saved(world))?.announceTasksIn).toBe('C0TEAM')
    expect(renderView(view)).toMatch(/C0TEAM.* is shared with other companies. They will see the new tasks/)
    expect(renderView(await settings(world))).not.toContain('other companies')
    await change(world, 'tasks', { announceTasksIn: null })
    expect((await saved(world))?.announceTasksIn).toBeNull()
  })

  it('rely on the analysis for a workspace whose list the API key may not read', async () => {
    const world = await formWorld()
    world.service.addFault({ route: WORKSPACES_ROUTE, how: { kind: 'status', status: 403 } })
    await world.send(await settings(world))
    expect(await saved(world)).not.toBeNull()
  })

  it('don’t save a place while the service is down, say so, and keep the input', async () => {
    const world = await formWorld()
    const form = await settings(world)
    world.service.addFault({ route: COLLECTS, how: { kind: 'status', status: 503 } })
    const { view: again, errors } = await world.send(form, { analysis: world.scope.projectId })
    expect(errors).toEqual({})
    expect(renderView(again)).toContain('Nothing was saved; what you entered is below.')
    expect(renderView(again)).toMatch(/Reference: \w{4}-\w{4}/)
    expect(entered(again)).toMatchObject({ analysis: world.scope.projectId })
    expect(await saved(world)).toBeNull()
    world.service.clearFaults()
    await world.send(again)
    expect((await saved(world))?.projectId).toBe(world.scope.projectId)
  })

  it('save what needs no service while it is down', async () => {
    const world = await setUpWorld()
    const form = await group(world, 'reddit')
    world.service.addFault({ how: { kind: 'status', status: 503 } })
    await world.send(form, { subreddits: 'r/crm' })
    expect((await saved(world))?.subreddits).toEqual(['crm'])
  })

  it('say that nothing was saved if saving fails, and save when submitted again', async () => {
    const world = await setUpWorld()
    const { channels } = world.store
    const save = () => Promise.reject(Object.assign(new Error(), { code: 'full', userMessage: 'No room.' }))
    Object.assign(world.workspace, { store: { ...world.store, channels: { ...channels, save } } })
    const { view: again } = await change(world, 'reddit', { subreddits: 'r/crm' })
    expect(renderView(again)).toContain('No room. Nothing was saved')
    expect(entered(again).subreddits).toBe('r/crm')
    Object.assign(world.workspace, { store: world.store })
    await world.send(again)
    expect((await saved(world))?.subreddits).toEqual(['crm'])
  })

  it('may be submitted twice', async () => {
    const world = await setUpWorld()
    const form = submission(await group(world, 'reddit'), { subreddits: 'r/crm' })
    await Promise.all([world.forms.submit(form), world.forms.submit(form)])
    expect((await saved(world))?.subreddits).toEqual(['crm'])
  })

  it('leave default recommendations behind in another workspace', async () => {
    const world = await formWorld()
    expect((await world.scopeOf()).recommendations).toEqual(world.workspace.defaults.recommendations)
    await world.send(await settings(world), { workspace: mail, analysis: mailProject })
    expect((await world.scopeOf()).recommendations).toEqual([])
  })

  it('don’t move to a workspace that lacks the channel’s recommendations', async () => {
    const world = await formWorld()
    const [, second = ''] = world.service.demo.resultIds
    await world.store.channels.track(team, channel, second, user, world.workspace.clock.now())
    const { errors } = await world.send(await settings(world), { workspace: mail, analysis: mailProject })
    expect(errors.workspace).toContain('tracks 1 recommendation that this workspace doesn’t have')
    expect(await saved(world)).toBeNull()
  })

  it('are shown again to people who may not change them, with their input and whom to ask', async () => {
    const world = await setUpWorld()
    const form = await group(world, 'reddit')
    world.refused.add(user)
    const { view } = await world.send(form, { subreddits: 'r/crm' })
    expect(entered(view).subreddits).toBe('r/crm')
    expect(renderView(view)).toContain('Only admins may do this here.')
    expect(renderView(view)).toContain('{user U9ADMIN}')
    expect((await saved(world))?.subreddits).toBeNull()
  })

  it('lead back to the choice of the channel if they were opened from there', async () => {
    const world = await setUpWorld()
    const summary = await settings(world)
    expect(renderView(summary)).not.toContain('[Back]')
    await world.forms.click(clickIn(summary, setupBackId, 'channels'))
    expect(JSON.stringify(world.redrawn())).toContain(channel)
    await world.forms.click(clickIn(summary, setupStepId, 'no such step'))
    expect(renderView(world.redrawn())).toContain('[Change]')
  })
})
