import { AsyncLocalStorage } from 'node:async_hooks'
import { lazy } from '../../lib/lazily.ts'

const asked = new AsyncLocalStorage<() => boolean>()
const sending = lazy(() => import('./send-while.ts'))

/** A request was held up for so long that it must not leave any more; none of its bytes has. */
export class SendDeadlineError extends Error {
  override readonly name = 'HeldUpError'
  constructor() {
    super('held up: not sent')
  }
}

/**
 * Runs a call of the SDK whose request must not leave late. Between deciding on a request and writing it lie a queue, a
 * look-up of a name, a connection and a handshake; a process that stands still there goes on minutes later.
 *
 * @param mayLeave asked right before the request's bytes are written, in the same turn of the event loop
 * @throws {HeldUpError} as the cause of the SDK's error, when it says no
 */
export function withSendDeadline<T>(mayLeave: () => boolean, call: () => Promise<T>): Promise<T> {
  return asked.run(mayLeave, call)
}

/** A `fetch` for the SDK that asks those of {@link leavingWhile} before it writes. */
export const fetchBeforeDeadline: typeof fetch = async (input, init) => {
  const mayLeave = asked.getStore()
  const body = init?.body
  // Only uploads have another body; nobody minds when these come late.
  if (mayLeave === undefined || typeof body !== 'string') return fetch(input, init)
  const { sendBeforeDeadline } = await sending()
  const { signal } = init ?? {}
  return sendBeforeDeadline(mayLeave, {
    address: new URL(input instanceof Request ? input.url : input),
    headers: new Headers(init?.headers),
    body,
    signal: signal ?? null,
  })
}
