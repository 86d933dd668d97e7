/** Runs a workflow of one step like Workflow Builder: the user fills in the inputs and sees the result. */
import { type FormEvent, useId, useState } from 'react'
import type { DeclaredStep, SlackUser, StepRun } from '../../model.ts'
import { useSurroundings } from '../context.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'
import { deliver } from '../state.ts'
import { Problem } from '../workspace/problem.tsx'
import { SidePanel } from '../workspace/side-panel.tsx'
import { clockOf, inputsOf, isFilledBySlack, StepField, shownValue } from './fields.tsx'

interface StepsProps {
  readonly steps: readonly DeclaredStep[]
  readonly runs: readonly StepRun[]
  readonly user: SlackUser
  /** Reloads the runs. */
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

export function Steps({ steps, runs, user, refresh, onClose }: StepsProps) {
  const [chosen, setChosen] = useState('')
  const [status, setStatus] = useState('')
  const choice = useId()
  const step = steps.find(({ callback_id }) => callback_id === chosen) ?? steps[0]
  const last = runs.at(-1)
  const repeat = async (run: StepRun) => {
    const ack = await deliver('repeat-step', { id: run.id })
    setStatus(
      ack.ok
        ? `Delivered again, acknowledged in ${Math.round(ack.ms)} ms.`
        : `Not acknowledged: ${ack.error}`,
    )
    await refresh()
  }
  return (
    <SidePanel title="Workflow steps" close="Close workflow steps" onClose={onClose}>
      <div className="steps">
        {step === undefined ? (
          <p className="tool-note">This app has no workflow steps: its manifest declares no functions.</p>
        ) : (
          <>
            <div className="field">
              <label className="label" htmlFor={choice}>
                Step
              </label>
              <PlainSelect
                id={choice}
                value={step.callback_id}
                options={steps.map(({ callback_id, title }) => [callback_id, title])}
                onChange={setChosen}
              />
            </div>
            <p className="note">{step.description}</p>
            <StepForm key={step.callback_id} step={step} user={user} refresh={refresh} />
          </>
        )}
        <p className={status ? 'note' : 'for-readers'} role="status">
          {status || (last && `${last.title}: ${last.status}.`)}
        </p>
        <Runs runs={runs} onRepeat={(run) => void repeat(run)} />
      </div>
    </SidePanel>
  )
}

interface StepFormProps extends Pick<StepsProps, 'user' | 'refresh'> {
  readonly step: DeclaredStep
}

function StepForm({ step, user, refresh }: StepFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [alone, setAlone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const starterId = useId()
  const filled = step.inputs.filter(isFilledBySlack)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const inputs = inputsOf(step.inputs, typed)
      const starter = alone ? {} : { user: user.id }
      const ran = await deliver('run-step', { callbackId: step.callback_id, inputs, ...starter })
      setProblem(ran.error ?? '')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
    await refresh()
  }
  return (
    <form noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label className="label" htmlFor={starterId}>
          Started by
        </label>
        <PlainSelect
          id={starterId}
          value={alone ? 'alone' : 'you'}
          options={[
            ['you', `You (${user.realName})`],
            ['alone', 'A schedule'],
          ]}
          onChange={(chosen) => setAlone(chosen === 'alone')}
        />
        {filled.length > 0 && (
          <p className="hint">
            Slack fills in {filled.map(({ title }) => `"${title}"`).join(' and ')} from this.
          </p>
        )}
      </div>
      {step.inputs
        .filter((parameter) => !isFilledBySlack(parameter))
        .map((parameter) => (
          <StepField
            key={parameter.name}
            parameter={parameter}
            value={typed[parameter.name] ?? ''}
            onChange={(value) => setTyped((was) => ({ ...was, [parameter.name]: value }))}
          />
        ))}
      <Problem text={problem} />
      <button type="submit" className="button primary" aria-busy={busy}>
        {busy ? 'Running…' : 'Run step'}
      </button>
    </form>
  )
}

// The runs of steps and their results, newest first.

interface RunsProps {
  readonly runs: readonly StepRun[]
  /** Delivers the execution's event again. */
  readonly onRepeat: (run: StepRun) => void
}

const words = { running: 'Running', completed: 'Completed', failed: 'Failed' } as const

const Runs = ({ runs, onRepeat }: RunsProps) => (
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
