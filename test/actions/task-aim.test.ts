/** "Change aim", before and after a task is created, with the real service and a real store. */
import { expect, it } from 'vitest'
import { confirmTaskAction, createTaskAction } from '../../src/actions/create-task.ts'
import { changeAimButton } from '../../src/actions/tasks.ts'
import { readAgainId } from '../../src/blocks/tasks/task-forms.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import { type Answer, type Click, PostError } from '../../src/slack/port.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import { renderView } from '../blocks/render.ts'
import { wordsOf } from '../commands/typed.ts'
import { kept } from '../forms/redrawn.ts'
import { answerInto, channel, clickIn, entered, formWorld, submission, team, user } from '../forms/support.ts'
import { storeDownAfter } from '../tasks/world.ts'
import { plantedWeeks, plantWeeks } from '../weeks/plant.ts'
import { buttonClick, messageIn, unansweredTask } from '../workspace.ts'

async function world() {
  const replaced: Message[] = []
  let wakes = 0
  const forms = await formWorld({
    answerAt: () => answerInto(replaced),
    homeViewers: new HomeViewers(systemClock),
    outbox: { wake: () => void ++wakes },
  })
  const { service, scope, workspace } = forms
  const [resultId = ''] = service.demo.resultIds
  const { organizationId, workspaceId } = scope
  const place = { organizationId, workspaceId, resultId }
  const open = async (): Promise<ModalView> => {
    const message = messageIn(channel, { ephemeral: true })
    const click = buttonClick({ channel, user, message, responseAddress: 'https://hooks.slack.example/1' })
    return changeAimButton.content({ kind: 'change_aim', ...place, page: null }, click, workspace)
  }
  const aim = () => forms.store.tasks.aimOf({ team, ...place })
  /** Clicks "Create task" in an in-channel message. @returns the messages that only this person got */
  const create = (store = workspace.store, door: Partial<Click> = {}) =>
    messagesAfter((click, alone) =>
      createTaskAction(
        { kind: 'create_task', ...place },
        { click: { ...click, ...door }, answer: alone, workspace: { ...workspace, store } },
      ),
    )
  /** Clicks "This is the task". @returns the messages that only this person got */
  const confirm = (taskId: string, store = workspace.store) =>
    messagesAfter((click, alone) =>
      confirmTaskAction(
        { kind: 'confirm_task', ...place, taskId },
        { click, answer: alone, workspace: { ...workspace, store } },
      ),
    )
  /** A click that the service didn't answer. @returns the id of a task that has appeared since */
  const unanswered = async () => {
    const [made] = await workspace.api.briefs(place, resultId)
    const now = Temporal.Instant.from(made?.created_at ?? '')
    await unansweredTask(forms.store, { team, ...place }, now, { by: user, channel })
    return made?.task_id ?? ''
  }
  const actions = { open, create, confirm, unanswered }
  return { ...forms, ...actions, place, resultId, aim, replaced, wakes: () => wakes }
}

const clicked = buttonClick({ channel, user, message: messageIn(channel) })

async function messagesAfter(
  clicks: (click: Click, alone: Answer) => Promise<void>,
): Promise<readonly string[]> {
  const messages: Message[] = []
  await clicks(clicked, answerInto(messages))
  return messages.map(wordsOf)
}

it('a task’s aim is offered with the task, corrected in a form, and stored', async () => {
  const { typed, open, aim, save, replaced, resultId, audited } = await world()
  const before = await typed(`task ${resultId}`)
  expect(before).toContain('Aims at: ')
  expect(before).toContain('[Change aim]')
  const form = await open()
  expect(renderView(form)).toContain('Detected from the recommendation’s text.')
  const address = 'https://www.reddit.com/r/crm/'
  await save(form, { engines: ['Perplexity'], rival: 'Acme', subreddit: address })
  expect(await aim()).toEqual({
    aim: { engines: ['Perplexity'], rival: 'Acme', topics: [], subreddit: 'crm' },
    by: user,
  })
  expect(await typed(`task ${resultId}`)).toContain('Aims at: Perplexity, against Acme, r/crm.')
  expect(replaced).toHaveLength(1)
  expect((await audited())[0]).toMatchObject({
    user,
    action: 'task.aim',
    outcome: 'corrected',
    subject: resultId,
  })

  const again = await open()
  expect(entered(again)).toMatchObject({ engines: ['Perplexity'], rival: 'Acme', subreddit: 'crm' })
  expect(renderView(again)).toMatch(/Changed by .*U1ANA/)
})

