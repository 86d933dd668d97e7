/** The demo panel: its clock and its faults. `npm run slack` has none. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { record, string } from '../../markup/read.ts'
import { listen } from '../event-stream.ts'
import { useOneAtATime } from '../state.ts'

export interface Slot {
  /** ISO instant. */
  readonly at: string
  /** The digest's name. */
  readonly name: string
  readonly channel: string | null
}

export interface Fault {
  readonly id: string
  readonly title: string
  /** One sentence about what a user will see. */
  readonly description: string
  readonly on: boolean
}

interface PanelState {
  readonly clock: { readonly now: string; readonly next: Slot | null }
  readonly faults: readonly Fault[]
}

export interface Panel {
  readonly next: Slot | null
  readonly faults: readonly Fault[]
  /** The sandbox's time in Unix milliseconds. */
  readonly now: () => number
  /** Moves the time to the next slot. Resolves with the slot's name, or rejects with a reason. */
  readonly jump: () => Promise<string>
  /** Rejects with a reason if it can't. */
  readonly setFault: (id: string, on: boolean) => Promise<void>
}

async function call(action: string, body: object): Promise<unknown> {
  const response = await fetch(`/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  throw new Error(string(record(answer).error) || `The sandbox answered with status ${response.status}.`)
}

/** The panel, fetched again after each change; `null` if there is none. @param offered whether there is one */
export function usePanel(offered: boolean): Panel | null {
  const [state, setState] = useState<PanelState | null>(null)
  const ahead = useRef(0)
  const fetchOnce = useCallback(async () => {
    try {
      const response = await fetch('/control/panel')
      const fresh = response.ok ? ((await response.json()) as PanelState) : null
      if (fresh !== null) ahead.current = Date.parse(fresh.clock.now) - Date.now()
      setState(fresh)
    } catch {
      // Another part of the page says that the sandbox does not answer.
    }
  }, [])
  const refresh = useOneAtATime(fetchOnce)
  useEffect(() => {
    if (!offered) return
    void refresh()
    return listen({ news: 'panel', hear: () => void refresh() })
  }, [offered, refresh])

  const jump = useCallback(async () => {
    const name = string(record(await call('jump', {})).name)
    await refresh()
    return name
  }, [refresh])
  const setFault = useCallback(
    async (id: string, on: boolean) => {
      await call('fault', { id, on })
      await refresh()
    },
    [refresh],
  )
  const now = useCallback(() => Date.now() + ahead.current, [])
  return (offered || null) && state && { next: state.clock.next, faults: state.faults, now, jump, setFault }
}
