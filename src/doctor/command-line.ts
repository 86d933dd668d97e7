import { lazy } from '../lib/cache.ts'
import type { CheckUp, Finding } from '../model/check-up.ts'
import { PostError, type SlackHealth } from '../slack/port.ts'
import type { McpAnswer } from '../slack/receive/mcp-route.ts'
import { slackbotScope } from '../slack/scopes.ts'
import { StoreError } from '../store/engines/errors.ts'
import type { DatabaseState } from '../store/engines/inspect.ts'
import { apiData, apiKey, contact } from './dependency-probes.ts'
import { runAll } from './index.ts'
import { type CheckTarget, type Examination, failed, notChecked, type Probe, passed } from './probe.ts'
import { clocks, slackScopes, slackToken } from './slack-probes.ts'

/** The doctor on the command line. It doesn't start a bot or disturb a running one. */

interface OutsideInput extends Pick<Examination, 'clock' | 'rules' | 'contact'> {
  /** Uses the configured token; `null` if each workspace has its own. */
  readonly slack: Pick<Examination, 'checkToken' | 'people'> | null
  /** Uses the configured API key; `null` if keys are entered in Slack and stored in the database. */
  readonly api: Examination['api'] | null
  /** Checks the app-level token; rejects with a `PostError`. `null` in HTTP mode, which needs none. */
  readonly openSocket: (() => Promise<void>) | null
  /** `null`: Slackbot may not ask. */
  readonly slackbot: Pick<SlackbotNeeds, 'ask'> | null
  readonly database: {
    readonly name: string
    /** @throws {StoreError} */
    readonly inspect: () => Promise<DatabaseState>
  }
  /** The readiness reported by the running bot's port; `null`: no port is set. Rejects without an answer. */
  readonly readiness: (() => Promise<ReportedReadiness>) | null
}

export interface ReportedReadiness {
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly reason: string }>>
}

export async function examineFromCommandLine(
  input: OutsideInput,
  target: CheckTarget,
): Promise<readonly CheckUp[]> {
  const { slack, api, clock, rules, openSocket, slackbot } = input
  const slackHealth = slack && lazy(slack.checkToken)
  const needs = { ...input, inspect: lazy(() => input.database.inspect()) }
  const checkUps = await Promise.all([
    slackHealth === null
      ? runAll([workspaces], {}, target)
      : runAll(
          [slackToken, slackScopes, ...(openSocket === null ? [] : [socketToken(openSocket)]), clocks],
          { slackHealth, clock, rules },
          target,
        ),
    slack !== null && slackHealth !== null && input.contact?.kind === 'user'
      ? runAll([contact], { ...input, people: slack.people, slackHealth }, target)
      : [],
    slackbot === null ? [] : runAll([slackbotAddress], { ...slackbot, slackHealth }, target),
    api === null
      ? runAll([storedKey], {}, target)
      : runAll<Pick<Examination, 'api' | 'clock'>>([apiKey, apiData], { api, clock }, target),
    runAll([runningBot, database], needs, target),
  ])
  return checkUps.flat()
}

const askInSlack = (name: string, why: string, where: string): Probe<unknown> => ({
  name,
  fix: 'Type /sightline doctor in Slack.',
  run: async () => notChecked(`${why}: type /sightline doctor in ${where}.`),
})
const workspaces = askInSlack('Slack', 'Each workspace has its own token', 'the one to check')
const storedKey = askInSlack(
  'Analytics service',
  'It was entered in Slack and is stored in the database',
  'a channel',
)

type Needs = Pick<OutsideInput, 'readiness' | 'database'> & { readonly inspect: () => Promise<DatabaseState> }

const runningBot: Probe<Needs> = {
  name: 'Running Sightline',
  fix: 'Check its log.',
  run: async ({ readiness, inspect }) => {
    const isRunning = await inspect().then(
      (schema) => schema === 'in_use',
      () => false,
    )
    if (readiness === null)
      return notChecked(
        `${isRunning ? 'One is running here. ' : ''}To see how it is doing, type /sightline doctor in Slack, or set SIGHTLINE_OPS_PORT.`,
      )
    const reported = await readiness().catch(() => null)
    // Another program may answer there.
    if (reported?.checks === undefined)
      return isRunning
        ? failed(
            'One is running here, but doesn’t answer on SIGHTLINE_OPS_PORT.',
            'Check that it was started with the same settings.',
          )
        : notChecked('No Sightline answers on SIGHTLINE_OPS_PORT.')
    return findingOf(reported)
  },
}

