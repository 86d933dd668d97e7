import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../stage.ts'
import { type Entries, filledIn } from './forms/fill-form.ts'
import { ask, buttonsOf, press, textOf, texts } from './slack-screen.ts'

const { owner, member } = USERS
const { marketing: channel } = CHANNELS

/** The configuration adds no digest. It is Monday, 16 November 2026, 08:59 in Berlin. */
const start = () =>
  startStage({
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    rateLimits: false,
    env: { SIGHTLINE_DIGEST_CHANNELS: '' },
    log: { write: () => {} },
  })

/** What a person does and sees in the channel. */
function actorIn(stage: Stage) {
  const until = async (instant: string) => {
    stage.clock.advance(stage.clock.now().until(instant))
    await stage.bot.scheduler.wake()
  }
  const alerts = (): readonly ShownMessage[] =>
    stage.slack
      .messages(channel)
      .filter(
        (message) =>
          message.ephemeralFor === undefined && textOf(message).includes('Posted because alerts are on'),
      )
  const typed = async (text: string) => (await ask(stage, owner, channel, `/sightline ${text}`)).answer
  /** The owner's ephemeral message, once it says this. */
  const shown = (saying: string) =>
    stage.slack.until(
      () => stage.slack.messages(channel, owner).find((message) => textOf(message).includes(saying)),
      `“${saying}” for the owner`,
    )

  const formWith = (field: string) =>
    stage.slack.until(() => {
      const top = stage.slack.views(owner).at(-1)
      return top !== undefined && JSON.stringify(top.view).includes(`"block_id":"${field}"`) ? top : null
    }, `the form with ${field}`)

  /** The form with every field that these entries need. Some fields are revealed by choices, others by "More options". */
  async function opened(command: string, entries: Entries): Promise<OpenView> {
    await stage.slack.command({ user: owner, channel, text: command })
    let form = await formWith('digest_buttons')
    const more = buttonsOf(form.view.blocks).find(({ label }) => label === 'More options')
    if (more !== undefined) {
      const { actionId, blockId } = more
      await stage.slack.viewAction({ user: owner, viewId: form.id, actionId, blockId })
      form = await formWith('alerts')
    }
    const brings = {
      days: ['monthly', 'monthDay'],
      sections: ['evaluations', 'evaluations'],
      alerts: ['fall', 'fallsBy'],
    }
    for (const [blockId, [choice = '', field = '']] of Object.entries(brings)) {
      const value = entries[blockId]
      if (value === undefined || !value.includes(choice)) continue
      const [chosen] = Object.entries(filledIn(form, { [blockId]: value })[blockId] ?? {})
      if (chosen === undefined) throw new Error(`no field ${blockId}`)
      const [actionId, selection] = chosen
      await stage.slack.viewAction({ user: owner, viewId: form.id, actionId, blockId, selection })
      form = await formWith(field)
    }
    return form
  }

  async function fillIn(command: string, entries: Entries): Promise<string> {
    for (const { id } of stage.slack.views(owner).toReversed())
      await stage.slack.closeView({ user: owner, viewId: id })
    const form = await opened(command, entries)
    await stage.slack.submitView({ user: owner, viewId: form.id, values: filledIn(form, entries) })
    const answered = () => {
      const { view, errors = {} } = stage.slack.views(owner).at(-1) ?? { view: {} }
      const words = [...texts(view), ...Object.values(errors)].join('\n')
      return /is set up for|is saved for|Enter a fall|has no evaluation/.test(words) ? words : null
    }
    return stage.slack.until(answered, 'what became of the form')
  }

  return { until, alerts, typed, shown, fillIn }
}

type Actor = ReturnType<typeof actorIn>