it('a task’s aim is offered to its creator, and that message shows the correction', async () => {
  const { create, open, aim, save, replaced } = await world()
  const answers = await create()
  expect(answers.at(-1)).toMatch(/✓ Task created: .*Aims at: .*\[View brief\].*\[Change aim\]/s)
  expect(answers.filter((one) => one.includes('[Change aim]'))).toHaveLength(1)
  const read = await aim()
  expect(read?.by).toBeNull()
  await save(await open(), { engines: ['Perplexity'], rival: 'Acme' })
  const [after] = replaced.map(wordsOf)
  expect(after).toMatch(/Task created: .*Aims at: Perplexity, against Acme\..*\[Change aim\]/s)
  expect(after, 'not replaced by a list of other tasks').not.toContain('Recommendations:')
})

const at = (of: string, more: Parameters<typeof messageIn>[1] = {}) => ({
  channel: of,
  message: messageIn(of, more),
})
it.each<readonly [string, Partial<Click>]>([
  ['a digest or a review', at(channel)],
  ['a reply in a thread', at(channel, { threadTs: '3.0' })],
  ['the answer to a command', at(channel, { ephemeral: true })],
  ['a direct message or the agent view', at('D0ANA')],
  ['Home or Slackbot’s card', { channel: null, message: null, presence: { channel, isMember: true } }],
])('a task that is created from %s shows what it aims at, and how to change it', async (_, door) => {
  const { create, store } = await world()
  expect((await create(store, door)).join('\n')).toMatch(/Aims at: .*\[Change aim\]/s)
})

it.each(['create', 'confirm'])(
  'whoever %ss a task doesn’t wait for every message that shows it',
  async (how) => {
    const { store, place, workspace, unanswered } = await world()
    const copy = { team, channel, ts: '9.9', text: '', blocks: [] }
    await store.messages.remember(copy, [place], workspace.clock.now())
    Object.assign(workspace, { poster: { ...workspace.poster, update: () => new Promise(() => {}) } })
    const messages: Message[] = []
    const context = { click: clicked, answer: answerInto(messages), workspace }
    if (how === 'create') void createTaskAction({ kind: 'create_task', ...place }, context)
    else void confirmTaskAction({ kind: 'confirm_task', ...place, taskId: await unanswered() }, context)
    await expect.poll(() => messages.map(wordsOf)).toEqual([expect.stringContaining('[Change aim]')])
  },
)

it('a task’s aim can be corrected even if the texts can’t be read in time, and the correction stays', async () => {
  const { create, place, store, timePasses, aim, workspace } = await world()
  timePasses()
  const confirmation = (await create()).at(-1)
  expect(confirmation).toMatch(/Task created: .*couldn’t be read just now.*\[Change aim\]/s)
  const corrected = { engines: ['Claude'], rival: null, topics: [], subreddit: null }
  const by = { by: user, channel, messageTs: null, reference: 'K7QM-2XPA' }
  await store.tasks.setAim({ team, ...place }, corrected, by, workspace.clock.now())
  await store.tasks.rememberAim({ team, ...place }, { ...corrected, engines: [] }, workspace.clock.now())
  expect(await aim()).toEqual({ aim: corrected, by: user })
})

it('a created task is announced at once, and only by whoever created it', async () => {
  const { create, wakes } = await world()
  await create()
  expect(wakes()).toBe(1)
  await create()
  expect(wakes()).toBe(1)
})