function findingOf({ checks }: ReportedReadiness): Finding {
  const all = Object.values(checks)
  const broken = all.filter(({ ok }) => !ok)
  const words = (broken.length > 0 ? broken : all).map(({ reason }) => reason).join(' ')
  if (broken.length === 0) return passed(words)
  return failed(words, 'If this lasts more than a few minutes, check its log.')
}

const database: Probe<Needs> = {
  name: 'Database',
  fix: 'Check that it runs and has disk space.',
  run: async ({ database: { name }, inspect }) => {
    try {
      return passed(databaseSentences[await inspect()](name))
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return failed(error.message, 'Fix that, then run npm run doctor again.')
    }
  },
}

const databaseSentences: Readonly<Record<DatabaseState, (name: string) => string>> = {
  ready: (name) => `${name} answers, with this version’s schema.`,
  older: (name) => `${name} answers; the next start upgrades it to this version’s schema.`,
  newer: (name) =>
    `${name} answers. A newer Sightline has upgraded it; this version works on it, and doesn’t know what was added.`,
  none: () => 'There is none yet; the first start creates it.',
  in_use: (name) => `The ${name} file is in use by the running Sightline, as it should be.`,
}

/** Checks the app-level token of Socket Mode. @param open rejects with a `PostError` */
function socketToken(open: () => Promise<void>): Probe<unknown> {
  return {
    name: 'Socket Mode',
    fix: 'Check that this machine reaches slack.com, and see https://slack-status.com.',
    run: async () => {
      try {
        await open()
      } catch (error) {
        if (!(error instanceof PostError) || error.outcome !== 'refused') throw error
        return failed(
          `Slack rejected the app-level token (${error.code}).`,
          'Under the app’s Basic Information, generate one with connections:write and put it into SLACK_APP_TOKEN. Check that Socket Mode is on, too.',
        )
      }
      return passed('Slack accepted the app-level token.')
    },
  }
}

interface SlackbotNeeds {
  /** Asks the public address as Slackbot does; `null`: no public address is set. */
  readonly ask: (() => Promise<McpAnswer>) | null
  /** `null` if each workspace has its own token. */
  readonly slackHealth: (() => Promise<SlackHealth>) | null
}

/** Checks the way that Slackbot's questions take, from the public address on. */
export const slackbotAddress: Probe<SlackbotNeeds> = {
  name: 'Slackbot',
  fix: 'See docs/slackbot.md.',
  run: async ({ ask, slackHealth }) => {
    if (ask === null) return notChecked('To have its address checked, set SIGHTLINE_PUBLIC_URL.')
    const { address, status, tools } = await ask()
    if (status === null)
      return failed(
        `Nothing answers at ${address}.`,
        'Check that this address has a valid certificate and leads to SIGHTLINE_HTTP_PORT of a running Sightline.',
      )
    if (status === 401)
      return failed(
        `${address} refuses what is signed with SLACK_SIGNING_SECRET.`,
        'Check that Sightline runs there with the same signing secret, and that its clock is right.',
      )
    if (status === 404)
      return failed(
        `${address} isn’t open to Slackbot.`,
        'Start Sightline there with SIGHTLINE_SLACKBOT=on, and check that the proxy before it passes /mcp on.',
      )
    if (tools === null)
      return failed(
        `${address} answers with status ${status}, and with no tools.`,
        'Check that the proxy before Sightline passes the request on unchanged, and its log.',
      )
    const scopes = (await slackHealth?.().catch(() => null))?.scopes ?? null
    if (scopes !== null && !scopes.includes(slackbotScope))
      return failed(
        `${address} answers, but the token lacks ${slackbotScope}, so Slackbot doesn’t ask.`,
        'Add it and mcp_servers to the app’s manifest, as docs/slackbot.md says, then reinstall the app.',
      )
    return passed(`${address} answers Slackbot with ${tools} tools.`)
  },
}
