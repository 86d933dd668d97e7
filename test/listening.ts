/** A server of a test’s own. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts it on a free port, until the test is over. @returns its address, without a slash at the end */
export async function listening(onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()
