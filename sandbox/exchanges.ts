/** A log of the requests between the bot, Slack and the analytics service. */
import type { SandboxClock } from './clock.ts'

/** Older exchanges are dropped. */
const MOST_KEPT = 500

export interface Exchange {
  /** Unique id. It grows from one exchange to the next, with gaps. */
  readonly seq: number
  /** When it began, as an ISO instant on the sandbox's clock. */
  readonly at: string
  readonly from: 'bot' | 'slack'
  readonly to: 'slack' | 'bot' | 'service'
  /** The HTTP verb, or `socket`. */
  readonly method: string
  /** `chat.postMessage`, `/sightline visibility`, `GET /v1/…`. */
  readonly title: string
  /** `open` until the exchange ends. */
  readonly status: string
  readonly failed: boolean
  /** Real milliseconds from beginning to end, or `null` while it is open. */
  readonly ms: number | null
  /** For deliveries from Slack: real milliseconds until the bot acknowledged. `null` without an acknowledgement. */
  readonly ackMs: number | null
  readonly request: string
  readonly response: string
}

type Beginning = Pick<Exchange, 'from' | 'to' | 'method' | 'title'> & {
  /** Called only when the exchange is read. */
  request(): string
}

interface Ending {
  readonly status: string
  readonly failed: boolean
  readonly ackMs?: number
  response(): string
}

interface Entry {
  readonly begun: Beginning & { readonly seq: number; readonly at: string }
  readonly since: number
  revision: number
  ended: (Ending & { readonly ms: number }) | null
}

const toTenths = (ms: number) => Math.round(ms * 10) / 10

function read({ begun: { request, ...begun }, ended }: Entry): Exchange {
  if (ended === null)
    return {
      ...begun,
      status: 'open',
      failed: false,
      ms: null,
      ackMs: null,
      request: request(),
      response: '',
    }
  const { status, failed, ms, ackMs, response } = ended
  return {
    ...begun,
    status,
    failed,
    ms: toTenths(ms),
    ackMs: ackMs === undefined ? null : toTenths(ackMs),
    request: request(),
    response: response(),
  }
}

/** An empty log of exchanges, dated by the clock. */
export function createExchanges(clock: SandboxClock) {
  const listeners = new Set<() => void>()
  let entries: Entry[] = []
  let revision = 0
  let due = false
  const next = () => {
    revision += 1
    if (!due) {
      due = true
      setImmediate(() => {
        due = false
        for (const listener of [...listeners]) listener()
      })
    }
    return revision
  }
  return {
    /** Records that something was sent. Call the returned function, once, to record how it ended. */
    begin: (beginning: Beginning): ((ending: Ending) => void) => {
      const seq = next()
      const begun = { ...beginning, seq, at: clock.now().toString({ smallestUnit: 'millisecond' }) }
      const entry: Entry = { begun, since: performance.now(), revision: seq, ended: null }
      entries.push(entry)
      // Drop old entries in bulk, which is cheaper than removing one for each new entry.
      if (entries.length > 2 * MOST_KEPT) entries = entries.slice(-MOST_KEPT)
      return (ending) => {
        if (entry.ended !== null) return
        entry.ended = { ...ending, ms: performance.now() - entry.since }
        entry.revision = next()
      }
    },
    /**
     * Exchanges that began or ended after a revision, oldest first, with the newest revision. Each beginning and each
     * end increments the revision, and `seq` is the revision of the beginning. The highest `seq` seen so far also works
     * as a revision: exchanges that have ended since then are returned again until a newer one begins.
     */
    after: (seen: number): { readonly exchanges: readonly Exchange[]; readonly revision: number } => ({
      exchanges: entries
        .slice(-MOST_KEPT)
        .filter((entry) => entry.revision > seen)
        .map(read),
      revision,
    }),
    /** The listener is called once after each burst of changes. Returns a function that removes it. */
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type Exchanges = ReturnType<typeof createExchanges>
