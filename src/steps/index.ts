import { Problem, report } from '../lib/problem.ts'
import { composeLeaseMs, deliverOwed } from '../outbox/deliver.ts'
import { type Composition, type MessageKind, repeatAfterMs } from '../outbox/kind.ts'
import type { RunInBackground, StepCall, StepId, StepResult } from '../slack/port.ts'
import type { StepDelivery } from '../slack/receive/handlers.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow } from '../store/index.ts'
import { createTaskStep, getVisibilityStep, postDigestStep, type Step } from './steps.ts'

/** Sightline's steps in Slack's Workflow Builder. Each runs the same code as its command or button. */

const steps: Readonly<Record<StepId, Step>> = {
  get_visibility: getVisibilityStep,
  post_digest_now: postDigestStep,
  create_task: createTaskStep,
}

/** Once across all replicas; tells Slack how it ended. If this process ends before that, the outbox does. */
export async function runStep(
  { team, id, step, user }: Placed<StepCall>,
  workspace: Workspace,
  { recorded, identify, inBackground, endStep, late }: StepDelivery<StepCall>,
): Promise<void> {
  const { store, clock, log, outbox } = workspace
  const now = clock.now()
  const execution = { team, kind: 'step', key: id, subject: id, channel: id, askedBy: user }
  const row = await store.outbox.enqueueClaimed({ ...execution, since: now }, composeLeaseMs, now)
  recorded()
  if (row === null) return
  const fields = { team, user: user ?? '', action: `step.${step}` }
  const run = () =>
    Promise.race([late, outcomeOf(identify, workspace, inBackground)]).catch((error: unknown): StepResult => {
      const { sentence, reference } = report(log, 'a workflow step failed', error, fields)
      return { ok: false, sentence: withoutMarkup(`${sentence} (Reference: ${reference})`) }
    })
  // At a later attempt, the process that began it has ended.
  const result = row.attempt === 1 ? await run() : storedResult(row)
  const compose = async () => reportOf(endStep, id, result)
  try {
    const { state } = await deliverOwed(workspace, { ...stepKind, compose }, row)
    if (state !== 'sent') outbox.wake()
  } catch (error) {
    // Without the record, another process would say that the step was cut off.
    log.error('could not record a workflow step’s result', { ...fields, error })
    await endStep(id, result)
  }
}

async function outcomeOf(
  identify: () => Promise<StepCall>,
  workspace: Workspace,
  inBackground: RunInBackground,
): Promise<StepResult> {
  const call = await identify()
  const { who, run } = steps[call.step]
  const input = (name: string) => textOf(call.inputs[name])
  const caller = { team: call.team, channel: channelOf(call), user: call.user ?? '', outside: call.outside }
  if (call.user === null && (who !== 'readers' || workspace.rules.guests === 'nothing'))
    throw new Problem(
      'nobody_runs_it',
      'Nobody started this workflow in person, so Sightline can’t check that this is allowed. Start it with a link, a button or a form.',
    )
  if (call.user !== null) await workspace.access.require(who, caller, `step.${call.step}`)
  const results = await run(caller, input, workspace, inBackground)
  const outputs = Object.entries(results).map(
    ([name, value]) => [name, typeof value === 'string' ? withoutMarkup(value) : value] as const,
  )
  return { ok: true, outputs: Object.fromEntries(outputs) }
}

function channelOf({ inputs }: StepCall): string {
  const channel = textOf(inputs.channel)
  if (/^[CG][A-Z0-9]+$/.test(channel)) return channel
  throw new Problem(
    'no_channel',
    'This step has no channel. Choose one in Workflow Builder, then publish the workflow again.',
  )
}

/** Texts contain names from the service. Wherever a workflow puts them, they must not mention anyone or link anywhere. */
function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}

function textOf(input: unknown): string {
  return typeof input === 'string' ? input.trim() : ''
}

const cutOff: StepResult = {
  ok: false,
  sentence:
    'Sightline stopped before it finished this step, so it may or may not be done. Check the channel before you run the workflow again.',
}

/** Tells Slack how a step ended that another process began. */
export const stepKind: MessageKind = {
  // A workflow waits for its step, and ending a step twice is harmless.
  resendAfterMs: repeatAfterMs,
  compose: async (workspace, row) => reportOf(workspace.endStep, row.channel, storedResult(row)),
}

/** The result that was stored before Slack was told. Without one the step was cut off: it never runs twice. */
function storedResult({ effect }: Pick<OutboxRow, 'effect'>): StepResult {
  const { result = cutOff }: { readonly result?: StepResult } = JSON.parse(effect ?? '{}')
  return result
}

function reportOf(endStep: Workspace['endStep'], id: string, result: StepResult): Composition {
  const send = async () => {
    await endStep(id, result)
    return { ts: '' }
  }
  return { message: { text: '', blocks: [] }, effect: { result }, send }
}