it('if the database is away, the creator still gets an ephemeral message that the task exists, without its aim', async () => {
  const { create, store } = await world()
  const answers = await create(storeDownAfter(store, 'created'))
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatch(
    /✓ Task created: .*couldn’t be updated.*couldn’t be read just now.*\[View brief\]/s,
  )
})

it('if the database is away, the person who confirms a task still sees that it is confirmed, without its aim', async () => {
  const { confirm, unanswered, store, wakes } = await world()
  const answers = await confirm(await unanswered(), storeDownAfter(store, 'confirmed'))
  expect(answers).toEqual([
    expect.stringMatching(/^✓ Task created: .*confirmed by .*couldn’t be read just now/s),
  ])
  expect(wakes(), 'announced at once').toBe(1)
})

it('a task’s aim is read from the texts again on request', async () => {
  const { open, aim, forms, redrawn } = await world()
  const read = await open().then(entered)
  await forms.submit(submission(await open(), { engines: ['Perplexity'], rival: 'Acme' }))
  const corrected = await open()
  await forms.click(clickIn(corrected, readAgainId, ''))
  expect(await aim(), 'there is no task yet').toBeNull()
  expect(kept(redrawn(), corrected)).toEqual(read)
})

it('a task’s aim is shown as read again in its message, though the person has closed the form', async () => {
  const { open, forms, workspace, replaced } = await world()
  await forms.submit(submission(await open(), { rival: 'Acme' }))
  const form = await open()
  const closed = () => Promise.reject(new PostError('refused', 'not_found'))
  Object.assign(workspace, { modals: { ...workspace.modals, update: closed } })
  await forms.click(clickIn(form, readAgainId, ''))
  expect(replaced.map(wordsOf)).toEqual([expect.stringContaining('against Contoso.')])
})

it('a task’s aim keeps what is too long for a menu', async () => {
  const { open, aim, save, store, place, workspace } = await world()
  const long = { engines: [], rival: 'R'.repeat(90), topics: ['t1', 't'.repeat(90)], subreddit: null }
  const by = { by: user, channel, messageTs: null, reference: null }
  await store.tasks.setAim({ team, ...place }, long, by, workspace.clock.now())
  await save(await open(), { subreddit: 'crm' })
  expect((await aim())?.aim).toEqual({ ...long, subreddit: 'crm' })
})

it('a task’s aim takes one subreddit, and the form keeps the other input', async () => {
  const { open, aim, send } = await world()
  const wrong = await send(await open(), { rival: 'Acme', subreddit: 'two words' })
  expect(wrong.errors).toEqual({ subreddit: 'Enter one subreddit, such as r/crm.' })
  expect(entered(wrong.view)).toMatchObject({ rival: 'Acme', subreddit: 'two words' })
  expect(await aim()).toBeNull()
})

it('a task can’t aim against the own brand', async () => {
  const { open, aim, send, store, scope, workspace } = await world()
  await plantWeeks(store, { team, scope }, plantedWeeks('2026-11-02', 2), workspace.clock.now())
  for (const rival of ['Northwind', 'northwind ']) {
    const wrong = await send(await open(), { rival })
    expect(wrong.errors).toEqual({ rival: 'This is your own brand. Choose a competitor, or none.' })
  }
  expect(await aim()).toBeNull()
})

it('what a recommendation aims at is only kept once its task has a name', async () => {
  const { typed, create, aim, resultId, workspace } = await world()
  expect(await typed(`task ${resultId}`)).toContain('Aims at: ')
  expect(await aim()).toBeNull()
  const { api } = workspace
  const named = { id: 'K9', name: 'Rise on Claude', description: 'Where Acme leads' }
  Object.assign(workspace, { api: { ...api, createTask: async () => ({ outcome: 'done', value: named }) } })
  expect((await create()).at(-1)).toMatch(/Aims at: .*Claude/)
  expect((await aim())?.aim.engines).toContain('Claude')
})

it('a task’s aim offers the workspace’s brands as rivals', async () => {
  const { open, offered } = await world()
  const options = await offered(await open(), 'rival', 'acm')
  expect(options.map(({ value }) => value)).toContain('Acme')
})
