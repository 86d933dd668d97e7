import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isThorough } from '../properties/thorough.ts'
import { type AlertRun, type KilledAt, type Readings, startAlertRun } from './alert-run.ts'

/** The bot can read its history. */
const open = 'C-open'
/** The bot can't read its history. */
const closed = 'C-closed'
/** No alerts from 20:02 to 7:00. */
const resting = 'C-resting'

const fair: Readings = []

let run: AlertRun
beforeAll(async () => {
  run = await startAlertRun(
    [
      { id: open, alerts: {} },
      { id: closed, alerts: {} },
      {
        id: resting,
        alerts: { quietHours: { from: '20:02', to: '07:00' } },
      },
    ],
    [closed],
    { readings: [open], killed: 'after alerts.begin' },
  )
  await run.nextHour()
  run.setReadings(fair)
  await run.nextHour()
})
afterAll(async () => {
  await run?.stop()
})

/** Everything recovers, so that the next change is a crossing. */
afterEach(async () => {
  run.setPostOutcome(null)
  run.setReadings(fair)
  await run.nextHour()
})
/** The alerts posted and recorded in a channel after this call. */
const since = async (channel: string) => {
  const before = { messages: run.alertsIn(channel).length, records: (await run.records(channel)).length }
  return async () => ({
    messages: run.alertsIn(channel).slice(before.messages),
    records: (await run.records(channel)).slice(before.records),
  })
}

it('does not report what already held at a first look that was killed', () => {
  expect(run.alertsIn(open)).toEqual([])
})

describe('an alert whose process is killed', () => {
  const everywhere: readonly KilledAt[] = [
    'after alerts.claimChecks',
    'before alerts.owe',
    'after alerts.owe',
    'before outbox.claim',
    'after outbox.claim',
    'before outbox.begin',
    'after outbox.begin',
    'within slack.post',
    'once Slack has it',
    'after slack.post',
    'after outbox.settle',
  ]
  const some = everywhere.filter((_where, place) => isThorough || place % 2 === 0)

  it.each(some)('%s is posted once, and again only after recovery', async (where) => {
    const news = await since(open)
    run.setReadings([open])
    await run.killInNextHour(where)
    await run.settle()
    // If the look itself was lost, the next one finds the crossing.
    await run.nextHour()
    await run.nextHour()
    const { messages, records } = await news()
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toContain('turned to negative')
    expect(records).toMatchObject([{ state: 'sent', ts: messages[0]?.ts }])
  })

  const posting: readonly KilledAt[] = [
    'after outbox.begin',
    'once Slack has it',
    ...(isThorough ? (['after slack.post'] as const) : []),
  ]
  it.each(posting)('%s in a channel that the bot cannot read is left to a person', async (where) => {
    const news = await since(closed)
    run.setReadings([closed])
    await run.killInNextHour(where)
    await run.settle()
    await run.nextHour()
    await run.nextHour()
    const { messages, records } = await news()
    expect(messages).toHaveLength(where === 'after outbox.begin' ? 0 : 1)
    expect(records).toMatchObject([{ state: 'unknown', dueAt: null }])
    expect(records.map(run.timesAsked)).toEqual([1])
  })

  it.each(['before alerts.mark', 'after alerts.mark'] as const)(
    '%s on recovery is posted again at the next crossing',
    async (where) => {
      const news = await since(open)
      run.setReadings([open])
      await run.nextHour()
      run.setReadings(fair)
      await run.killInNextHour(where)
      await run.nextHour()
      expect((await news()).messages).toHaveLength(1)
      run.setReadings([open])
      await run.nextHour()
      await run.nextHour()
      expect((await news()).messages).toHaveLength(2)
    },
  )
})

describe('an alert whose answer is lost', () => {
  it('is found by the look-up, and posted once', async () => {
    const news = await since(open)
    run.setPostOutcome('applied, dropped')
    run.setReadings([open])
    await run.nextHour()
    await run.settle()
    await run.nextHour()
    const { messages, records } = await news()
    expect(messages).toHaveLength(1)
    expect(records).toMatchObject([{ state: 'sent', ts: messages[0]?.ts }])
  })

  it('is posted once when the process is killed after the look-up', async () => {
    const news = await since(open)
    run.setPostOutcome('nothing, dropped')
    run.setReadings([open])
    await run.nextHour()
    await run.killInNextHour('after slack.look')
    await run.settle()
    await run.nextHour()
    const { messages, records } = await news()
    expect(messages).toHaveLength(1)
    expect(records).toMatchObject([{ state: 'sent', ts: messages[0]?.ts }])
  })

  it('is marked unknown in a channel that the bot cannot read, and not posted again', async () => {
    const news = await since(closed)
    run.setPostOutcome('applied, dropped')
    run.setReadings([closed])
    await run.nextHour()
    await run.settle()
    await run.nextHour()
    await run.nextHour()
    const { messages, records } = await news()
    expect(messages).toHaveLength(1)
    expect(records).toMatchObject([{ state: 'unknown', dueAt: null }])
    expect(records.map(run.timesAsked)).toEqual([1])
  })
})

it('an alert whose process is killed right before quiet hours is held', async () => {
  const at = (time: string) => run.now().toZonedDateTimeISO('UTC').withPlainTime(time)
  const evening = at('19:00')
  const day = Temporal.ZonedDateTime.compare(evening, run.now().toZonedDateTimeISO('UTC')) > 0 ? 0 : 1
  await run.advanceTo(evening.add({ days: day }).toInstant())
  run.setReadings([resting])
  await run.killInNextHour('after outbox.claim')
  await run.settle()
  await run.advanceTo(at('23:30').toInstant())
  await run.advanceTo(at('06:59').add({ days: 1 }).toInstant())
  expect(run.alertsIn(resting)).toEqual([])
  await run.advanceTo(at('07:01').toInstant())
  await run.nextHour()
  expect(run.alertsIn(resting)).toHaveLength(1)
  expect(await run.records(resting)).toMatchObject([{ state: 'sent' }])
})

it('no process exits on its own', () => {
  expect(run.crashes).toEqual([])
})
