/** "Mark as done" and "Reopen", clicked and submitted, with a real store. */
import { expect, it } from 'vitest'
import { runAction } from '../../src/actions/index.ts'
import { type Action, encodeAction } from '../../src/blocks/kit/codec.ts'
import { actionsAnswer } from '../../src/blocks/tasks/recommendations.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import type { Click } from '../../src/slack/port.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import { taskState } from '../../src/tasks/recommendations.ts'
import { ok, recommendation } from '../blocks/fixtures.ts'
import { renderBlocks, renderView } from '../blocks/render.ts'
import {
  answerInto,
  channel,
  entered,
  formWorld,
  modalsInto,
  outcome,
  submission,
  team,
  user,
} from '../forms/support.ts'
import { buttonClick, createdTask, messageIn } from '../workspace.ts'

const { organizationId, workspaceId, resultId } = recommendation(0)
const place = { organizationId, workspaceId, resultId }
const ref = { team, ...place }
const name = 'Rise on Perplexity'

/** A task in two messages of the channel, one of them a digest's. */
async function world() {
  const refused = new Set<string>()
  const shown = new Map<string, Message>()
  const opened: ModalView[] = []
  const replaced: Message[] = []
  const answer = answerInto(replaced)
  const forms = await formWorld({
    modals: modalsInto(opened),
    poster: {
      post: () => expect.fail('nothing is posted'),
      update: async ({ ts }, message) => void shown.set(ts, message),
      remove: async () => {},
    },
    homeViewers: new HomeViewers(systemClock),
    // People who may not change anything may still read.
    access: {
      refusals: async () => new Map(),
      require: async (who, asker) => {
        if (who === 'changers' && refused.has(asker.user))
          throw new Problem('not_allowed', 'Only admins may do this here.')
      },
    },
    answerAt: () => answer,
  })
  const { store, workspace } = forms
  const { clock } = workspace
  await createdTask(store, ref, clock.now(), { by: 'U1ANA', channel, messageTs: '1.1', name })
  const state = async () => taskState(await store.tasks.latest(ref))
  for (const ts of ['1.1', '2.2']) {
    const sections = [ok(recommendation(0, { task: await state() }))]
    const { text, blocks } = actionsAnswer(sections, { shareable: false, command: 'actions' })
    const message = { team, channel, ts, kind: 'digest', threadTs: null, text, blocks } as const
    await store.messages.remember(message, [ref], clock.now())
  }
  const click = async (action: Action, more: Partial<Click> = {}) => {
    const { action_id: actionId, value } = encodeAction(action) ?? { action_id: '', value: '' }
    const responseAddress = 'https://hooks.slack.example/1'
    const where = { team, channel, user, message: messageIn(channel), responseAddress }
    const clicked = buttonClick({ ...where, actionId, value, ...more })
    await runAction(clicked, answer, workspace, async () => clicked)
    return opened.at(-1) as ModalView
  }
  const submit = async (view: ModalView, day: string | null, by = user) => {
    const reply = await forms.forms.submit({ ...submission(view, { day }), user: by })
    if (reply.kind !== 'errors') await reply.after?.()
    return reply
  }
  const messages = () => ['1.1', '2.2'].map((ts) => renderBlocks(shown.get(ts)?.blocks ?? []))
  return { ...forms, click, submit, messages, replaced, refused }
}

const markDone = { kind: 'mark_done', ...place, taskId: 'K1', page: null } as const
const reopen = { kind: 'reopen_task', ...place, taskId: 'K1', page: null } as const

