/** The fault panel: what may go wrong between the bot and the world, one switch each. */
import { useId, useState } from 'react'
import type { Fault, Panel } from './panel.ts'
import { Side } from './side.tsx'

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
    <Side title="Faults" close="Close the faults" onClose={onClose}>
      <p className="tool-note">Switch one on, then use the app: see what it says while things go wrong.</p>
      <ul className="faults">
        {panel.faults.map((fault) => (
          <FaultSwitch key={fault.id} fault={fault} onFlip={() => void flip(fault)} />
        ))}
      </ul>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </Side>
  )
}

function FaultSwitch({ fault, onFlip }: { fault: Fault; onFlip: () => void }) {
  const what = useId()
  return (
    <li>
      <label className="fault">
        <input
          type="checkbox"
          role="switch"
          checked={fault.on}
          aria-checked={fault.on}
          aria-describedby={what}
          onChange={onFlip}
        />
        <span>
          <strong>{fault.title}</strong>
          {fault.on && <span className="fault-on"> on</span>}
        </span>
      </label>
      <p id={what} className="fault-what">
        {fault.what}
      </p>
    </li>
  )
}
