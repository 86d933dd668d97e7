import { expect, it } from 'vitest'
import { PostError } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { testClock, testStore } from '../tasks/world.ts'
import { createdTask, person, testWorkspace, unansweredTask, unknownPeople } from '../workspace.ts'
import { answered, wordsOf } from './typed.ts'

const store = await testStore()

const clock = testClock()
const sent: Parameters<Workspace['sendFile']>[] = []
const sendFile: Workspace['sendFile'] = async (...file) => {
  sent.push(file)
  return { permalink: null }
}

const people: Workspace['people'] = {
  ...unknownPeople,
  person: async (id) => person({ id, name: id === 'U1' ? 'Ana Ruiz' : null }),
}

async function typed(text: string, channel = 'C1', send = sendFile): Promise<string> {
  const given = { team: 'T1', store, clock, people, sendFile: send }
  const caller = { team: 'T1', channel, user: 'U1', outside: false }
  return wordsOf(await answered(text, caller, testWorkspace(given)))
}

const refOf = (resultId: string) => ({ team: 'T1', organizationId: 'O1', workspaceId: 'W1', resultId })
const clickIn = (channel: string) => ({ by: 'U1', channel, messageTs: null, reference: 'R' })

/** Creates tasks 1 to `count`, a minute apart, from the channel's messages. */
async function created(count: number, channel: string) {
  for (let number = 1; number <= count; number += 1) {
    clock.advance({ minutes: 1 })
    const ref = refOf(`R-${channel}-${number}`)
    const task = { taskId: `K-${number}`, name: `Task ${number}`, description: '=1+1' }
    await createdTask(store, ref, clock.now(), { channel, ...task })
  }
}

it('lists the newest ten tasks of the channel, and the others on further pages', async () => {
  await created(12, 'C1')
  const first = await typed('tasks')
  expect(first).toContain('12 tasks are open.')
  expect(first.match(/\[Mark as done\]/g)).toHaveLength(10)
  expect(first.indexOf('Task 12')).toBeLessThan(first.indexOf('Task 3'))
  expect(first).toContain('Page 1 of 2')
  expect(first).toMatch(/\[Next page\] sl1\.tasks_page\.1 \{"page":2\}/)
  expect(first).not.toContain('[Previous page]')
  const last = await typed('tasks page 2')
  expect(last.match(/\[Mark as done\]/g)).toHaveLength(2)
  expect(last).toMatch(/\[Previous page\] sl1\.tasks_page\.0 \{"page":1\}/)
  expect(await typed('tasks page 99')).toContain('Page 2 of 2')
})

it('lists the open tasks before those that are done', async () => {
  await created(3, 'C6')
  await store.tasks.markDone(refOf('R-C6-3'), 'K-3', '2026-11-12', clickIn('C6'), clock.now())
  const answer = await typed('tasks', 'C6')
  expect(answer).toMatch(/^2 tasks are open, 1 is done\./)
  expect(answer.indexOf('Task 1')).toBeLessThan(answer.indexOf('Task 3'))
  expect(answer).not.toContain('Create')
})

it('says how to create a task if there is none', async () => {
  expect(await typed('tasks', 'C2')).toMatch(/No tasks from this channel yet.*\/sightline actions/s)
})

it('sends all tasks as a file to the person who asks, newest first, without anything that a spreadsheet would run', async () => {
  await created(11, 'C3')
  const answer = await typed('tasks export', 'C3')
  expect(answer).toMatch(/Exported 11 tasks.*direct messages/s)
  expect(sent).toHaveLength(1)
  const [[to, file] = []] = sent
  expect([to, file?.filename]).toEqual(['U1', 'sightline-tasks-2026-11-16.csv'])
  const rows = file?.content.split('\r\n') ?? []
  expect(rows).toHaveLength(13)
  expect(rows[0]).toMatch(/^\uFEFFTask,Description,State,Task id,Recommendation id,/)
  expect(rows[1]).toMatch(/^Task 11,'=1\+1,created,K-11,R-C3-11,Ana Ruiz,U1,,,/)
  expect(rows[11]).toMatch(/^Task 1,/)
})

it('includes in the file when a task was done, according to whom, and its aim', async () => {
  await created(1, 'C5')
  const ref = refOf('R-C5-1')
  const aim = { engines: ['ChatGPT', 'Perplexity'], rival: 'Acme', topics: [], subreddit: 'crm' }
  await store.tasks.markDone(ref, 'K-1', '2026-10-12', clickIn('C5'), clock.now())
  await store.tasks.setAim(ref, aim, clickIn('C5'), clock.now())
  await typed('tasks export', 'C5')
  const [head = '', row = ''] = sent.at(-1)?.[1].content.split('\r\n') ?? []
  expect(head).toContain(
    'Done on,Marked as done by,Marked as done by (Slack id),Aim: engines,Aim: competitor',
  )
  expect(row).toContain('2026-10-12,Ana Ruiz,U1,"ChatGPT, Perplexity",Acme,,crm')
})

it('says why Slack didn’t take the file', async () => {
  await created(1, 'C7')
  const refused = async () => Promise.reject(new PostError('refused', 'storage_limit_reached'))
  await expect(typed('tasks export', 'C7', refused)).rejects.toThrow(/rejected the CSV file \(storage_limit/)
})

it('counts a task that a person found later from the request that got no answer', async () => {
  const asked = clock.now()
  const attempt = await unansweredTask(store, refOf('R-C8'), asked, { channel: 'C8' })
  clock.advance({ hours: 50 })
  await store.tasks.confirmed(attempt, { taskId: 'K', name: 'Found' }, clickIn('C8'), clock.now())
  expect(await typed('tasks', 'C8')).toContain(`Open since <!date^${asked.epochMilliseconds / 1_000}^`)
})

it('sends no empty file', async () => {
  const before = sent.length
  for (const text of ['tasks export', 'tasks CSV', 'tasks file'])
    expect(await typed(text, 'C4')).toContain('No tasks from this channel yet')
  expect(sent).toHaveLength(before)
})

it.each([
  ['tasks everything', /don’t know “everything”.*export, or page and a number/s],
  ['tasks page', /Add a page number/],
  ['tasks page 0', /Add a page number/],
  ['tasks export now', /don’t know “export now”/],
])('%s: says what the command takes', async (text, words) => {
  expect(await typed(text)).toMatch(words)
})
