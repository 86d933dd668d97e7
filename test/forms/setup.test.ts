import { describe, expect, it } from 'vitest'
import { PROJECTS, WORKSPACES } from '../../sandbox/service/data/catalog.ts'
import { setupModal } from '../../src/blocks/settings/setup-form.ts'
import { channelScope } from '../../src/channels/scope.ts'
import { loadSetup } from '../../src/channels/setup.ts'
import { PostError } from '../../src/slack/port.ts'
import { renderBlocks, renderView } from '../blocks/render.ts'
import { WORKSPACE } from '../contract/support.ts'
import { channel, entered, formsIn, formWorld, outcome, sound, submission, team, user } from './support.ts'

type World = Awaited<ReturnType<typeof formWorld>>

const WORKSPACES_ROUTE = '/v1/organizations/{organization_id}/workspaces'
const COLLECTS = `${WORKSPACE}/analyses/{project_id}/search/collects`
const mail = WORKSPACES[1]?.id ?? ''
const mailProject = PROJECTS[2]?.id ?? ''

const opened = async ({ workspace }: World) =>
  sound(setupModal(await loadSetup(workspace, { team, channel })))
const settings = ({ store }: World) => store.channels.get(team, channel)
const trackedIds = async ({ store }: World) =>
  (await store.channels.tracked(team, channel)).map(({ resultId }) => resultId)

