/** Listens on a port, or on the next free one. */
import type { AddressInfo } from 'node:net'
import type { ServiceApp } from './context.ts'

const HOST = '127.0.0.1'
const TRIES = 50
const HIGHEST = 65_535

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** @param port 0 for any free port. @returns the origin, `http://127.0.0.1:<port>`. */
export async function listen(app: ServiceApp, port: number): Promise<string> {
  for (let tried = 0; ; tried++) {
    try {
      const next = port + tried > HIGHEST ? 0 : port + tried
      await app.listen({ host: HOST, port: port === 0 ? 0 : next })
      return originOf(app)
    } catch (error) {
      if (port === 0 || tried >= TRIES || !isTaken(error)) throw error
    }
  }
}

/** `http://127.0.0.1:<port>` of a listening app. */
export function originOf(app: ServiceApp): string {
  const { port } = app.server.address() as AddressInfo
  return `http://${HOST}:${port}`
}
