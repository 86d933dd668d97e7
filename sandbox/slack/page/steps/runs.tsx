/** The runs of steps and their results, newest first. */
import { useId } from 'react'
import type { StepRun } from '../../model.ts'
import { useSurroundings } from '../context.ts'
import { clockOf, shownValue } from './values.ts'

interface RunsProps {
  readonly runs: readonly StepRun[]
  /** Delivers the execution's event again. */
  readonly onRepeat: (run: StepRun) => void
}

const words = { running: 'Running', completed: 'Completed', failed: 'Failed' } as const

export const Runs = ({ runs, onRepeat }: RunsProps) => (
  <ul className="step-runs" aria-label="Runs">
    {runs.toReversed().map((run) => (
      <Run key={run.id} run={run} onRepeat={onRepeat} />
    ))}
  </ul>
)

function Run({ run, onRepeat }: { run: StepRun; onRepeat: RunsProps['onRepeat'] }) {
  const { people } = useSurroundings()
  const title = useId()
  const who = people.find(({ id }) => id === run.user)?.name ?? run.user
  return (
    <li aria-labelledby={title}>
      <h3 id={title}>
        {run.title}: <span className={`step-${run.status}`}>{words[run.status]}</span>
      </h3>
      <p className="note">
        {who === null ? 'Started by a schedule' : `Started by ${who}`}, {clockOf(run.startedAt)}
        {acknowledgementOf(run)}
      </p>
      {run.error !== undefined && <p className="problem">{run.error}</p>}
      {run.outputs !== undefined && <Values title="Outputs" values={run.outputs} open />}
      <Values title="Inputs" values={run.inputs} />
      <button type="button" className="small" onClick={() => onRepeat(run)}>
        Deliver again
        <span className="for-readers"> {`${run.title}, ${clockOf(run.startedAt)}`}</span>
      </button>
    </li>
  )
}

interface ValuesProps {
  readonly title: string
  readonly values: Readonly<Record<string, unknown>>
  readonly open?: boolean
}

function Values({ title, values, open = false }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <details open={open}>
      <summary>{title}</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shownValue(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const acknowledgementOf = ({ acknowledged }: StepRun): string => {
  if (acknowledged === undefined) return ''
  if (acknowledged.ok) return `, acknowledged in ${Math.round(acknowledged.ms)} ms`
  return `, not acknowledged (${acknowledged.error}): Slack retries immediately, after 1 minute and after 5 minutes`
}
