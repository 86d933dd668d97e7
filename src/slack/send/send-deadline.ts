import { AsyncLocalStorage } from 'node:async_hooks'
import { getGlobalDispatcher } from 'undici'

const asked = new AsyncLocalStorage<() => boolean>()

/** A request was held up for so long that it must not leave any more; none of its bytes has. */
export class SendDeadlineError extends Error {
  override readonly name = 'SendDeadlineError'
  constructor() {
    super('held up: not sent')
  }
}

/**
 * Runs a call of the SDK whose request must not leave late. Between deciding on a request and writing it lie a queue, a
 * look-up of a name, a connection and a handshake; a process that stands still there goes on minutes later.
 *
 * @param mayLeave asked right before the request's bytes are written, in the same turn of the event loop
 * @throws {SendDeadlineError} as the cause of the SDK's error, when it says no
 */
export function withSendDeadline<T>(mayLeave: () => boolean, call: () => Promise<T>): Promise<T> {
  return asked.run(mayLeave, call)
}

/** A `fetch` for the SDK that asks those of {@link withSendDeadline} before it writes. */
export const fetchBeforeDeadline: typeof fetch = async (input, init) => {
  const mayLeave = asked.getStore()
  const body = init?.body
  // Only uploads have another body; nobody minds when these come late.
  if (mayLeave === undefined || typeof body !== 'string') return fetch(input, init)
  const { signal } = init ?? {}
  return sendBeforeDeadline(mayLeave, {
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
 * A POST through the connections and the proxy that `fetch` uses, too (undici's global dispatcher). `fetch` itself writes
 * the head of a request and waits for its body; here both are written in the turn in which `mayLeave` is asked.
 *
 * @throws {SendDeadlineError} `mayLeave` said no, and nothing has left
 */
export function sendBeforeDeadline(
  mayLeave: () => boolean,
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
      // What is thrown here ends the request before it is written.
      onRequestStart: (controller) => {
        signal?.throwIfAborted()
        if (!mayLeave()) throw new SendDeadlineError()
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
