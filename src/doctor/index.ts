/** Looks at everything that Sightline depends on, and says of each whether it works and what to do if not. */
import type { CheckUp } from '../model/check-up.ts'
import { apiData, apiKey, database, ownersTold, scheduler } from './inside.ts'
import type { CheckTarget, DoctorDeps, Probe } from './probe.ts'
import { askedOnce, runAll } from './run.ts'
import { clocks, slackScopes, slackToken, thisChannel } from './slack.ts'

/** Every probe, in the order in which their findings are told. */
const probes: readonly Probe[] = [
  slackToken,
  slackScopes,
  thisChannel,
  clocks,
  apiKey,
  apiData,
  scheduler,
  database,
  ownersTold,
]

/** Runs all probes at the same time; one that fails stops no other. Each waits as long as what it asks has its deadline. */
export function examine(deps: DoctorDeps, progress: CheckTarget): Promise<readonly CheckUp[]> {
  return runAll(probes, { ...deps, slackHealth: askedOnce(deps.slack) }, progress)
}
