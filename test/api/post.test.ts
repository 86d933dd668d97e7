import { expect, test } from 'vitest'
import { clientOf, doneOf, errorOf, startService, TASKS_PATH, unknownOf, WORKSPACE } from './support.ts'

const task = { id: 'task-1', name: 'Answer the thread', description: 'Why and how' }

/** A service that answers a request for a task with this. */
const answeringTasks = (body: unknown, status: number) =>
  startService(({ request, json }) => {
    if (request.path === TASKS_PATH) json(body, status)
  })

test('a task is created and read, its missing fields null', async () => {
  const service = await answeringTasks(task, 201)
  expect(await doneOf(clientOf(service).createTask(WORKSPACE, 'result-1'))).toEqual({
    ...task,
    recommended_action_result_id: null,
    brief_template_id: null,
    brief_body: null,
    sort_order: null,
    created_at: null,
  })
  expect(service.received.at(-1)).toMatchObject({ method: 'POST', body: '' })
})

test('a connection that ends after the effect leaves the outcome unknown, and nothing is resent', async () => {
  const effects: string[] = []
  const service = await startService(({ request, reset }) => {
    if (request.path !== TASKS_PATH) return
    effects.push('task')
    reset()
  })
  const error = await unknownOf(clientOf(service).createTask(WORKSPACE, 'result-1'))
  expect(error).toMatchObject({ code: 'outcome_unknown', status: null, retryable: false })
  expect(error.userMessage).toMatch(/may or may not be done. Check/)
  expect(effects).toHaveLength(1)
})

test.each([408, 500, 502, 503, 504, 520, 524])(
  'an answer of %i leaves the outcome unknown',
  async (status) => {
    const service = await answeringTasks({}, status)
    const error = await unknownOf(clientOf(service).createTask(WORKSPACE, 'result-1'))
    expect(error).toMatchObject({ code: 'outcome_unknown', status })
    expect(service.count(TASKS_PATH)).toBe(1)
  },
)

test('a service that answers 501 has done nothing, and is not asked again', async () => {
  const service = await answeringTasks({}, 501)
  const error = await errorOf(clientOf(service).createTask(WORKSPACE, 'result-1'))
  expect(error).toMatchObject({ code: 'unavailable', status: 501, retryable: false })
})

test.each([
  ['no headers come', { headersTimeoutMs: 400 }],
  ['the deadline comes first', { deadlineMs: 2_000 }],
])('the outcome is unknown when %s in time', async (_name, options) => {
  const service = await startService(() => {})
  const api = clientOf(service, options)
  await api.authenticate()
  const error = await unknownOf(api.createTask(WORKSPACE, 'result-1'))
  expect(error.code).toBe('outcome_unknown')
  expect(service.count(TASKS_PATH)).toBe(1)
})

test.each([
  ['a body that is cut off', '{"id":"task-', 'reset'],
  ['a body that is no JSON', '<html>', 'end'],
  ['a body without the id', '{"name":"x"}', 'end'],
])('the outcome is unknown after success with %s', async (_name, body, how) => {
  const service = await startService(({ request, response, reset }) => {
    if (request.path !== TASKS_PATH) return
    response.writeHead(200, { 'content-length': String(how === 'reset' ? 500 : body.length) })
    if (how === 'reset') response.write(body, reset)
    else response.end(body)
  })
  const error = await unknownOf(clientOf(service).createTask(WORKSPACE, 'result-1'))
  expect(error).toMatchObject({ code: 'outcome_unknown', status: 200 })
  expect(service.count(TASKS_PATH)).toBe(1)
})

test('a request past its deadline is not sent, and the next one is', async () => {
  const service = await answeringTasks(task, 201)
  const api = clientOf(service)
  await api.authenticate()
  let isLate = false
  const late = errorOf(api.createTask(WORKSPACE, 'result-1', { maySend: () => !isLate }))
  // As for a process that is paused here, and goes on minutes later.
  isLate = true
  expect(await late).toMatchObject({
    code: 'unavailable',
    status: null,
    userMessage: expect.stringContaining('didn’t send the request'),
  })
  expect(service.count(TASKS_PATH)).toBe(0)
  await doneOf(api.createTask(WORKSPACE, 'result-1', { maySend: () => true }))
  expect(service.count(TASKS_PATH)).toBe(1)
})
