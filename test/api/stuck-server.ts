/**
 * A server in a thread of its own, whose event loop can be held: then it takes no connection, and once the few that
 * the kernel keeps waiting for it are there, nobody gets one. Hands out a token, and lists of all that it was asked.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** 0 holds the thread, for as long as it is 0. */
const gate = new Int32Array(workerData as SharedArrayBuffer)

const asked: { id: string; name: null }[] = []
const server = createServer((request, response) => {
  asked.push({ id: `${request.method} ${request.url}`, name: null })
  request.resume()
  // Each request needs a connection of its own.
  response.setHeader('connection', 'close')
  response.end(JSON.stringify(request.url === '/v1/auth/token' ? { token: 'token-1' } : asked))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
parentPort?.on('message', () => {
  parentPort?.postMessage('stuck')
  Atomics.wait(gate, 0, 0)
  // Said by a loop that turns again, and has taken the connections that were waiting.
  setImmediate(() => parentPort?.postMessage('free'))
})
