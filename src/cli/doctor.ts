/** `npm run doctor`. Exit codes: 0 if no check failed, 1 if one did, 2 if the settings are invalid. */
import { createAnalyticsApi } from '../api/index.ts'
import { checkUpsInWords, signs } from '../blocks/settings/doctor.ts'
import { type Config, databaseName, readConfig } from '../config/index.ts'
import { examineFromCommandLine, type ReportedReadiness } from '../doctor/command-line.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { createLog } from '../lib/telemetry.ts'
import type { CheckUp } from '../model/check-up.ts'
import { createSlack } from '../slack/app.ts'
import { askForTools } from '../slack/receive/mcp-route.ts'
import { checkAppToken } from '../slack/receive/socket.ts'
import { inspectDatabase } from '../store/engines/inspect.ts'
import { readFlags, runCommand } from './command-line.ts'

const usage = `Usage: npm run doctor

Checks the settings, Slack, the analytics service, the database and a running Sightline. Changes nothing.`

async function examineAll(config: Config): Promise<boolean> {
  // The findings already say what went wrong.
  const log = createLog('silent')
  const slack = config.slack.install === null ? createSlack(config.slack, { clock, log }).of('') : null
  const api = config.api.keyIsConfigured
    ? createAnalyticsApi({ ...config.api, apiKey: config.api.key, clock })
    : null
  const { slackbot } = config.slack
  const publicUrl = slackbot?.publicUrl ?? null
  const checkUps = await examineFromCommandLine(
    {
      api,
      slack,
      clock,
      rules: config.access,
      contact: config.contact,
      openSocket: config.slack.mode === 'socket' ? () => checkAppToken(config.slack, log) : null,
      slackbot: slackbot && {
        ask: publicUrl === null ? null : () => askForTools(publicUrl, config.slack, clock),
      },
      database: { name: databaseName(config), inspect: () => inspectDatabase(config.database) },
      readiness: config.ops === null ? null : readinessAt(config.ops),
    },
    { channel: null, scope: config.channel },
  )
  await api?.close()
  process.stdout.write(doctorText(checkUps))
  return checkUps.every(({ finding }) => finding.state !== 'failed')
}

const answerWithinMs = 5_000
/** A process that listens on all addresses is reached on the loopback address from the same machine. */
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function readinessAt({ host, port }: NonNullable<Config['ops']>): () => Promise<ReportedReadiness> {
  const name = everywhere[host] ?? host
  const address = name.includes(':') ? `[${name}]` : name
  return async () => {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await fetch(`http://${address}:${port}/readyz`, { signal })
    return (await response.json()) as ReportedReadiness
  }
}

/** Formats the results for a terminal: one line each, fixes for failures, and a summary. */
function doctorText(checkUps: readonly CheckUp[]): string {
  const lines = checkUps.flatMap(({ name, finding }) => [
    `${signs[finding.state]}: ${name}. ${finding.words}`,
    ...(finding.state === 'failed' ? [`    Fix: ${finding.fix}`] : []),
  ])
  return `${[...lines, '', checkUpsInWords(checkUps)].join('\n')}\n`
}

await runCommand(async (args) => {
  if (readFlags(args, {}, usage) === null) return
  if (!(await examineAll(readConfig()))) process.exitCode = 1
})
