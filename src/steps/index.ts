/** Sightline's steps in Slack's Workflow Builder. Each runs the same code as its command or button. */

import { forEveryone } from '../lib/day-order.ts'
import { Problem, report } from '../lib/problem.ts'
import { withRecordRetry } from '../lib/retry.ts'
import type { StepCall } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { RunInBackground, StepId } from '../slack/steps.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { StepExecution, StepResult } from '../store/index.ts'
import { createTaskStep } from './create-task.ts'
import { getVisibilityStep } from './get-visibility.ts'
import { postDigestStep } from './post-digest.ts'
import type { Step } from './step.ts'

const steps: Readonly<Record<StepId, Step>> = {
  get_visibility: getVisibilityStep,
  post_digest_now: postDigestStep,
  create_task: createTaskStep,
}

/** Longer than any step takes. One that began earlier and hasn't ended was cut off when its process stopped. */
export const longestMinutes = 3

/**
 * Runs one execution of a step, once across all replicas. A repeated delivery returns the result, once it is recorded.
 * @param identified resolves with the call once the person is identified
 * @returns `null`: another delivery is running it
 */
export async function runStep(
  placed: Placed<StepCall>,
  workspace: Workspace,
  identified: () => Promise<StepCall>,
  inBackground: RunInBackground,
): Promise<StepResult | null> {
  const { store, clock, log } = workspace
  const { team, id, step, user } = placed
  const begun = await store.stepExecutions.begin(team, id, clock.now())
  if (begun !== null) return begun.result ?? (isCutOff(begun, clock.now()) ? cutOff : null)
  const fields = { team, user: user ?? '', action: `step.${step}` }
  const result = await outcomeOf(identified, workspace, inBackground).catch((error: unknown): StepResult => {
    const { sentence, reference } = report(log, 'a workflow step failed', error, fields)
    return { ok: false, sentence: withoutMarkup(`${sentence} (Reference: ${reference})`) }
  })
  // The step has ended anyway. Without the record, only a repeated delivery couldn't return its result.
  await withRecordRetry(clock, () => store.stepExecutions.end(team, id, result)).catch((error: unknown) =>
    log.error('could not record a workflow step’s result', { ...fields, error }),
  )
  return result
}

async function outcomeOf(
  identified: () => Promise<StepCall>,
  workspace: Workspace,
  inBackground: RunInBackground,
): Promise<StepResult> {
  const call = await identified()
  const { who, run } = steps[call.step]
  const input = (name: string) => textOf(call.inputs[name])
  const caller = { team: call.team, channel: channelOf(call), user: call.user ?? '', outside: call.outside }
  if (call.user === null && (who !== 'readers' || workspace.rules.guests === 'nothing'))
    throw new Problem(
      'nobody_runs_it',
      'Nobody started this workflow in person, so Sightline can’t check that this is allowed. Start it with a link, a button or a form.',
    )
  if (call.user !== null) await workspace.access.require(who, caller, `step.${call.step}`)
  // The workflow may show them to anyone.
  const results = await forEveryone(() => run(caller, input, workspace, inBackground))
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

function isCutOff({ startedAt }: StepExecution, now: Temporal.Instant): boolean {
  return now.since(Temporal.Instant.from(startedAt)).total('minutes') >= longestMinutes
}

export const cutOff: StepResult = {
  ok: false,
  sentence:
    'Sightline stopped before it finished this step, so it may or may not be done. Check the channel before you run the workflow again.',
}
