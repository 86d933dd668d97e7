import { expect, test } from 'vitest'
import { opened } from './support.ts'

interface Evaluation {
  readonly name: string
  readonly urls: readonly string[]
  readonly tags: readonly string[]
  readonly status: string
  readonly created_by: string | null
  readonly generation_cost: number
}

async function open() {
  const { service, at, ask } = await opened({ tokenLifeSeconds: 3600 }, 'readOnly')
  const read = (id: string) => ask<Evaluation>(at.evaluation(id))
  const statuses = async () => {
    const answers = await Promise.all(service.demo.evaluationIds.slice(0, 3).map(read))
    return answers.map(({ body }) => body.status)
  }
  return { service, read, statuses }
}

test('evaluations go from pending to their different final statuses as the clock advances', async () => {
  const { service, statuses } = await open()
  expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  service.clock.advance({ seconds: 29 })
  expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  service.clock.advance({ seconds: 1 })
  expect(await statuses()).toEqual(['in_progress', 'in_progress', 'in_progress'])
  service.clock.advance({ seconds: 150 })
  expect(await statuses()).toEqual(['completed', 'partial', 'failed'])
})

test('the creator may be null, and there is a cost after the work has begun', async () => {
  const { service, read } = await open()
  expect((await read(service.demo.evaluationId)).body.generation_cost).toBe(0)
  service.clock.advance({ minutes: 1 })
  expect((await read(service.demo.evaluationId)).body.generation_cost).toBeGreaterThan(0)
  const creators = await Promise.all(
    service.demo.evaluationIds.map(async (id) => (await read(id)).body.created_by),
  )
  expect(creators).toContain(null)
  expect(creators).toContain(service.demo.userId)
})

test('one evaluation is at the limits of part 8', async () => {
  const { service, read } = await open()
  const { body } = await read(service.demo.evaluationIds[3] ?? '')
  expect(body).toMatchObject({ status: 'completed', is_archived: true })
  expect([body.name.length, body.urls[0]?.length, body.tags[0]?.length]).toEqual([200, 2000, 200])
})

test('an unknown id gives 404, an id that is not a UUID 422', async () => {
  const { read } = await open()
  expect((await read('d4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2dff')).status).toBe(404)
  expect((await read('x')).status).toBe(422)
})
