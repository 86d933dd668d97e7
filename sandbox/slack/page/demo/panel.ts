/** The demo panel: its clock and its faults. `npm run slack` has none. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PanelState } from '../../control/panel.ts'
import { record, string } from '../../markup/read.ts'
import { listen } from '../event-stream.ts'
import { control, useOneAtATime } from '../state.ts'

export type Slot = NonNullable<PanelState['clock']['next']>
export type Fault = PanelState['faults'][number]

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
    const name = string(record(await control('jump', {})).name)
    await refresh()
    return name
  }, [refresh])
  const setFault = useCallback(
    async (id: string, on: boolean) => {
      await control('fault', { id, on })
      await refresh()
    },
    [refresh],
  )
  const now = useCallback(() => Date.now() + ahead.current, [])
  return (offered || null) && state && { next: state.clock.next, faults: state.faults, now, jump, setFault }
}
