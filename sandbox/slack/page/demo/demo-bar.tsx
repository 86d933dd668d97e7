/** The demo's bar above the workspace: the sandbox's time, a jump to the next digest, and the tools. */
import { useEffect, useState } from 'react'
import { useSurroundings } from '../context.ts'
import type { Tool } from '../workspace/address.ts'
import type { Panel, Slot } from './panel.ts'

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
