import type { Clock } from '../../src/lib/clock.ts'
import { fetchBeforeDeadline } from '../../src/slack/send/calls.ts'

/** As in `src/slack/send/answer.ts`. The SDK's own time-out uses real time. */
const callTimeoutMs = 10_000
/** The run's Slack always answers these. If that takes ten seconds of the clock, the machine is slow, not Slack. */
const alwaysAnswered = /\/(?:users\.info|auth\.test)$/

/** A `fetch` for Slack's SDK that gives up after ten seconds of the run's clock. */
export function webClientFetch(clock: Clock): typeof fetch {
  return async (url, init) => {
    if (alwaysAnswered.test(String(url))) return fetch(url, init)
    const done = new AbortController()
    const late = new AbortController()
    clock.sleep(callTimeoutMs, done.signal).then(
      () => late.abort(new DOMException('no answer in time', 'TimeoutError')),
      () => {},
    )
    try {
      const response = await fetchBeforeDeadline(url, { ...init, signal: late.signal })
      // The answer is complete only with its body.
      const body = await response.arrayBuffer()
      return new Response(body, response)
    } finally {
      done.abort()
    }
  }
}
