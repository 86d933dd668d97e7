import { database, scheduler } from '../../doctor/inside.ts'
import { failed, notChecked, passed } from '../../doctor/probe.ts'
import { withTimeout } from '../../lib/timeout.ts'
import type { Finding } from '../../model/check-up.ts'
import { atMostOncePerSecond, type HealthSource } from './source.ts'

export interface Check {
  readonly ok: boolean
  /** A sentence for the operator, and what to do where it is not ok. */
  readonly reason: string
}

export interface Readiness {
  readonly ready: boolean
  readonly checks: {
    readonly process: Check
    readonly store: Check
    readonly slack: Check
    readonly scheduler: Check
  }
}

/** A database that takes longer than this for its smallest question is none to work with. */
const storeWithinMs = 3_000

/** Whether the bot can do its work now, asked at most once a second. */
export function createReadiness(healthSource: HealthSource): () => Promise<Readiness> {
  return atMostOncePerSecond(healthSource.clock, async () => {
    const checks = {
      process: checkOf(stateOf(healthSource)),
      store: checkOf(await storeOf(healthSource)),
      slack: checkOf(slackOf(healthSource)),
      scheduler: checkOf(await schedulerOf(healthSource)),
    }
    return { ready: Object.values(checks).every(({ ok }) => ok), checks }
  })
}

function checkOf(finding: Finding): Check {
  if (finding.state === 'failed') return { ok: false, reason: `${finding.words} ${finding.fix}` }
  return { ok: finding.state === 'passed', reason: finding.words }
}

const starting = notChecked('Sightline is still starting.')

function stateOf({ state }: HealthSource): Finding {
  if (state === 'starting') return starting
  return state === 'running' ? passed('Sightline is running.') : notChecked('Sightline is stopping.')
}

async function storeOf({ runtime, clock }: HealthSource): Promise<Finding> {
  if (runtime === null) return starting
  const fault = () => failed(`${runtime.database} could not be asked.`, 'Look at the log.')
  const found = await withTimeout(clock, storeWithinMs, () =>
    database.run({ ...runtime, clock }).catch(fault),
  )
  return (
    found ??
    failed(
      `${runtime.database} has not answered for ${storeWithinMs / 1_000} s.`,
      'Look whether it runs, and how busy it is.',
    )
  )
}

function slackOf({ mode, slack }: HealthSource): Finding {
  if (mode === 'http')
    return slack.connected
      ? passed("Slack's requests are listened for.")
      : notChecked("Slack's requests are not listened for yet, or no longer.")
  return slack.connected
    ? passed('The socket to Slack is open.')
    : failed(
        'The socket to Slack is closed.',
        'It is opened anew by itself; if it stays closed, look whether this machine reaches slack.com.',
      )
}

async function schedulerOf({ runtime, clock }: HealthSource): Promise<Finding> {
  return runtime === null ? starting : scheduler.run({ ...runtime, clock })
}