describe('alerts between digests', () => {
  let stage: Stage
  let actor: Actor

  beforeAll(async () => {
    stage = await start()
    actor = actorIn(stage)
  })
  afterAll(async () => {
    await stage?.stop()
  })
  const alerts = () => actor.alerts()
  const until = (instant: string) => actor.until(instant)
  /** Noon of each of these days, counted from 30 November 2026. */
  const days = async (from: number, to: number) => {
    for (let day = from; day <= to; day += 1)
      await until(String(Temporal.Instant.from('2026-11-30T11:00:00Z').add({ hours: 24 * day })))
  }

  it('are off until ticked in the form; a wrong value is reported at its field', async () => {
    const wrong = await actor.fillIn('/sightline digest add', {
      days: 'monthly',
      alerts: ['fall'],
      fallsBy: '0',
    })
    expect(wrong).toContain('Enter a fall of more than 0')
    const saved = await actor.fillIn('/sightline digest add', { days: 'monthly' })
    expect(saved).toContain('is set up for')
    expect(saved).toMatch(/Alerts: (?:none|off)/)
    await until('2026-11-23T12:00:00Z')
    expect(alerts()).toEqual([])
  })

  it('are turned on in the same form, and described wherever the digest is shown', async () => {
    const entries = {
      alerts: ['overtaken', 'fall', 'sentimentNegative', 'evaluationDone', 'quiet'],
      fallsBy: '3',
    }
    const words =
      'Alerts: when a competitor overtakes you, visibility falls by more than 3 points, a subreddit turns negative, or a watched evaluation finishes; held from 22:00 to 07:00.'
    expect(await actor.fillIn('/sightline digest edit', entries)).toContain(words)
    for (const verb of ['digest list', 'status']) expect(textOf(await actor.typed(verb))).toContain(words)
    await until('2026-11-23T13:00:00Z')
    expect(alerts(), 'what was already so is not news').toEqual([])
  })

  it('are posted once, when the quiet hours have ended', async () => {
    // A subreddit turns negative with Monday's summaries, at midnight UTC.
    for (const time of ['2026-11-29T23:30:00Z', '2026-11-30T01:00:00Z', '2026-11-30T05:59:00Z']) {
      await until(time)
      expect(alerts()).toEqual([])
    }
    await until('2026-11-30T06:00:00Z')
    await until('2026-11-30T10:00:00Z')
    expect(alerts()).toHaveLength(1)
    const [alert] = alerts()
    expect(textOf(alert)).toContain('Sentiment in r/smallbusiness turned')
    expect(textOf(alert)).toContain('for “Monthly brand visibility”')
    if (alert === undefined) return
    await press(stage, member, alert, 'Read what Reddit says')
    await stage.slack.until(
      () =>
        stage.slack
          .messages(channel, member)
          .find((message) => message.ephemeralFor === member && textOf(message).includes('r/smallbusiness')),
      'what Reddit says, for who asked',
    )
  })

  it('are not posted for places that go back and forth', async () => {
    await days(1, 54)
    expect(alerts().filter((message) => textOf(message).includes('overtook'))).toEqual([])
    expect(alerts().length).toBeGreaterThan(1)
  })

  it('are in the history, with a link to each', async () => {
    const history = await actor.typed('digest history')
    expect(textOf(history)).toContain('alert: ▼')
    const newest = alerts().at(-1)
    expect(JSON.stringify(history.blocks)).toContain(
      `/archives/${channel}/p${String(newest?.ts).replace('.', '')}`,
    )
  })

  it('are turned off by a click under one of them', async () => {
    const last = alerts().at(-1)
    if (last === undefined) throw new Error('no alert')
    await press(stage, owner, last, 'Turn alerts off')
    await actor.shown('Alerts are off for')
    expect(textOf(await actor.typed('digest list'))).not.toContain('Alerts:')
    const count = alerts().length
    await days(55, 80)
    expect(alerts()).toHaveLength(count)
  })
})

describe('website evaluations', () => {
  let stage: Stage
  let actor: Actor

  beforeAll(async () => {
    stage = await start()
    actor = actorIn(stage)
  })
  afterAll(async () => {
    await stage?.stop()
  })

  it('are a section of the digest if the form names them or a person watches them; an unavailable one says so', async () => {
    const [ended = '', watched = ''] = [3, 1].map((index) => stage.service.demo.evaluationIds[index])
    const sections = ['visibility', 'evaluations']
    const wrong = await actor.fillIn('/sightline digest add', { sections, evaluations: 'the pricing page' })
    expect(wrong).toContain('has no evaluation id')
    const address = `https://console.example/evaluations/${ended}`
    await actor.fillIn('/sightline digest add', {
      sections,
      evaluations: address,
      alerts: ['evaluationDone'],
    })
    stage.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/website_evaluations/{id}',
      how: { kind: 'status', status: 403 },
    })
    expect(textOf(await actor.typed('digest test'))).toContain(
      '⚠ Unavailable: Sightline’s API key isn’t allowed',
    )
    stage.service.clearFaults()
    const preview = textOf(await actor.typed('digest test'))
    expect(preview).toContain('✓ Website evaluation “Quarterly review of every landing page')

    await stage.bot.scheduler.wake()
    const answer = await actor.typed(`evaluation ${watched}`)
    await press(stage, owner, answer, 'Notify me when it’s done')
    await actor.shown('You’ll get a direct message when')
    // One that has not ended is no news: it is in the digest’s thread.
    expect(textOf(await actor.typed('digest test'))).not.toContain('“Help center”')
  })

  it('are announced in the channel when they finish, in addition to the watcher’s direct message', async () => {
    expect(actor.alerts()).toEqual([])
    for (const time of ['2026-11-16T08:05:00Z', '2026-11-16T09:00:00Z', '2026-11-16T10:00:00Z'])
      await actor.until(time)
    expect(actor.alerts()).toHaveLength(1)
    const [alert] = actor.alerts()
    expect(textOf(alert)).toContain('⚠ Website evaluation “Help center”: partly completed.')
    if (alert === undefined) return
    await press(stage, owner, alert, 'See the evaluation')
    await actor.shown('help.northwind.example')
  })
})
