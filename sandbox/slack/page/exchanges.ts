/** Every request between the bot, Slack and the analytics service, as the sandbox has noted it, secrets masked. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { listen } from './live.ts'
import { useOneAtATime } from './state.ts'

type Party = 'bot' | 'slack' | 'service'

export interface Exchange {
  readonly seq: number
  /** ISO instant. */
  readonly at: string
  readonly from: Party
  readonly to: Party
  /** The HTTP verb, or `socket`. */
  readonly method: string
  /** `chat.postMessage`, `/sightline visibility`, `GET /v1/...` */
  readonly what: string
  /** `200`, `ok`, `not_in_channel`, `open` */
  readonly status: string
  readonly failed: boolean
  /** Milliseconds; null while it is under way. */
  readonly ms: number | null
  /** Milliseconds to the bot's acknowledgement; null for what needs none. */
  readonly ackMs: number | null
  readonly request: string
  readonly response: string
}

/** As many as the sandbox keeps. */
const most = 500

const underWay = ({ ms }: Exchange): boolean => ms === null

/** All that are known, oldest first; fetched while somebody looks at them. */
export function useExchanges(active: boolean): readonly Exchange[] {
  const [all, setAll] = useState<readonly Exchange[]>([])
  const known = useRef(all)
  const fetchOnce = useCallback(async () => {
    // What was under way may have come to its end: it is asked for again.
    const after = known.current.find(underWay)?.seq ?? (known.current.at(-1)?.seq ?? 0) + 1
    try {
      const response = await fetch(`/control/exchanges?after=${after - 1}`)
      if (!response.ok) return
      const { exchanges } = (await response.json()) as { exchanges: readonly Exchange[] }
      known.current = merged(known.current, exchanges)
      setAll(known.current)
    } catch {
      // The page says elsewhere that the sandbox does not answer.
    }
  }, [])
  const refresh = useOneAtATime(fetchOnce)
  useEffect(() => {
    if (!active) return
    void refresh()
    return listen({ news: 'exchange', hear: () => void refresh() })
  }, [active, refresh])
  return all
}

function merged(old: readonly Exchange[], fresh: readonly Exchange[]): readonly Exchange[] {
  const bySeq = new Map([...old, ...fresh].map((exchange) => [exchange.seq, exchange]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq).slice(-most)
}
