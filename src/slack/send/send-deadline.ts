import { AsyncLocalStorage } from 'node:async_hooks'
import { getGlobalDispatcher } from 'undici'

const sendCheck = new AsyncLocalStorage<() => boolean>()

/** A request was delayed past its deadline and was not sent. */
export class SendDeadlineError extends Error {
  override readonly name = 'SendDeadlineError'
  constructor() {
    super('delayed past its deadline; not sent')
  }
}

/**
 * Runs an SDK call whose request must not be sent late. Between the decision and the first byte lie a queue, a DNS
 * look-up, a connection and a handshake, and a paused process may resume there minutes later.
 *
 * @param maySend called right before the request is written, in the same turn of the event loop
 * @throws {SendDeadlineError} as the cause of the SDK's error, when it returns `false`
 */
export function withSendDeadline<T>(maySend: () => boolean, call: () => Promise<T>): Promise<T> {
  return sendCheck.run(maySend, call)
}

/** A `fetch` for the SDK that obeys {@link withSendDeadline}. */
export const fetchBeforeDeadline: typeof fetch = async (input, init) => {
  const maySend = sendCheck.getStore()
  const body = init?.body
  // Only uploads have another kind of body; those may be late.
  if (maySend === undefined || typeof body !== 'string') return fetch(input, init)
  const { signal } = init ?? {}
  return sendBeforeDeadline(maySend, {
    address: new URL(input instanceof Request ? input.url : input),
    headers: new Headers(init?.headers),
    body,
    signal: signal ?? null,
  })
}

interface Outgoing {
  readonly address: URL
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal | null
}

/**
 * Sends a POST through undici's global dispatcher, with the connections and proxy of `fetch`. `fetch` writes a request's
 * head and then waits for its body; here both are written in the turn in which `maySend` is called.
 *
 * @throws {SendDeadlineError} `maySend` returned `false`, and nothing was sent
 */
export function sendBeforeDeadline(
  maySend: () => boolean,
  { address, headers, body, signal }: Outgoing,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const parts: Buffer[] = []
  let head: ResponseInit = {}
  let stop = () => reject(signal?.reason)
  const onAbort = () => stop()
  signal?.addEventListener('abort', onAbort, { once: true })
  getGlobalDispatcher().dispatch(
    {
      origin: address.origin,
      path: `${address.pathname}${address.search}`,
      method: 'POST',
      headers: Object.fromEntries(headers),
      body,
    },
    {
      // An error thrown here ends the request before it is written.
      onRequestStart: (controller) => {
        signal?.throwIfAborted()
        if (!maySend()) throw new SendDeadlineError()
        stop = () => controller.abort(signal?.reason)
      },
      onResponseStart: (_, status, fields, statusText = '') => {
        const entries = Object.entries(fields).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
        )
        head = { status, statusText, headers: entries }
      },
      onResponseData: (_, part) => void parts.push(part),
      onResponseEnd: () => resolve(new Response(Buffer.concat(parts), head)),
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise.finally(() => signal?.removeEventListener('abort', onAbort))
}
