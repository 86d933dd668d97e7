import type { Dispatcher } from 'undici'

export class SendDeadlineError extends Error {
  override readonly name = 'SendDeadlineError'
  constructor() {
    super('delayed past its deadline; not sent')
  }
}

/**
 * For a request that must not be sent late. Between the decision and the first byte lie a queue, a DNS look-up, a
 * connection and a handshake, and a paused process may resume there minutes later.
 *
 * @param maySend called right before the request is written, in the same turn of the event loop; if it returns `false`,
 *   the request fails with a {@link SendDeadlineError}
 */
export function withSendDeadline(maySend: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const onRequestStart = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      // An error thrown here ends the request before it is written.
      if (!maySend()) throw new SendDeadlineError()
      onRequestStart?.(controller, context)
    }
    return dispatch(options, handler)
  }
}
