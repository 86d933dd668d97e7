import { expect, test } from 'vitest'
import { opened } from './support.ts'

interface Task {
  readonly id: string
  readonly name: string
  readonly sort_order: number
}

interface Brief {
  readonly title: string
  readonly body: string
  readonly created_at: string
}

async function open() {
  const { service, at, ask } = await opened({ tokenLifeSeconds: 3600 }, 'workspace')
  const briefs = async (id: string) => (await ask<{ briefs: Brief[] }>(at.briefs(id))).body.briefs
  const create = (id: string) => ask<Task>(at.tasks(id), { method: 'POST' })
  return { service, at, ask, briefs, create }
}

test('five tracked results have plausible briefs', async () => {
  const { service, briefs } = await open()
  expect(service.demo.resultIds).toHaveLength(5)
  for (const id of service.demo.resultIds) {
    const list = await briefs(id)
    expect(list.length).toBeGreaterThan(0)
    for (const brief of list) {
      expect(brief.title).toMatch(/^[A-Z].{15,80}$/)
      expect(brief.body).toMatch(/^## .*\n\n.+\n- .+\[.+\]\(https:/s)
      expect(brief.created_at < '2026-06-17').toBe(true)
    }
  }
})

test("briefs come in the tasks' sort order, without tasks that have no brief", async () => {
  const { service, briefs, create } = await open()
  const [first = '', , third = ''] = service.demo.resultIds
  expect((await briefs(first)).map(({ title }) => title)).toEqual([
    'Publish a comparison page against Contoso',
    'Correct the outdated price on review sites',
  ])
  // Three tasks exist already, and one of them has no brief.
  expect((await create(first)).body.sort_order).toBe(4)
  expect((await briefs(third)).map(({ title }) => title)).toEqual([
    'Turn the onboarding video into a written guide',
    'Write a glossary entry on lead scoring',
    'Add a table of limits to the documentation',
  ])
  expect(await briefs(service.demo.resultIdWithoutBriefs)).toEqual([])
})

test('creating returns 201 with the task of part 2.7, a new one each time', async () => {
  const { service, create } = await open()
  const [id = ''] = service.demo.resultIds
  const first = await create(id)
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    recommended_action_result_id: id,
    brief_body: '',
    created_at: '2026-06-17T09:30:00.250Z',
  })
  expect(first.body.name.length).toBeGreaterThan(10)
  const second = await create(id)
  expect(second.body.id).not.toBe(first.body.id)
  expect(second.body.name).not.toBe(first.body.name)
  expect(second.body.sort_order).toBe(first.body.sort_order + 1)
})

test("a created task's name fits its recommendation", async () => {
  const { service, briefs, create } = await open()
  const words = (text: string) => new Set(text.toLowerCase().match(/\b(?!(?:write|page|pages)\b)[a-z/]{4,}/g))
  const ids = service.demo.resultIds
  for (const id of ids) {
    const about = words((await briefs(id)).map(({ title, body }) => `${title} ${body}`).join(' '))
    for (let asked = 0; asked < 3; asked += 1) {
      const { name } = (await create(id)).body
      const shared = [...words(name)].filter((word) => about.has(word))
      expect(shared.length, `${name}: ${shared.join(', ')}`).toBeGreaterThan(1)
    }
  }
  const names = await Promise.all(ids.map(async (id) => (await create(id)).body.name))
  expect(new Set(names).size).toBe(ids.length)
})

test("a created task's brief appears a minute later", async () => {
  const { service, briefs, create } = await open()
  const id = service.demo.resultIdWithoutBriefs
  const { body: task } = await create(id)
  service.clock.advance({ milliseconds: 59_999 })
  expect(await briefs(id)).toEqual([])
  service.clock.advance({ milliseconds: 1 })
  expect(await briefs(id)).toMatchObject([{ task_id: task.id, title: task.name }])
})

test('a JSON content type without a body is harmless; unknown results give 404', async () => {
  const { service, at, ask, create } = await open()
  const [id = ''] = service.demo.resultIds
  const headers = { 'content-type': 'application/json' }
  expect((await ask(at.tasks(id), { method: 'POST', headers })).status).toBe(201)
  expect((await create('unknown')).status).toBe(404)
  expect((await ask(at.briefs('unknown'))).status).toBe(404)
})
