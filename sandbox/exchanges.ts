/** A log of the requests between the bot, Slack and the analytics service. */
import type { SandboxClock } from './clock.ts'

/** The older ones are forgotten. */
const MOST_KEPT = 500

export interface Exchange {
  /** Its identity; grows from one exchange to the next, with gaps. */
  readonly seq: number
  /** When it began, on the sandbox's clock: an ISO instant. */
  readonly at: string
  readonly from: 'bot' | 'slack'
  readonly to: 'slack' | 'bot' | 'service'
  /** The HTTP verb, or `socket`. */
  readonly method: string
  /** `chat.postMessage`, `/sightline visibility`, `GET /v1/…`. */
  readonly title: string
  /** `open` until it has ended. */
  readonly status: string
  readonly failed: boolean
  /** Real milliseconds from the beginning to the end; `null` while it is open. */
  readonly ms: number | null
  /** Of what Slack delivers: real milliseconds to the bot's acknowledgement; `null` where there was none. */
  readonly ackMs: number | null
  readonly request: string
  readonly response: string
}

type Beginning = Pick<Exchange, 'from' | 'to' | 'method' | 'title'> & {
  /** Asked for only when somebody looks. */
  request(): string
}

interface Ending {
  readonly status: string
  readonly failed: boolean
  readonly ackMs?: number
  response(): string
}

export interface Exchanges {
  /** Notes that something was sent; what it returns notes how it ended, once. */
  begin(beginning: Beginning): (ending: Ending) => void
  /**
   * Those that began or ended after a revision, the oldest first, and the newest revision. Beginnings and ends count
   * in one row, and `seq` is the revision of the beginning: the highest `seq` seen so far does as a revision, too, and
   * then what has ended meanwhile comes along until something newer begins.
   */
  after(revision: number): { readonly exchanges: readonly Exchange[]; readonly revision: number }
  /** Called once after each burst; returns the function that ends it. */
  onChange(listener: () => void): () => void
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

/** An empty list of exchanges, dated by the clock. */
export function createExchanges(clock: SandboxClock): Exchanges {
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
    begin: (beginning) => {
      const seq = next()
      const begun = { ...beginning, seq, at: clock.now().toString({ smallestUnit: 'millisecond' }) }
      const entry: Entry = { begun, since: performance.now(), revision: seq, ended: null }
      entries.push(entry)
      // In one go now and then, which costs less than a shift for each.
      if (entries.length > 2 * MOST_KEPT) entries = entries.slice(-MOST_KEPT)
      return (ending) => {
        if (entry.ended !== null) return
        entry.ended = { ...ending, ms: performance.now() - entry.since }
        entry.revision = next()
      }
    },
    after: (seen) => ({
      exchanges: entries
        .slice(-MOST_KEPT)
        .filter((entry) => entry.revision > seen)
        .map(read),
      revision,
    }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
