/**
 * `npm run soak`: half a year of digests and commands on a clock that is moved, with a month of data kept. Takes some
 * minutes. `-- --days 60` sets another length.
 */
import { parseArgs } from 'node:util'
import { type SoakDay, soak } from './months.ts'

const { values } = parseArgs({ options: { days: { type: 'string', default: '180' } } })
const days = Number(values.days)
const keepDays = 30
const reportEvery = 10
const say = (line: string) => process.stdout.write(`${line}\n`)
const mb = (bytes: number) => (bytes / 1e6).toFixed(2).padStart(6)

say(`${days} days, ${keepDays} of them kept: 9 digests and 4 commands a day`)
say('   day  messages  file (MB)  log (MB)')
const seen: SoakDay[] = []
const end = await soak({
  days,
  keepDays,
  digests: 3,
  commands: 4,
  onDay: (one) => {
    seen.push(one)
    if (one.day % reportEvery === 0)
      say(
        `${String(one.day).padStart(6)}  ${String(one.posts).padStart(8)}  ${mb(one.bytes).padStart(9)}  ${mb(one.logBytes).padStart(8)}`,
      )
  },
})
say(`rows at the end: ${JSON.stringify(end.rows)}`)
say(`free inside the file: ${(end.free * 100).toFixed(1)} %, messages kept too long: ${end.overdue}`)

/** After the first period the file may grow only by a few pages. */
const filled = seen[keepDays + 9]?.bytes ?? 0
const most = Math.max(...seen.slice(keepDays + 9).map(({ bytes }) => bytes))
const growth = most / filled
const passed = days > keepDays + 10 && growth <= 1.25 && end.overdue === 0
say(
  `${passed ? 'met' : 'NOT MET'}: largest file to that of day ${keepDays + 10} = ${growth.toFixed(2)} (at most 1.25)`,
)
process.exit(passed ? 0 : 1)
