import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { defaultSettings, openStore } from '../../src/store/index.ts'
import { type Stage, startStage } from '../stage.ts'

export interface SoakOptions {
  readonly days: number
  /** The shortest time that the setting allows. */
  readonly keepDays: number
  /** Per channel and day. There are three channels. */
  readonly digests: number
  /** Per day. */
  readonly commands: number
  /** Called at the end of each day. */
  readonly onDay: (day: SoakDay) => void
}

export interface SoakDay {
  readonly day: number
  readonly posts: number
  /** The size of the database file, and of SQLite's log beside it. */
  readonly bytes: number
  readonly logBytes: number
}

export interface SoakEnd {
  /** Rows per table, and how many of the messages are digests. */
  readonly rows: Readonly<Record<string, number>>
  /** Ended messages that are older than they should be kept. */
  readonly overdue: number
  /** The share of the file that is free for reuse. */
  readonly free: number
}

const team = 'T0SANDBOX'
const channels = [CHANNELS.brandVisibility, CHANNELS.marketing, CHANNELS.leads]
const typed = ['visibility', 'reddit', 'actions', 'digest history', 'tasks', 'engines']

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0

/** Runs the real bot in the sandbox, hour by hour on a clock that is moved, with digests by schedule and typed commands. */
export async function soak(options: SoakOptions): Promise<SoakEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-soak-'))
  const file = join(folder, 'sightline.db')
  try {
    const now = Temporal.Instant.from('2026-03-02T12:00Z')
    const hours = await setUp(file, now, options.digests)
    const stage = await startStage({
      mode: 'http',
      now,
      rateLimits: false,
      env: {
        SIGHTLINE_DATABASE_FILE: file,
        SIGHTLINE_DIGEST_CHANNELS: '',
        SIGHTLINE_RETENTION_DAYS: String(options.keepDays),
      },
      log: { write: (line) => void process.stderr.write(line) },
    })
    const { clock, bot, slack } = stage
    const firstMidnight = clock.now().toZonedDateTimeISO('UTC').startOfDay().add({ days: 1 }).toInstant()
    try {
      for (let day = 1; day <= options.days; day += 1) {
        const midnight = firstMidnight.add({ hours: 24 * (day - 1) })
        for (const hour of hours) {
          clock.advance(clock.now().until(midnight.add({ hours: hour }).add({ seconds: 1 })))
          await bot.scheduler.wake()
        }
        for (let number = 0; number < options.commands; number += 1) {
          const channel = channels[number % channels.length] ?? ''
          await type(stage, channel, `/sightline ${typed[(day + number) % typed.length]}`)
        }
        const posts = slack.requests().filter(({ method, ok }) => method === 'chat.postMessage' && ok).length
        options.onDay({ day, posts, bytes: await sizeOf(file), logBytes: await sizeOf(`${file}-wal`) })
      }
      const before = clock.now().subtract({ hours: 24 * options.keepDays + 24 })
      await stage.stop()
      return endOf(file, before)
    } finally {
      await stage.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Types a command and waits for any answer. */
async function type({ slack }: Stage, channel: string, text: string): Promise<void> {
  const seen = () => slack.messages(channel, USERS.owner).length
  const before = seen()
  const { ok, error } = await slack.command({ user: USERS.owner, channel, text })
  if (!ok) throw new Error(error ?? `${text} was not acknowledged`)
  await slack.until(() => seen() > before, `an answer to ${text}`, 60_000)
}

/** Creates this many daily digests in each channel, each at its own hour. Returns the hours. */
async function setUp(file: string, now: Temporal.Instant, digests: number): Promise<readonly number[]> {
  const store = await openStore({ file })
  const hours = Array.from({ length: digests }, (_, number) => number + 1)
  for (const channel of channels)
    for (const hour of hours)
      await store.subscriptions.create(
        {
          ...defaultSettings,
          name: `At ${hour}`,
          schedule: { kind: 'daily', time: `${String(hour).padStart(2, '0')}:00`, timeZone: 'UTC' },
          sections: ['visibility', 'engines', 'reddit', 'actions'],
          team,
          id: `${channel}-${hour}`,
          channel,
          by: USERS.owner,
        },
        now,
      )
  await store.close()
  return hours
}

function endOf(file: string, before: Temporal.Instant): SoakEnd {
  const database = new DatabaseSync(file, { readOnly: true })
  const number = (sql: string, ...values: string[]) =>
    Number(Object.values(database.prepare(sql).get(...values) ?? {})[0])
  const tables = ['outbox', 'posted_messages', 'recommendation_copies', 'audit', 'digest_records']
  const end = {
    rows: {
      ...Object.fromEntries(tables.map((table) => [table, number(`SELECT count(*) FROM ${table}`)])),
      digests: number(`SELECT count(*) FROM outbox WHERE kind = 'digest'`),
    },
    overdue: number(
      `SELECT count(*) FROM outbox WHERE ended_at < ? AND state <> 'unknown'`,
      before.toString({ smallestUnit: 'millisecond' }),
    ),
    free: number('PRAGMA freelist_count') / number('PRAGMA page_count'),
  }
  database.close()
  return end
}
