import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves on a port of this machine, which it tells the parent, until the parent disconnects. */
export async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener)
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.send?.({ port: (server.address() as AddressInfo).port })
  process.on('disconnect', () => process.exit(0))
}
