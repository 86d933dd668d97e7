/**
 * `npm run soak`: half a year of digests and commands on a clock that is moved hour by hour, with a month of data kept.
 * The database file may not grow after that month. Takes some minutes. `-- --days 60` sets another length.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { CHANNELS, TEAM, USERS } from '../../sandbox/slack/index.ts'
import { defaultSettings, openStore } from '../../src/store/index.ts'
import { startStage } from '../stage.ts'

const { values } = parseArgs({ options: { days: { type: 'string', default: '180' } } })
const days = Number(values.days)
/** The shortest time that the setting allows. */
const keepDays = 30
const channels = [CHANNELS.brandVisibility, CHANNELS.marketing, CHANNELS.leads]
const hours = [1, 2, 3]
const typed = ['visibility', 'reddit', 'actions', 'digest history', 'tasks', 'engines']

const folder = await mkdtemp(join(tmpdir(), 'sightline-soak-'))
const file = join(folder, 'sightline.db')
const now = Temporal.Instant.from('2026-03-02T12:00Z')
const store = await openStore({ file })
for (const channel of channels)
  for (const hour of hours)
    await store.subscriptions.create(
      {
        ...defaultSettings,
        name: `At ${hour}`,
        schedule: { kind: 'daily', time: `0${hour}:00`, timeZone: 'UTC' },
        sections: ['visibility', 'engines', 'reddit', 'actions'],
        team: TEAM.id,
        id: `${channel}-${hour}`,
        channel,
        by: USERS.owner,
      },
      now,
    )
await store.close()

const stage = await startStage({
  mode: 'http',
  now,
  rateLimits: false,
  env: {
    SIGHTLINE_DATABASE_FILE: file,
    SIGHTLINE_DIGEST_CHANNELS: '',
    SIGHTLINE_RETENTION_DAYS: String(keepDays),
  },
  log: { write: (line) => void process.stderr.write(line) },
})
const { clock, bot, slack } = stage

/** Types a command and waits for any answer. */
async function type(channel: string, text: string): Promise<void> {
  const seen = () => slack.messages(channel, USERS.owner).length
  const before = seen()
  await slack.command({ user: USERS.owner, channel, text: `/sightline ${text}` })
  await slack.until(() => seen() > before, `an answer to ${text}`, 60_000)
}

const midnight = clock.now().toZonedDateTimeISO('UTC').startOfDay().add({ days: 1 }).toInstant()
const sizes: number[] = []
console.log(`${days} days, ${keepDays} of them kept: 9 digests and 4 commands a day`)
for (let day = 1; day <= days; day += 1) {
  for (const hour of hours) {
    const due = midnight.add({ hours: 24 * (day - 1) + hour, seconds: 1 })
    clock.advance(clock.now().until(due))
    await bot.scheduler.wake()
  }
  for (const [index, channel] of [...channels, ...channels].slice(0, 4).entries())
    await type(channel, typed[(day + index) % typed.length] ?? '')
  sizes.push((await stat(file)).size)
  if (day % 10 === 0) console.log(`day ${day}: ${((sizes.at(-1) ?? 0) / 1e6).toFixed(2)} MB`)
}
const kept = clock.now().subtract({ hours: 24 * (keepDays + 1) })
await stage.stop()

const database = new DatabaseSync(file, { readOnly: true })
const overdue = database
  .prepare(`SELECT count(*) AS messages FROM outbox WHERE ended_at < ? AND state <> 'unknown'`)
  .get(kept.toString({ smallestUnit: 'millisecond' }))?.messages
database.close()
await rm(folder, { recursive: true, force: true })
const after = sizes.slice(keepDays + 9)
const growth = Math.max(...after) / (after[0] ?? 0)
const holds = growth <= 1.25 && overdue === 0
console.log(`messages kept too long: ${overdue}`)
console.log(
  `${holds ? 'met' : 'NOT MET'}: the largest file is ${growth.toFixed(2)} times that of day ${keepDays + 10} (at most 1.25)`,
)
process.exit(holds ? 0 : 1)