describe('the setup form', () => {
  it('is opened with what the configuration says, names instead of ids, and the time zone that holds today', async () => {
    const world = await formWorld()
    const view = await opened(world)
    expect(entered(view)).toMatchObject({ timeZone: 'as-configured', analysis: null, subreddits: null })
    const said = renderView(view)
    expect(said).toContain('“As the configuration says (Northwind Group)”')
    expect(said).toContain('“As the configuration says (Northwind CRM)”')
    expect(said).toContain('r/saas and r/crm')
    expect(said).toContain('1 recommendation of the configuration needs no line here.')
  })

  it('saves what was checked, says what it was, and shows it the next time', async () => {
    const world = await formWorld()
    const asked = outcome(
      await world.forms.submit(
        submission(await opened(world), {
          workspace: mail,
          analysis: ` ${mailProject} `,
          timeZone: 'Europe/Berlin',
          subreddits: 'r/Startups, https://www.reddit.com/r/saas/ SAAS',
          noiseBand: '2.5',
          recommendations: '',
        }),
      ),
    )
    const answer = await world.forms.submit(submission(asked.view))
    const saved = await settings(world)
    expect(saved).toMatchObject({
      organizationId: null,
      workspaceId: mail,
      projectId: mailProject,
      timeZone: 'Europe/Berlin',
      subreddits: ['Startups', 'saas'],
      noiseBand: 2.5,
      updatedBy: user,
    })
    const { view } = outcome(answer)
    const said = renderView(view)
    expect(said).toContain('Saved for')
    expect(said).toContain('Northwind Mail – changed')
    expect(said).toContain('Northwind Group (as the configuration says)')
    expect(said).toContain('/sightline visibility')
    expect(await world.audited()).toMatchObject([
      { action: 'channel.setup', outcome: 'saved', user, detail: { workspaceId: [null, mail] } },
    ])
    expect(entered(await opened(world))).toMatchObject({
      workspace: mail,
      subreddits: 'r/Startups, r/saas',
      noiseBand: '2.5',
    })
  })

  it('leaves every setting to the configuration, if that is what the person wants', async () => {
    const world = await formWorld()
    const same = await world.forms.submit(submission(await opened(world), { timeZone: 'as-configured' }))
    expect(await settings(world)).toMatchObject({
      organizationId: null,
      workspaceId: null,
      projectId: null,
      timeZone: null,
      subreddits: null,
      noiseBand: null,
      filterNames: null,
      digestLength: null,
    })
    expect(renderView(outcome(same).view)).toContain('Nothing had to be changed')
    expect(entered(await opened(world)).timeZone).toBe('as-configured')
  })

  it('leaves the time zone of a channel that nobody set up as it is, wherever the person is', async () => {
    const world = await formWorld()
    const [, second = ''] = world.service.demo.resultIds
    await world.forms.submit(submission(await opened(world), { recommendations: second }))
    expect((await channelScope(world.store, world.workspace.defaults, team, channel)).timeZone).toBe(
      'Europe/Paris',
    )
    expect(world.posted).toEqual([])
  })

  it('asks before it changes the time zone, and tells the channel', async () => {
    const world = await formWorld()
    const wanted = { timeZone: 'America/New_York', noiseBand: '3' }
    const asked = outcome(await world.forms.submit(submission(await opened(world), wanted)))
    expect(renderView(asked.view)).toContain('from Europe/Paris to America/New_York, for everyone here')
    expect(entered(asked.view)).toMatchObject(wanted)
    expect([await settings(world), world.posted]).toEqual([null, []])

    // Another zone than the one that was asked about is asked about, too.
    const other = outcome(await world.forms.submit(submission(asked.view, { timeZone: 'Asia/Tokyo' })))
    expect(renderView(other.view)).toContain('to Asia/Tokyo')
    expect(await settings(world)).toBeNull()

    const { view } = outcome(await world.forms.submit(submission(asked.view)))
    expect(renderView(view)).toContain('America/New_York – changed')
    expect(await settings(world)).toMatchObject({ timeZone: 'America/New_York', noiseBand: 3 })
    expect(world.posted.map(({ channel: where, message }) => [where, renderBlocks(message.blocks)])).toEqual([
      [
        channel,
        expect.stringContaining("changed this channel's time zone from Europe/Paris to America/New_York"),
      ],
    ])
    await world.forms.submit(submission(await opened(world), { noiseBand: '4' }))
    expect(world.posted).toHaveLength(1)
  })

  it('says when the channel could not be told of its time zone', async () => {
    const world = await formWorld({
      poster: {
        post: async () => {
          throw new PostError('refused', 'not_in_channel')
        },
        update: async () => {},
      },
    })
    const { view: asked } = outcome(
      await world.forms.submit(submission(await opened(world), { timeZone: 'Asia/Tokyo' })),
    )
    const { view } = outcome(await world.forms.submit(submission(asked)))
    expect(await settings(world)).toMatchObject({ timeZone: 'Asia/Tokyo' })
    expect(renderView(view)).toContain("The channel doesn't know of the new time zone yet. ")
  })

  it('knows “all” subreddits from none of its own', async () => {
    const world = await formWorld()
    await world.forms.submit(submission(await opened(world), { subreddits: 'ALL' }))
    expect((await settings(world))?.subreddits).toEqual([])
    expect(entered(await opened(world)).subreddits).toBe('all')
    await world.forms.submit(submission(await opened(world), { subreddits: 'r/all' }))
    expect((await settings(world))?.subreddits).toEqual(['all'])
  })

  it('tells what can’t be read at its field, all of it at once, and asks nobody for that', async () => {
    const world = await formWorld()
    const view = await opened(world)
    const before = world.service.requests().length
    const { errors, view: again } = outcome(
      await world.forms.submit(
        submission(view, {
          timeZone: 'no-choice',
          subreddits: 'saas, what?',
          noiseBand: '101',
          recommendations: 'https://console.example/list',
        }),
      ),
    )
    expect(Object.keys(errors).sort()).toEqual(['noiseBand', 'recommendations', 'subreddits', 'timeZone'])
    expect(errors.subreddits).toContain('“what?” isn’t a subreddit')
    expect(entered(again)).toMatchObject({ subreddits: 'saas, what?', noiseBand: '101' })
    expect(renderView(again)).toContain('Please change this: “101” isn’t a number of points')
    expect(await settings(world)).toBeNull()
    expect(world.service.requests().length - before).toBeLessThanOrEqual(2)
  })

  it.each([
    [
      'organization',
      { organization: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5cff' },
      "doesn't know this organization",
    ],
    [
      'organization',
      { organization: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c03' },
      "doesn't reach this organization",
    ],
    ['workspace', { workspace: 'nowhere' }, 'no such workspace'],
    ['analysis', { analysis: 'nothing' }, "doesn't have this analysis"],
    ['analysis', { workspace: mail }, "doesn't have the default analysis"],
    ['recommendations', { recommendations: 'hello\nworld' }, '“hello”, “world”'],
  ] as const)('tells a wrong %s at its field', async (field, entries, sentence) => {
    const world = await formWorld()
    const { errors } = outcome(await world.forms.submit(submission(await opened(world), entries)))
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(sentence)
    expect(await settings(world)).toBeNull()
    expect(await world.audited()).toEqual([])
  })

  it('takes the analysis’ word for a workspace whose list the key may not read', async () => {
    const world = await formWorld()
    world.service.addFault({ route: WORKSPACES_ROUTE, how: { kind: 'status', status: 403 } })
    await world.forms.submit(submission(await opened(world), { noiseBand: '3' }))
    expect((await settings(world))?.noiseBand).toBe(3)
  })

  it('saves nothing while the service can’t be asked, says so, and keeps what was entered', async () => {
    const world = await formWorld()
    const view = await opened(world)
    world.service.addFault({ route: COLLECTS, how: { kind: 'status', status: 503 } })
    const { view: again, errors } = outcome(
      await world.forms.submit(submission(view, { noiseBand: '3', subreddits: 'saas' })),
    )
    expect(errors).toEqual({})
    expect(renderView(again)).toContain('Nothing was saved; what you entered is below.')
    expect(renderView(again)).toMatch(/Reference: \w{4}-\w{4}/)
    expect(entered(again)).toMatchObject({ noiseBand: '3', subreddits: 'saas' })
    expect(await settings(world)).toBeNull()
    world.service.clearFaults()
    await world.forms.submit(submission(again))
    expect((await settings(world))?.noiseBand).toBe(3)
  })

  it('says when saving failed and that nothing was saved, and sending it again saves all of it', async () => {
    const world = await formWorld()
    const view = await opened(world)
    const { channels } = world.workspace.store
    let failing = true
    const forms = formsIn({
      ...world.workspace,
      store: {
        ...world.store,
        channels: {
          ...channels,
          save: async (...args) => {
            if (failing) throw Object.assign(new Error('disk'), { code: 'full', userMessage: 'No room.' })
            return channels.save(...args)
          },
        },
      },
    })
    const [, second = ''] = world.service.demo.resultIds
    const entries = { recommendations: second, noiseBand: '4' }
    const { view: again } = outcome(await forms.submit(submission(view, entries)))
    expect(renderView(again)).toContain('No room. Nothing was saved')
    failing = false
    await forms.submit(submission(again))
    expect(await trackedIds(world)).toEqual([second])
    expect((await settings(world))?.noiseBand).toBe(4)
  })

  it('is harmless when it is sent twice', async () => {
    const world = await formWorld()
    const [, second = ''] = world.service.demo.resultIds
    const form = submission(await opened(world), { recommendations: second, noiseBand: '2' })
    await Promise.all([world.forms.submit(form), world.forms.submit(form)])
    expect(await trackedIds(world)).toEqual([second])
    expect((await settings(world))?.noiseBand).toBe(2)
  })

  it('tracks what was added and untracks what was taken out, but not what it never showed', async () => {
    const world = await formWorld()
    const [, second = '', third = ''] = world.service.demo.resultIds
    const withoutBriefs = world.service.demo.resultIdWithoutBriefs
    await world.store.channels.track(team, channel, second, user, world.workspace.clock.now())
    const view = await opened(world)
    expect(entered(view).recommendations).toBe(second)
    // Somebody tracks another one while the form is open.
    await world.store.channels.track(
      team,
      channel,
      withoutBriefs,
      'U2BEN',
      world.workspace.clock.now().add({ minutes: 1 }),
    )
    const answer = await world.forms.submit(
      submission(view, { recommendations: `https://console.example/r/${third}` }),
    )
    expect((await trackedIds(world)).toSorted()).toEqual([third, withoutBriefs].toSorted())
    expect(renderView(outcome(answer).view)).toContain('2 (1 added, 1 removed)')
  })

  it('adds nothing that the configuration tracks already', async () => {
    const world = await formWorld()
    const [first = '', second = ''] = world.service.demo.resultIds
    const answer = await world.forms.submit(
      submission(await opened(world), { recommendations: `${first}\n${second}` }),
    )
    expect(renderView(outcome(answer).view)).toContain('1 (1 added, 1 already tracked by the configuration)')
    expect(await trackedIds(world)).toEqual([second])
  })

  it('keeps those for which the field has no room', async () => {
    const world = await formWorld()
    const ids = Array.from(
      { length: 120 },
      (_, index) => `recommendation-number-${String(index).padStart(4, '0')}`,
    )
    for (const id of ids)
      await world.store.channels.track(team, channel, id, user, world.workspace.clock.now())
    const view = await opened(world)
    const shown = String(entered(view).recommendations).split('\n')
    expect(shown.length).toBeLessThan(120)
    expect(renderView(view)).toContain(`no room here for ${120 - shown.length} more recommendations`)
    await world.forms.submit(submission(view, { recommendations: shown.slice(1).join('\n') }))
    expect(await trackedIds(world)).toEqual(ids.filter((id) => id !== shown[0]))
  })

  it('no longer looks for the configuration’s recommendations in another workspace', async () => {
    const world = await formWorld()
    const scope = () => channelScope(world.store, world.workspace.defaults, team, channel)
    expect((await scope()).recommendations).toEqual(world.workspace.defaults.recommendations)
    await world.forms.submit(submission(await opened(world), { workspace: mail, analysis: mailProject }))
    expect((await scope()).recommendations).toEqual([])
  })

  it('asks again about tracked recommendations when the channel moves to another workspace', async () => {
    const world = await formWorld()
    const [, second = ''] = world.service.demo.resultIds
    await world.store.channels.track(team, channel, second, user, world.workspace.clock.now())
    const { errors } = outcome(
      await world.forms.submit(submission(await opened(world), { workspace: mail, analysis: mailProject })),
    )
    expect(errors.recommendations).toContain(second)
  })

  it('is shown again to who may not change anything, with what they entered and whom to ask', async () => {
    const world = await formWorld()
    world.refused.add(user)
    const { view } = outcome(await world.forms.submit(submission(await opened(world), { noiseBand: '7' })))
    expect(entered(view).noiseBand).toBe('7')
    expect(renderView(view)).toContain('Only admins may do this here.')
    expect(renderView(view)).toContain('{user U9ADMIN}')
    expect(await settings(world)).toBeNull()
  })
})
