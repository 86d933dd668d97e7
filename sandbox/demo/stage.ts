/** Starts and stops the sandbox and the real bot together. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBot } from '../../src/app/bot.ts'
import { readConfig } from '../../src/config/index.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { createSandboxClock } from '../clock.ts'
import { createExchanges } from '../exchanges.ts'
import { startService } from '../service/index.ts'
import type { ServiceOptions } from '../service/model.ts'
import { CHANNELS, startSlack } from '../slack/index.ts'
import { historyEffects, playHistory, weeksOfHistory } from './history.ts'
import type { Stage } from './model.ts'
import { createPanel } from './panel.ts'

export type { Stage }

const timeZone = 'Europe/Berlin'
const manifest = join(import.meta.dirname, '../../manifest.yml')

/** This week's digest is due at Monday 09:00 in the demo's zone. */
function mondayMorning(now: Temporal.Instant, minutesBefore: number): Temporal.Instant {
  const today = now.toZonedDateTimeISO(timeZone)
  const monday = today.toPlainDate().subtract({ days: today.dayOfWeek - 1 })
  const due = monday.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from('09:00') })
  return due.subtract({ minutes: minutesBefore }).toInstant()
}

export interface StageOptions {
  /** A time in the week that the demo plays in; the current week by default. */
  readonly now?: Temporal.Instant
  /** How long before this week's digest; one minute by default. */
  readonly minutesBefore?: number
  /** Port of the page; any free port by default. */
  readonly port?: number
  readonly mode?: 'socket' | 'http'
  /** The app's manifest file; `manifest.yml` by default. */
  readonly manifest?: string
  /** False: Slack accepts any rate. The limits use real time, so a test that moves the clock can't wait for them. */
  readonly rateLimits?: boolean
  /** As `startSlack` takes it. */
  readonly ackTimeoutMs?: number
  /** Bot settings that differ from the demo's. */
  readonly env?: Readonly<Record<string, string>>
  /** Scopes that the installing user added to those of the manifest. */
  readonly moreScopes?: readonly string[]
  /** Optional scopes of the manifest that the installing admin did not grant. */
  readonly withoutScopes?: readonly string[]
  /** Brands in the demo's analysis; 12 by default. */
  readonly brands?: number
  /** Engines of the demo's service that the bot doesn't know; none by default. */
  readonly newEngines?: readonly string[]
  /** Whether to replay several weeks of the team's work with Sightline. */
  readonly history?: boolean
  /** Changes in the demo's numbers, as `startService` takes them. */
  readonly effects?: ServiceOptions['effects']
  /** The SQLite file that the bot starts with; by default the bot creates one. */
  readonly database?: Uint8Array
  /** Where the bot's log lines go; stderr by default. */
  readonly log?: { write(line: string): void }
}

export async function startStage(options: StageOptions): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-demo-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const databaseFile = join(folder, 'sightline.db')
    if (options.database !== undefined) await writeFile(databaseFile, options.database)
    const begins = mondayMorning(options.now ?? Temporal.Now.instant(), options.minutesBefore ?? 1)
    const past = begins.subtract({ hours: 24 * 7 * weeksOfHistory })
    const clock = createSandboxClock(options.history ? past : begins)
    const effects = [...(options.history ? historyEffects(begins) : []), ...(options.effects ?? [])]
    const exchanges = createExchanges(clock)
    const service = await startService({
      clock,
      exchanges,
      ...(options.brands === undefined ? {} : { demoBrands: options.brands }),
      effects,
      ...(options.newEngines === undefined ? {} : { newEngines: options.newEngines }),
    })
    ends.push(() => service.stop())
    const slack = await startSlack({
      clock,
      exchanges,
      manifest: options.manifest ?? manifest,
      rateLimits: options.rateLimits ?? true,
      moreScopes: options.moreScopes ?? [],
      withoutScopes: options.withoutScopes ?? [],
      ...(options.port === undefined ? {} : { port: options.port }),
      ...(options.ackTimeoutMs === undefined ? {} : { ackTimeoutMs: options.ackTimeoutMs }),
    })
    ends.push(() => slack.stop())

    const channel = CHANNELS.brandVisibility
    const env = {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SIGHTLINE_SLACK_MODE: options.mode ?? 'socket',
      SIGHTLINE_HTTP_PORT: '0',
      SIGHTLINE_SLACKBOT: options.mode === 'http' ? 'on' : 'off',
      SIGHTLINE_SLACK_API_URL: slack.apiUrl,
      SIGHTLINE_API_KEY: service.keys.workspace,
      SIGHTLINE_API_URL: service.baseUrl,
      SIGHTLINE_SEARCH_API_URL: service.searchBaseUrl,
      SIGHTLINE_ORGANIZATION_ID: service.demo.organizationId,
      SIGHTLINE_WORKSPACE_ID: service.demo.workspaceId,
      SIGHTLINE_PROJECT_ID: service.demo.projectId,
      SIGHTLINE_SUBREDDITS: service.demo.subreddits.join(','),
      SIGHTLINE_RECOMMENDATIONS: service.demo.resultIds.join(','),
      SIGHTLINE_TIME_ZONE: timeZone,
      SIGHTLINE_DIGEST_CHANNELS: channel,
      SIGHTLINE_DIGEST_TIME: 'mon 09:00',
      SIGHTLINE_DATABASE_FILE: databaseFile,
      SIGHTLINE_LOG_LEVEL: 'warn',
      ...options.env,
    }
    const start = async (settings: Readonly<Record<string, string>>) => {
      const config = readConfig(settings)
      // Stdout is reserved for the messages.
      const log = createLog(config.logLevel, options.log ?? process.stderr)
      const started = await startBot(config, { clock, log })
      if (started.port !== null) slack.setRequestUrl(`http://127.0.0.1:${started.port}/slack/events`)
      return started
    }
    if (options.history) {
      // Start without a digest, so that none is missed when the clock is moved.
      const before = await start({ ...env, SIGHTLINE_DIGEST_CHANNELS: '' })
      try {
        await playHistory({ clock, service, slack, channel })
        // A year of weeks is read in the background, a few at each wake-up.
        for (let wakeUps = 0; wakeUps < 15; wakeUps += 1) await before.scheduler.wake()
      } finally {
        await before.stop()
      }
    }
    const bot = await start(env)
    ends.push(() => bot.stop())
    slack.setPanel(createPanel({ clock, service, slack, bot }))
    return { clock, service, slack, env, bot, channel, timeZone, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
