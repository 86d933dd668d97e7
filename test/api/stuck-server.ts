/**
 * A server in a thread of its own, whose event loop can be held. Then it accepts no connection, and once the kernel's few
 * waiting ones are there, none gets through. Returns a token, and lists of everything requested.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Holds the thread while it is 0. */
const gate = new Int32Array(workerData as SharedArrayBuffer)

const asked: { id: string; name: null }[] = []
const server = createServer((request, response) => {
  asked.push({ id: `${request.method} ${request.url}`, name: null })
  request.resume()
  // Each request needs its own connection.
  response.setHeader('connection', 'close')
  response.end(JSON.stringify(request.url === '/v1/auth/token' ? { token: 'token-1' } : asked))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
parentPort?.on('message', () => {
  parentPort?.postMessage('stuck')
  Atomics.wait(gate, 0, 0)
  // Sent when the loop runs again and has accepted the waiting connections.
  setImmediate(() => parentPort?.postMessage('free'))
})
