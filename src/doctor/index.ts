import { lazy } from '../lib/cache.ts'
import { explain } from '../lib/problem.ts'
import type { CheckUp } from '../model/check-up.ts'
import { PostError } from '../slack/port.ts'
import { apiData, apiKey, database, noticesDelivered, scheduler } from './dependency-probes.ts'
import { type CheckTarget, type DoctorInput, failed, type Probe } from './probe.ts'
import { clocks, slackScopes, slackToken, thisChannel } from './slack-probes.ts'

/** Checks everything that Sightline depends on, and says what to do about failures. */

const probes: readonly Probe[] = [
  slackToken,
  slackScopes,
  thisChannel,
  clocks,
  apiKey,
  apiData,
  scheduler,
  database,
  noticesDelivered,
]

/** Runs all probes with one request about Slack. Probes have no deadline of their own: the calls they make have one. */
export function examine(
  input: DoctorInput,
  target: CheckTarget,
  onError?: (error: unknown) => void,
): Promise<readonly CheckUp[]> {
  return runAll(probes, { ...input, slackHealth: lazy(input.checkToken) }, target, onError)
}

/** Runs probes concurrently. One that throws counts as failed. @param onError logs unexpected errors */
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
        return error instanceof PostError && error.outcome === 'rate_limited'
          ? failed('Slack is limiting requests.', 'Try again in a minute.')
          : failed(errorSentence(error), fix)
      }),
    })),
  )
}

function errorSentence(error: unknown): string {
  // Nothing was to be done but to look.
  if (error instanceof PostError && error.outcome === 'unknown') return `Slack didn’t answer (${error.code}).`
  const { sentence, foreseen } = explain(error)
  return foreseen
    ? sentence
    : `This check itself failed (${error instanceof Error ? error.name : typeof error}).`
}
