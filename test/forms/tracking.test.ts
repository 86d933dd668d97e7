import { describe, expect, it } from 'vitest'
import { stopTrackingId, trackAgainId } from '../../src/blocks/settings/setup-form.ts'
import { commands } from '../../src/commands/index.ts'
import { openHome } from '../../src/home/index.ts'
import type { HomeView } from '../../src/model/message.ts'
import { renderView } from '../blocks/render.ts'
import { BRIEFS } from '../contract/support.ts'
import { kept } from './redrawn.ts'
import { group } from './settings.ts'
import { channel, clickIn, entered, type FormWorld, formWorld, sound, team, user } from './support.ts'

const list = (world: FormWorld) => group(world, 'recommendations')
const tracked = async ({ scopeOf }: FormWorld, where = channel) => (await scopeOf(where)).recommendations
const titleOf = async ({ workspace, scope }: FormWorld, id: string) =>
  (await workspace.api.briefs(scope, id))[0]?.title ?? ''

describe('a channel’s recommendations', () => {
  it('are listed by title, each with a button to stop tracking it, including default ones', async () => {
    const world = await formWorld()
    const [first = '', second = ''] = world.service.demo.resultIds
    await world.store.channels.track(team, channel, second, user, world.workspace.clock.now())
    const view = await list(world)
    expect(renderView(view)).toContain(await titleOf(world, first))
    expect(renderView(view)).toContain(await titleOf(world, second))
    expect(renderView(view).match(/\[Stop tracking\]/g)).toHaveLength(2)

    await world.forms.click(clickIn(view, stopTrackingId, first, { recommendations: 'half a li' }))
    const after = world.redrawn()
    expect(renderView(after)).toContain(`Stopped tracking “${await titleOf(world, first)}”`)
    expect(renderView(after).match(/\[Stop tracking\]/g)).toHaveLength(1)
    expect(entered(after).recommendations).toBe('half a li')
    expect(await tracked(world)).toEqual([second])
    // The default one stays in other channels.
    expect(await tracked(world, 'C2')).toEqual([first])
    expect(renderView(after)).toContain('[Undo]')
    await world.forms.click(clickIn(after, trackAgainId, first))
    expect(renderView(world.redrawn())).toContain(`Now tracking “${await titleOf(world, first)}”`)
    expect((await tracked(world)).toSorted()).toEqual([first, second].toSorted())
    await world.forms.click(clickIn(world.redrawn(), stopTrackingId, first))
    await world.forms.click(clickIn(after, stopTrackingId, second))
    expect(renderView(world.redrawn())).toContain('None yet.')
    const changes = (await world.audited()).map(({ subject, outcome: done }) => `${subject} ${done}`)
    expect(changes.toSorted()).toEqual(
      [`${first} added`, `${first} removed`, `${first} removed`, `${second} removed`].toSorted(),
    )
  })

  it('that are no longer tracked leave an open Home tab, and come back with “Undo”', async () => {
    const homes: HomeView[] = []
    const world = await formWorld({
      contact: null,
      publishHome: async (_user, home) => void homes.push(home),
    })
    const { workspace, forms } = world
    const people = { ...workspace.people, channelsOf: async () => new Set([channel]) }
    Object.assign(workspace, { people })
    const [first = ''] = world.service.demo.resultIds
    await world.store.channels.save({ team, channel, subreddits: [] }, user, workspace.clock.now())
    const viewer = { team, user, outside: false }
    await openHome(workspace, viewer)
    const isOnHome = async () => {
      await workspace.homeViewers.open(viewer).drawing
      return JSON.stringify(homes.at(-1)).includes(first)
    }
    expect(await isOnHome()).toBe(true)
    await forms.click(clickIn(await list(world), stopTrackingId, first))
    expect(await isOnHome()).toBe(false)
    await forms.click(clickIn(world.redrawn(), trackAgainId, first))
    expect(await isOnHome()).toBe(true)
    for (const [command, isThere] of [
      [`actions remove ${first}`, false],
      [`actions add ${first}`, true],
    ] as const) {
      await world.typed(command)
      expect(await isOnHome()).toBe(isThere)
    }
  })

  it('are opened by “actions remove” as well', async () => {
    const world = await formWorld()
    const plan = commands.plan('actions remove')
    if (plan.kind !== 'modal') throw new Error(plan.kind)
    const view = sound(await plan.form({ team, channel, user, outside: false }, world.workspace))
    expect(renderView(view)).toContain('[Stop tracking]')
  })

  it('are tracked from pasted addresses', async () => {
    const world = await formWorld()
    const [first = '', second = '', third = ''] = world.service.demo.resultIds
    const form = await list(world)
    const typed = { recommendations: `https://console.example/r/${second}\n${third}, ${first}` }
    const { view } = await world.send(form, typed)
    expect(renderView(view)).toContain('Now tracking 2 more recommendations.')
    for (const id of [second, third]) expect(renderView(view)).toContain(await titleOf(world, id))
    expect((await tracked(world)).toSorted()).toEqual([first, second, third].toSorted())
    expect(kept(view, form, typed)).toEqual({ recommendations: null })
    const again = await world.send(view, { recommendations: second })
    expect(renderView(again.view)).toContain('Already tracked here.')
    expect(kept(again.view, view, { recommendations: second })).toEqual({ recommendations: null })
  })

  it('are named at the field if they don’t exist', async () => {
    const world = await formWorld()
    const [, second = ''] = world.service.demo.resultIds
    const typed = `hello\n${second}\nworld`
    const { errors, view } = await world.send(await list(world), { recommendations: typed })
    expect(errors.recommendations).toContain('“hello”, “world”')
    expect(entered(view).recommendations).toBe(typed)
  })

  it('stay in the form while the service can’t look them up', async () => {
    const world = await formWorld()
    const [first, second = ''] = world.service.demo.resultIds
    const form = await list(world)
    world.service.addFault({ route: BRIEFS, how: { kind: 'status', status: 503 } })
    const { errors, view } = await world.send(form, { recommendations: second })
    expect(errors.recommendations).toContain('What can’t be looked up isn’t tracked.')
    expect(await tracked(world)).toEqual([first])
    world.service.clearFaults()
    await world.send(view)
    expect(await tracked(world)).toContain(second)
  })

  it('stay in the form as typed if the list is unavailable', async () => {
    const world = await formWorld()
    const view = await list(world)
    const away = { code: 'away', userMessage: 'The database is away.' }
    const withTracked = () => Promise.reject(Object.assign(new Error(), away))
    const channels = { ...world.store.channels, withTracked }
    Object.assign(world.workspace, { store: { ...world.store, channels } })
    const { view: again } = await world.send(view, { recommendations: 'r-1' })
    expect(renderView(again)).toContain('The database is away.')
    expect(entered(again).recommendations).toBe('r-1')
  })

  it('are counted beyond what a modal holds, and stay', async () => {
    const world = await formWorld()
    const ids = Array.from({ length: 80 }, (_, index) => `recommendation-${String(index).padStart(4, '0')}`)
    for (const id of ids)
      await world.store.channels.track(team, channel, id, user, world.workspace.clock.now())
    const view = sound(await list(world))
    expect(renderView(view)).toContain('21 more not shown')
    expect(entered(view)).toHaveProperty('recommendations')
  })
})
