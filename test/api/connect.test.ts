/** Connections that fail, over real sockets. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestEvent } from '../../src/api/index.ts'
import { clientOf, errorOf, testClock, WORKSPACE } from './support.ts'

/** More than the server's backlog of one, with whatever the system adds to it. */
const WAITING_ROOM = 16

/** A server that answers until it is held; from then on it accepts no connection until it is freed. */
async function startStuckServer() {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./stuck-server.ts', import.meta.url), { workerData: gate.buffer })
  const [port] = await once(worker, 'message')
  const messages: unknown[] = []
  worker.on('message', (message) => messages.push(message))
  const waiting: Socket[] = []
  const hold = async () => {
    worker.postMessage('hold')
    while (!messages.includes('stuck')) await once(worker, 'message')
    // The kernel accepts a few connections without the server, and then no more.
    for (let count = 0; count < WAITING_ROOM; count += 1) {
      waiting.push(connect(Number(port), '127.0.0.1').on('error', () => {}))
    }
  }
  const free = async () => {
    for (const socket of waiting) socket.destroy()
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    while (!messages.includes('free')) await once(worker, 'message')
  }
  onTestFinished(async () => void (await worker.terminate()))
  return { url: `http://127.0.0.1:${port}`, hold, free }
}

test('a connection that takes too long was never made: a POST is safe to retry, a GET is retried', async () => {
  const server = await startStuckServer()
  const events: RequestEvent[] = []
  const clock = testClock()
  const api = clientOf(server, {
    // The server works again when the first pause is over.
    clock: {
      ...clock,
      sleep: async (ms) => {
        await server.free()
        clock.advance(ms)
      },
    },
    connectTimeoutMs: 500,
    onRequest: (event) => events.push(event),
  })
  await api.authenticate()
  await server.hold()

  const refused = await errorOf(api.createTask(WORKSPACE, 'result-1'))
  expect(refused).toMatchObject({ code: 'unavailable', retryable: true, status: null })
  expect(refused.message).toContain('UND_ERR_CONNECT_TIMEOUT')
  expect(refused.userMessage).toContain('can’t be reached')

  // The POST never arrived, not even late.
  const asked = ['POST /v1/auth/token', 'GET /v1/organizations']
  expect(await api.organizations()).toEqual(asked.map((id) => ({ id, name: null })))
  const [, ...requests] = events.map(({ method, status, error }) => [method, status, error])
  const [post, ...gets] = requests
  expect(post).toEqual(['POST', null, 'unavailable'])
  // One more retry if the kernel notices later than we do that there is room again.
  expect(gets.slice(0, -1)).toContainEqual(['GET', null, 'unavailable'])
  expect(gets.at(-1)).toEqual(['GET', 200, undefined])
})
