/** Every request between the bot, Slack and the analytics service that the sandbox recorded, with secrets masked. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Exchange, Exchanges } from '../../../exchanges.ts'
import { listen } from '../event-stream.ts'
import { useOneAtATime } from '../state.ts'

/** The same number that the sandbox keeps. */
const most = 500

/** All exchanges, oldest first. Fetched only while the list is open. */
export function useExchanges(active: boolean): readonly Exchange[] {
  const [all, setAll] = useState<readonly Exchange[]>([])
  const seen = useRef(0)
  const fetchOnce = useCallback(async () => {
    try {
      const response = await fetch(`/control/exchanges?after=${seen.current}`)
      if (!response.ok) return
      const { exchanges, revision } = (await response.json()) as ReturnType<Exchanges['after']>
      // A new sandbox on the same port starts counting from zero.
      const anew = revision < seen.current
      seen.current = anew ? 0 : revision
      setAll((last) => (anew ? [] : merged(last, exchanges)))
    } catch {
      // Another part of the page says that the sandbox does not answer.
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
