/** Looks at everything that Sightline depends on, and says of each whether it works and what to do if not. */
import { explain } from '../problem.ts'
import type { SlackHealth } from '../slack/port.ts'
import { apiData, apiKey, database, scheduler } from './inside.ts'
import { type DoctorDeps, type Finding, failed, type Patient, type Probe } from './probe.ts'
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
]

export interface CheckUp {
  readonly name: string
  readonly finding: Finding
}

/** Runs all probes at the same time; one that fails stops no other. Each waits as long as what it asks has its deadline. */
export function examine(deps: DoctorDeps, patient: Patient): Promise<readonly CheckUp[]> {
  let asked: Promise<SlackHealth> | null = null
  const examination = {
    ...deps,
    slackHealth: () => {
      asked ??= deps.slack.check()
      return asked
    },
  }
  return Promise.all(
    probes.map(async ({ name, fix, run }) => ({
      name,
      finding: await run(examination, patient).catch((error: unknown) => failed(wordsFor(error), fix)),
    })),
  )
}

function wordsFor(error: unknown): string {
  const { sentence, foreseen } = explain(error)
  return foreseen
    ? sentence
    : `This check itself hit a fault (${error instanceof Error ? error.name : typeof error}).`
}
