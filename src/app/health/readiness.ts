import { database, scheduler } from '../../doctor/dependency-probes.ts'
import { failed, notChecked, passed } from '../../doctor/probe.ts'
import { withTimeout } from '../../lib/async.ts'
import type { Finding } from '../../model/check-up.ts'
import { atMostOncePerSecond, type HealthSource } from './source.ts'

/** The database counts as failed if its smallest query takes longer. */
const storeWithinMs = 3_000

/** Checks whether the bot can work, at most once a second. */
export function createReadiness(healthSource: HealthSource) {
  const { clock } = healthSource
  return atMostOncePerSecond(clock, async () => {
    const { runtime } = healthSource
    const checks = {
      process: checkOf(stateOf(healthSource)),
      store: checkOf(await storeOf(healthSource)),
      slack: checkOf(slackOf(healthSource)),
      scheduler: checkOf(runtime === null ? starting : await scheduler.run({ ...runtime, clock })),
    }
    return { ready: Object.values(checks).every(({ ok }) => ok), checks }
  })
}

/** `reason` is for the operator: the state and, if not ok, what to do. */
function checkOf(finding: Finding) {
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
  const queryFailed = () => failed(`${runtime.database} could not be queried.`, 'Check the log.')
  const finding = await withTimeout(clock, storeWithinMs, () =>
    database.run({ ...runtime, clock }).catch(queryFailed),
  )
  return (
    finding ??
    failed(
      `${runtime.database} has not answered for ${storeWithinMs / 1_000} s.`,
      'Check that it runs and how busy it is.',
    )
  )
}

function slackOf({ mode, slack }: HealthSource): Finding {
  if (mode === 'http')
    return slack.connected
      ? passed('Sightline is listening for requests from Slack.')
      : notChecked('Sightline is not listening for requests from Slack.')
  return slack.connected
    ? passed('The socket to Slack is open.')
    : failed(
        'The socket to Slack is closed.',
        'It reconnects automatically; if it stays closed, check that this machine reaches slack.com.',
      )
}
