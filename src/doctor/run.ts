import { explain } from '../lib/problem.ts'
import type { CheckUp } from '../model/check-up.ts'
import type { SlackCheck, SlackHealth } from '../slack/port.ts'
import { type CheckTarget, failed, type Probe } from './probe.ts'

/** Runs all probes at the same time; whatever one throws is its own failure. */
export function runAll<Needs>(
  probes: readonly Probe<Needs>[],
  needs: Needs,
  progress: CheckTarget,
): Promise<readonly CheckUp[]> {
  return Promise.all(
    probes.map(async ({ name, fix, run }) => ({
      name,
      finding: await run(needs, progress).catch((error: unknown) => failed(wordsFor(error), fix)),
    })),
  )
}

/** Slack's answer for all probes that want to know. */
export function askedOnce(slack: SlackCheck): () => Promise<SlackHealth> {
  let asked: Promise<SlackHealth> | null = null
  return () => {
    asked ??= slack.check()
    return asked
  }
}

function wordsFor(error: unknown): string {
  const { sentence, foreseen } = explain(error)
  return foreseen
    ? sentence
    : `This check itself hit a fault (${error instanceof Error ? error.name : typeof error}).`
}
