/** The same from the command line: without a bot of its own, and without taking anything from one that runs. */

import type { CheckUp, Finding } from '../model/check-up.ts'
import { StoreError } from '../store/engines/errors.ts'
import type { DatabaseLook } from '../store/engines/look.ts'
import { apiData, apiKey } from './inside.ts'
import { type CheckTarget, type Examination, failed, notChecked, type Probe, passed } from './probe.ts'
import { askedOnce, runAll } from './run.ts'
import { clocks, slackScopes, slackToken } from './slack.ts'
import { socketToken } from './socket-token.ts'

export interface OutsideDeps extends Pick<Examination, 'clock' | 'rules'> {
  /** With the token of the settings; `null`: each workspace has its own. */
  readonly slack: Examination['slack'] | null
  /** With the key of the settings; `null`: keys are entered in Slack, and kept in the database. */
  readonly api: Examination['api'] | null
  /** Whether Slack takes the app-level token, or rejects with a `PostError`; `null`: HTTP mode needs none. */
  readonly openSocket: (() => Promise<void>) | null
  readonly database: {
    /** `SQLite` or `PostgreSQL`. */
    readonly name: string
    /** @throws {StoreError} */
    readonly look: () => Promise<DatabaseLook>
  }
  /** What the running bot says of itself on its operator's port; `null`: none was set. Rejects when nothing answers. */
  readonly readiness: (() => Promise<ToldReadiness>) | null
}

/** As far as it is needed here. */
export interface ToldReadiness {
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly reason: string }>>
}

/** Runs the probes that make sense from outside, in the order in which their findings are told. */
export async function examineFromOutside(
  deps: OutsideDeps,
  progress: CheckTarget,
): Promise<readonly CheckUp[]> {
  const { slack, api, clock, rules, openSocket } = deps
  let looked: Promise<DatabaseLook> | null = null
  const inside = {
    ...deps,
    look: () => {
      looked ??= deps.database.look()
      return looked
    },
  }
  const checkUps = await Promise.all([
    slack === null
      ? runAll([workspaces], {}, progress)
      : runAll(
          [slackToken, slackScopes, ...(openSocket === null ? [] : [socketToken(openSocket)]), clocks],
          { slackHealth: askedOnce(slack), clock, rules },
          progress,
        ),
    api === null
      ? runAll([keptKey], {}, progress)
      : runAll<Pick<Examination, 'api' | 'clock'>>([apiKey, apiData], { api, clock }, progress),
    runAll([runningBot, database], inside, progress),
  ])
  return checkUps.flat()
}

const workspaces: Probe<unknown> = {
  name: 'Slack',
  fix: 'Ask in Slack.',
  run: async () =>
    notChecked('Each workspace has a token of its own: type /sightline doctor in the one that you mean.'),
}

const keptKey: Probe<unknown> = {
  name: 'API key',
  fix: 'Ask in Slack.',
  run: async () =>
    notChecked('It is entered in Slack and kept in the database: type /sightline doctor in a channel.'),
}

type Needs = Pick<OutsideDeps, 'readiness' | 'database'> & { readonly look: () => Promise<DatabaseLook> }

const runningBot: Probe<Needs> = {
  name: 'Running Sightline',
  fix: 'Look at its log.',
  run: async ({ readiness, look }) => {
    const holds = await look().then(
      (found) => found === 'in_use',
      () => false,
    )
    if (readiness === null)
      return notChecked(
        `${holds ? 'One is running here. ' : ''}How it does only itself can say: type /sightline doctor in Slack, or set SIGHTLINE_OPS_PORT.`,
      )
    const told = await readiness().catch(() => null)
    if (told === null)
      return holds
        ? failed(
            'One is running here, but does not answer on the port of SIGHTLINE_OPS_PORT.',
            'Look whether it was started with the same settings.',
          )
        : notChecked('None answers on the port of SIGHTLINE_OPS_PORT.')
    return findingOf(told)
  },
}

function findingOf({ checks }: ToldReadiness): Finding {
  const broken = Object.values(checks).filter(({ ok }) => !ok)
  if (broken.length === 0)
    return passed(
      Object.values(checks)
        .map(({ reason }) => reason)
        .join(' '),
    )
  return failed(broken.map(({ reason }) => reason).join(' '), 'If it stays so for minutes, look at its log.')
}

const database: Probe<Needs> = {
  name: 'Database',
  fix: 'Look whether it runs and has room.',
  run: async ({ database: { name }, look }) => {
    try {
      return passed(found[await look()](name))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return failed(error.message, 'Then run npm run doctor again.')
    }
  },
}

const found: Readonly<Record<DatabaseLook, (name: string) => string>> = {
  ready: (name) => `${name} answers, and holds what this version knows.`,
  older: (name) => `${name} answers; the next start brings it to this version's schema.`,
  none: () => 'There is none yet; the first start makes it.',
  in_use: (name) => `The ${name} file is in use by a Sightline that is running, as it should be.`,
}
