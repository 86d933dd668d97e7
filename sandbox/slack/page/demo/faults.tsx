/** The fault panel, with a switch for each problem between the bot and Slack or the service. */
import { useId, useState } from 'react'
import { Problem } from '../workspace/problem.tsx'
import { SidePanel } from '../workspace/side-panel.tsx'
import type { Fault, Panel } from './panel.ts'

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
