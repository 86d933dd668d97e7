import { describe, expect, it } from 'vitest'
import { run as runProgram } from '../../processes.ts'
import { isThorough } from '../../properties/thorough.ts'

const run = async (timeZone: string, ...words: readonly string[]) =>
  (await runProgram(words, { env: { TZ: timeZone } }).ended).output

/** Every half hour, from an hour before the change until two hours after it. */
const slots = 6

const changes = [
  ['Europe/Paris', '2026-10-25T01:00:00Z'],
  // One that goes forward, and one by half an hour.
  ...(isThorough
    ? ([
        ['Europe/Paris', '2027-03-28T01:00:00Z'],
        ['Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
      ] as const)
    : []),
] as const

describe.each(changes)('on a machine in %s whose clocks change at %s', (timeZone, change) => {
  const played = async (...words: readonly string[]) =>
    JSON.parse(await run(timeZone, 'test/digests/simulated-process.ts', change, ...words))

  it('no digest is late in the process’s zone, and node-cron sleeps between the minutes', async () => {
    const { posted, late, timers } = await played('utc')
    expect(posted).toBe(slots)
    expect(late).toBeLessThan(1_000)
    expect(timers, 'a few a minute').toBeLessThan(1_500)
  })

  // Without the watchdog, it would be late when clocks go back.
  it('the watchdog wakes the scheduler if the process keeps the machine’s zone', async () => {
    const { posted, late } = await played()
    expect(posted).toBe(slots)
    expect(late).toBeLessThan(66_000)
  })
})

it('Sightline runs in UTC, whatever the machine’s zone', async () => {
  const tell = `process.on('exit', () => process.stdout.write(String(new Date(2026, 6, 1).getTimezoneOffset())))`
  // Without settings the process ends at once.
  const told = `data:text/javascript,${encodeURIComponent(tell)}`
  expect(await run('America/New_York', '--import', told, 'src/start.mjs')).toBe('0')
})