it('“Mark as done” asks for the day, by default today, and updates every copy; “Reopen” undoes it', async () => {
  const { click, submit, messages, store } = await world()
  const form = await click(markDone)
  expect(renderView(form)).toContain(name)
  expect(entered(form)).toEqual({ day: '2026-11-18' })
  const reply = await submit(form, '2026-11-12')
  expect(reply.kind).toBe('close')
  for (const message of messages()) {
    expect(message).toMatch(/Done on Thu 12 Nov, according to .*U1ANA/)
    expect(message).toContain('[Reopen]')
    expect(message).not.toContain('[Mark as done]')
  }
  await click(reopen)
  expect(await store.tasks.latest(ref)).toMatchObject({ doneOn: null })
  for (const message of messages()) {
    expect(message).not.toContain('Done on')
    expect(message).toMatch(/Reopened by .*U1ANA/)
    expect(message).toContain('[Mark as done]')
  }
})

it('“Mark as done” counts for the first of two people; the other sees who and when, and changes nothing', async () => {
  const { click, submit, store } = await world()
  const form = await click(markDone)
  await submit(form, '2026-11-12', 'U2BEN')
  const late = await submit(form, '2026-11-13', 'U3CLEO')
  expect(renderView(outcome(late).view)).toMatch(/is already marked as done on Thu 12 Nov, by .*U2BEN/s)
  expect(await store.tasks.latest(ref)).toMatchObject({ doneOn: '2026-11-12', doneBy: 'U2BEN' })
  expect(renderView(await click(markDone)), 'from an old message').toContain('is already marked as done')
})

it('“Mark as done” takes no future day, and asks again if there is none', async () => {
  const { click, submit, store } = await world()
  const form = await click(markDone)
  for (const day of ['2026-11-19', null]) {
    const reply = outcome(await submit(form, day))
    expect(reply.errors.day).toMatch(/^Choose /)
    expect(renderView(reply.view)).toContain(name)
  }
  expect(await store.tasks.latest(ref)).toMatchObject({ doneOn: null })
})

it('“Mark as done” redraws the ephemeral message that was clicked, with the same page of the list', async () => {
  const { click, submit, replaced } = await world()
  const message = messageIn(channel, { ts: '9.9', ephemeral: true })
  const form = await click({ ...markDone, page: 1 }, { message })
  await submit(form, '2026-11-12')
  expect(replaced).toHaveLength(1)
  expect(renderBlocks(replaced[0]?.blocks ?? [])).toMatch(/No task is open, 1 is done/)
  await click({ ...reopen, page: 1 }, { message })
  expect(replaced).toHaveLength(2)
})

it('“Mark as done” on Home redraws the tab, though another process has drawn it', async () => {
  const { click, submit, workspace } = await world()
  const published: string[] = []
  const people = { ...workspace.people, channelsOf: async () => new Set([channel]) }
  const publishHome = async (viewer: string) => void published.push(viewer)
  Object.assign(workspace, { people, publishHome, contact: null })
  const view = { id: 'V0', callbackId: 'sl1.home', privateMetadata: '{"page":1}', values: {} }
  await submit(await click(markDone, { channel: null, message: null, view, viewId: 'V0' }), '2026-11-12')
  await expect.poll(() => published).toContain(user)
})

it('“Reopen” redraws the ephemeral list without waiting for the task’s other messages', async () => {
  const { click, workspace, replaced } = await world()
  Object.assign(workspace, { poster: { ...workspace.poster, update: () => new Promise(() => {}) } })
  const message = messageIn(channel, { ts: '9.9', ephemeral: true })
  void click({ ...reopen, page: 1 }, { message })
  await expect.poll(() => replaced.length).toBe(1)
})

it('“Mark as done” and “Reopen” need the right to change things and an existing task', async () => {
  const { click, submit, refused, store } = await world()
  const form = await click(markDone)
  refused.add(user)
  for (const action of [markDone, reopen])
    await expect(click(action)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(renderView(outcome(await submit(form, '2026-11-12')).view)).toContain(
    'Only admins may do this here.',
  )
  refused.clear()
  for (const action of [markDone, reopen])
    await expect(click({ ...action, taskId: 'K9' })).rejects.toBeInstanceOf(Problem)
  expect(await store.tasks.latest(ref)).toMatchObject({ doneOn: null })
})
