/** Checks everything that Sightline depends on, and says what to do about failures. */
import type { CheckUp } from '../model/check-up.ts'
import { apiData, apiKey, database, noticesDelivered, scheduler } from './dependency-probes.ts'
import type { CheckTarget, DoctorInput, Probe } from './probe.ts'
import { checkOnce, runAll } from './run-probes.ts'
import { clocks, slackScopes, slackToken, thisChannel } from './slack-probes.ts'

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

/** A failing probe doesn't stop the others. Probes have no deadline: the calls they make have one. */
export function examine(
  input: DoctorInput,
  target: CheckTarget,
  onError?: (error: unknown) => void,
): Promise<readonly CheckUp[]> {
  return runAll(probes, { ...input, slackHealth: checkOnce(input.slack) }, target, onError)
}
