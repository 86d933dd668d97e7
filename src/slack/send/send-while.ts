import { getGlobalDispatcher } from 'undici'
import { SendDeadlineError } from './send-deadline.ts'

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
 * @throws {HeldUpError} `mayLeave` said no, and nothing has left
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
