import { expect, it } from 'vitest'
import { channelScope } from '../../src/channels/scope.ts'
import { commands } from '../../src/commands/index.ts'
import { renderView } from '../blocks/render.ts'
import { channel, formWorld, outcome, sound, submission, team, user } from './support.ts'

type World = Awaited<ReturnType<typeof formWorld>>

async function opened({ workspace }: World) {
  const plan = commands.plan('actions remove')
  if (plan.kind !== 'modal') throw new Error(plan.kind)
  expect(plan.who).toBe('changers')
  return sound(await plan.form({ team, channel, user, outside: false }, workspace))
}

const tracked = async ({ store, workspace }: World) =>
  (await channelScope(store, workspace.defaults, team, channel)).recommendations

it('stops tracking recommendations chosen by title, also those of the configuration', async () => {
  const world = await formWorld()
  const [first = '', second = '', third = ''] = world.service.demo.resultIds
  for (const id of [second, third])
    await world.store.channels.track(team, channel, id, user, world.workspace.clock.now())
  const view = await opened(world)
  const briefs = await world.workspace.api.briefs(world.scope, first)
  expect(briefs.some(({ title }) => renderView(view).includes(title.slice(0, 60)))).toBe(true)
  expect(renderView(view)).not.toContain(`“${first}”`)

  const sent = submission(view)
  const values = { ...sent.view.values, recommendations: [first, second] }
  const answer = await world.forms.submit({ ...sent, view: { ...sent.view, values } })
  expect(renderView(outcome(answer).view)).toContain(
    'Stopped tracking 2 recommendations. This channel now tracks 1 recommendation.',
  )
  expect(await tracked(world)).toEqual([third])
  expect((await world.audited()).map(({ subject, outcome: done }) => [subject, done]).toSorted()).toEqual(
    [first, second].map((id) => [id, 'removed']).toSorted(),
  )
  // Elsewhere the configuration's one stays.
  expect((await channelScope(world.store, world.workspace.defaults, team, 'C2')).recommendations).toEqual([
    first,
  ])

  const add = commands.plan(`actions add ${first}`)
  if (add.kind !== 'work') throw new Error(add.kind)
  expect((await add.run({ team, channel, user, outside: false }, world.workspace)).text).toContain('Added.')
  expect(await tracked(world)).toContain(first)
})

it('says where nothing is tracked', async () => {
  const world = await formWorld()
  const [first = ''] = world.service.demo.resultIds
  await world.store.channels.stop(team, channel, first, user, world.workspace.clock.now())
  expect(renderView(await opened(world))).toContain('tracks no recommendation')
})
