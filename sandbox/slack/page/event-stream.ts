/** The sandbox's server-sent events, over one connection for the whole page. */

/** What changed: the workspace, a request to or from the bot, or the demo's clock or faults. */
type News = 'change' | 'exchange' | 'panel'

interface Listener {
  readonly news: News
  /** Called for each such event, and after each (re)connection because events may have been missed. */
  readonly hear: () => void
  /** Called when the connection breaks. The browser reconnects automatically. */
  readonly lost?: () => void
}

const listeners = new Set<Listener>()
let events: EventSource | null = null

function connect(): EventSource {
  const source = new EventSource('/control/events')
  source.onopen = () => {
    for (const { hear } of listeners) hear()
  }
  source.onmessage = ({ data }) => {
    const type = newsIn(String(data))
    for (const { news, hear } of listeners) if (news === type) hear()
  }
  source.onerror = () => {
    for (const { lost } of listeners) lost?.()
  }
  return source
}

function newsIn(data: string): unknown {
  try {
    return JSON.parse(data).type
  } catch {
    return null
  }
}

/** Adds a listener; returns the function that removes it. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  events ??= connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    events?.close()
    events = null
  }
}
