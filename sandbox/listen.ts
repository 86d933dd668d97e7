/** Listens on this machine only. */
import type { AddressInfo, Server } from 'node:net'

const HOST = '127.0.0.1'
/** How many ports to try after a taken one. */
const TRIES = 50
const HIGHEST = 65_535

interface App {
  readonly server: Pick<Server, 'address'>
  listen(options: { readonly host: string; readonly port: number }): Promise<string>
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Listens on the port, or on the next free one. @param port 0 for any free port. Resolves with the origin. */
export async function listen(app: App, port: number): Promise<string> {
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
export const originOf = ({ server }: App): string =>
  `http://${HOST}:${(server.address() as AddressInfo).port}`
