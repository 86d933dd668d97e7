/** The demo's bar above the workspace: the sandbox's time, a jump to the next digest, and the tools. */
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { PanelState } from '../../control/panel.ts'
import { record, string } from '../../markup/read.ts'
import { useSurroundings } from '../context.ts'
import { control, listen, useOneAtATime } from '../state.ts'
import type { Tool } from '../workspace/address.ts'
import { Problem } from '../workspace/problem.tsx'
import { SidePanel } from '../workspace/side-panel.tsx'

// The demo panel: its clock and its faults. `npm run slack` has none.

type Slot = NonNullable<PanelState['clock']['next']>
type Fault = PanelState['faults'][number]

interface Panel {
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

// The fault panel, with a switch for each problem between the bot and Slack or the service.

interface FaultsProps {
  readonly panel: Panel
  readonly onClose: () => void
}

export function Faults({ panel, onClose }: FaultsProps) {
  const [problem, setProblem] = useState('')
  const flip = async ({ id, on }: Fault) => {
    try {
      await panel.setFault(id, !on)
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <SidePanel title="Faults" close="Close faults" onClose={onClose}>
      <p className="tool-note">Turn one on, then use the app to see how it handles the problem.</p>
      <ul className="faults">
        {panel.faults.map((fault) => (
          <FaultSwitch key={fault.id} fault={fault} onFlip={() => flip(fault)} />
        ))}
      </ul>
      <Problem text={problem} />
    </SidePanel>
  )
}

function FaultSwitch({ fault, onFlip }: { fault: Fault; onFlip: () => Promise<void> }) {
  const descriptionId = useId()
  /** The chosen state, until the sandbox confirms it. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const on = chosen ?? fault.on
  const flip = async () => {
    setChosen(!on)
    await onFlip()
    setChosen(null)
  }
  return (
    <li>
      <label className="fault">
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-describedby={descriptionId}
          onChange={() => void flip()}
        />
        <span>
          <strong>{fault.title}</strong>
          {on && <span className="fault-on"> on</span>}
        </span>
      </label>
      <p id={descriptionId} className="fault-description">
        {fault.description}
      </p>
    </li>
  )
}

interface DemoBarProps {
  readonly panel: Panel
  /** The open tool. */
  readonly tool: Tool
  readonly onTool: (tool: Tool) => void
  /** Called after the time was moved to this slot. */
  readonly onArrival: (slot: Slot) => void
}

/** How often the shown time is updated. */
const tickMs = 5_000

export function DemoBar({ panel, tool, onTool, onArrival }: DemoBarProps) {
  const now = useTime(panel.now)
  const on = panel.faults.filter((fault) => fault.on).length
  const toggle = (chosen: Exclude<Tool, ''>) => onTool(tool === chosen ? '' : chosen)
  return (
    <section className="demo-bar" aria-label="Demo">
      <p className="demo-clock">
        <span>Sandbox time</span> <time dateTime={new Date(now).toISOString()}>{shortTime(now)}</time>
      </p>
      <Jump panel={panel} onArrival={onArrival} />
      <div className="demo-tools">
        <button
          type="button"
          className="small"
          aria-expanded={tool === 'requests'}
          onClick={() => toggle('requests')}
        >
          Requests
        </button>
        <button
          type="button"
          className={on > 0 ? 'small warned' : 'small'}
          aria-expanded={tool === 'faults'}
          onClick={() => toggle('faults')}
        >
          {on > 0 ? `Faults (${on} on)` : 'Faults'}
        </button>
      </div>
    </section>
  )
}

function Jump({ panel, onArrival }: Pick<DemoBarProps, 'panel' | 'onArrival'>) {
  const { channels } = useSurroundings()
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState('')
  const { next } = panel
  const jump = async () => {
    setBusy(true)
    setStatus('')
    try {
      setStatus(await panel.jump())
      if (next) onArrival(next)
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  const channel = channels.find(({ id }) => id === next?.channel)
  const where = channel ? ` in #${channel.name}` : ''
  return (
    <>
      <button
        type="button"
        className="small jump"
        disabled={next === null}
        aria-busy={busy}
        onClick={() => busy || void jump()}
      >
        {busy ? 'Jumping ahead…' : 'Jump to the next digest'}
      </button>
      <p className="demo-next">
        {next === null
          ? 'No digest is scheduled. Set one up with /sightline digest.'
          : `${next.name}${where}, ${shortTime(Date.parse(next.at))}`}
      </p>
      <p className="for-readers" role="status">
        {status}
      </p>
    </>
  )
}

function useTime(now: () => number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now()
}

const shortTime = (at: number): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
