import { explain } from '../lib/problem.ts'
import type { CheckUp } from '../model/check-up.ts'
import type { SlackCheck, SlackHealth } from '../slack/port.ts'
import { type CheckTarget, failed, type Probe } from './probe.ts'

/** A probe that throws counts as failed. @param onError receives unexpected errors, for the log */
export function runAll<Needs>(
  probes: readonly Probe<Needs>[],
  needs: Needs,
  target: CheckTarget,
  onError: (error: unknown) => void = () => {},
): Promise<readonly CheckUp[]> {
  return Promise.all(
    probes.map(async ({ name, fix, run }) => ({
      name,
      finding: await run(needs, target).catch((error: unknown) => {
        if (!explain(error).foreseen) onError(error)
        return failed(errorSentence(error), fix)
      }),
    })),
  )
}

/** Shares one request to Slack among all probes. */
export function checkOnce(slack: SlackCheck): () => Promise<SlackHealth> {
  let health: Promise<SlackHealth> | null = null
  return () => {
    health ??= slack.check()
    return health
  }
}

function errorSentence(error: unknown): string {
  const { sentence, foreseen } = explain(error)
  return foreseen
    ? sentence
    : `This check itself failed (${error instanceof Error ? error.name : typeof error}).`
}
