import type { Composition, MessageKind } from '../outbox/kind.ts'
import type { StepResult } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow } from '../store/index.ts'

const cutOff: StepResult = {
  ok: false,
  sentence:
    'Sightline stopped before it finished this step, so it may or may not be done. Check the channel before you run the workflow again.',
}

/** Tells Slack how a step ended that another process began. */
export const stepKind: MessageKind<Pick<Workspace, 'endStep'>> = {
  // A workflow waits for its step, and ending a step twice is harmless.
  resendAfterMs: [0, 1, 5, 30, 120, 600, 3_600, 43_200].map((seconds) => seconds * 1_000),
  compose: async (workspace, row) => reportOf(workspace, row.channel, resultOf(row)),
}

/** The result that was stored before Slack was told. Without one the step was cut off: it never runs twice. */
export function resultOf({ effect }: Pick<OutboxRow, 'effect'>): StepResult {
  const { result = cutOff }: { readonly result?: StepResult } = JSON.parse(effect ?? '{}')
  return result
}

export function reportOf(
  { endStep }: Pick<Workspace, 'endStep'>,
  id: string,
  result: StepResult,
): Composition {
  const send = async () => {
    await endStep(id, result)
    return { ts: '' }
  }
  return { message: { text: '', blocks: [] }, effect: { result }, send }
}
