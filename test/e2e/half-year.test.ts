/**
 * Half a year of a team with Sightline, on a market with planned changes. Shows what was done and what moved since, each
 * reported once.
 */
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO } from '../../sandbox/service/demo.ts'
import type { PlantedMarket } from '../../sandbox/service/planted/plan.ts'
import { APP, CHANNELS, TEAM, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import { openStore } from '../../src/store/index.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { type Entries, filledIn } from './forms/fill-form.ts'
import { ask, buttonsOf, press, textOf, texts } from './slack-screen.ts'

const channel = CHANNELS.general
const { owner, member } = USERS
/** Week 0: Monday, 4 May 2026, 8:00 in Berlin. */
const firstDay = Temporal.PlainDate.from('2026-05-04')
const begins = Temporal.Instant.from('2026-05-04T06:00Z')
const weeksBefore = 16

/** From week 2 on, only the own brand gains: 9 points on the two engines that the first task aims at. */
const market: PlantedMarket = {
  id: DEMO.projectId,
  seed: 7,
  start: '2026-01-12',
  engines: [
    ...(['ChatGPT', 'Perplexity', 'GoogleAIO', 'Claude', 'Gemini'] as const),
    ...(['Bing', 'BingAIO', 'Google', 'GoogleAIMode', 'AmazonRufus'] as const),
  ],
  answers: 350,
  brands: [
    {
      name: 'Northwind',
      mine: true,
      levels: [34, 30, 32, 33, 31, 33, 34, 32, 31, 30],
      changes: (['Perplexity', 'GoogleAIO'] as const).map((engine) => ({
        kind: 'shift',
        week: weeksBefore + 2,
        engine,
        points: 9,
      })),
    },
    { name: 'Contoso', levels: [45, 44, 46, 45, 47, 44, 46, 45, 47, 44] },
    { name: 'Acme', levels: [24, 25, 24, 26, 23, 25, 24, 26, 23, 25] },
    { name: 'Globex', levels: [52, 51, 52, 50, 53, 51, 52, 50, 53, 51] },
    { name: 'Initech', levels: [15, 16, 15, 14, 17, 16, 15, 14, 17, 16] },
  ],
}

let stage: Stage
beforeAll(async () => {
  stage = await startStage({
    rateLimits: false,
    now: begins,
    markets: [market],
    log: logSink,
    env: { SIGHTLINE_DIGEST_CHANNELS: '', SIGHTLINE_RECOMMENDATIONS: '' },
  })
})
afterAll(() => stage?.stop())

const inChannel = () => stage.slack.messages(channel).filter(({ ephemeralFor }) => ephemeralFor === undefined)
const posted = () => inChannel().filter(({ thread_ts }) => thread_ts === undefined)
const repliesTo = ({ ts }: ShownMessage) => inChannel().filter((one) => one.thread_ts === ts && one.ts !== ts)
const labels = (message: ShownMessage) => buttonsOf(message.blocks).map(({ label }) => label)

/** Moves to 9:01 in Berlin on that day, and returns what was posted on the way. */
async function goTo(day: Temporal.PlainDate): Promise<readonly ShownMessage[]> {
  const { clock, bot, timeZone } = stage
  // The weeks that have ended are read in the background, a few at each wake-up.
  const night = day.toZonedDateTime({ timeZone, plainTime: '04:00' }).toInstant()
  clock.advance(clock.now().until(night))
  for (let wakeUps = 0; wakeUps < 15; wakeUps += 1) await bot.scheduler.wake()
  const due = day.toZonedDateTime({ timeZone, plainTime: '09:01' }).toInstant()
  clock.advance(clock.now().until(due))
  const before = posted().length
  await bot.scheduler.wake()
  return posted().slice(before)
}

/** The digest of a week's Monday. */
async function digestOf(week: number): Promise<ShownMessage> {
  const [digest] = await goTo(firstDay.add({ weeks: week }))
  if (digest === undefined) throw new Error(`no digest in week ${week}`)
  return digest
}

const answer = async (text: string) => (await ask(stage, owner, channel, `/sightline ${text}`)).answer

/** Presses a button and waits until the message says this. */
async function pressed(
  message: ShownMessage,
  label: string,
  words: string,
  user: string = owner,
): Promise<ShownMessage> {
  await press(stage, user, message, label)
  return stage.slack.until(
    () =>
      stage.slack
        .messages(message.channel, user)
        .find((one) => one.ts === message.ts && textOf(one).includes(words)),
    `“${words}” after “${label}”`,
  )
}

const modal = (words: string): Promise<OpenView> =>
  stage.slack.until(
    () => stage.slack.views(owner).find(({ view }) => texts(view).join('\n').includes(words)),
    `a modal that says “${words}”`,
  )

const submit = (form: OpenView, entries: Entries) =>
  stage.slack.submitView({ user: owner, viewId: form.id, values: filledIn(form, entries) })

/** The newest file sent to the owner. */
async function fileAfter(act: () => Promise<unknown>, name: RegExp): Promise<string> {
  const { slack } = stage
  await act()
  const file = await slack.until(
    () =>
      slack
        .messages(CHANNELS.ownerDm)
        .flatMap(({ files = [] }) => files)
        .find((one) => name.test(String(one.name))),
    `a file ${name}`,
  )
  const headers = { authorization: `Bearer ${slack.botToken}` }
  return (await fetch(String(file.url_private), { headers })).text()
}

it('reports once what moved since a task, looks back each month, and leaves nothing when forgotten', {
  timeout: 120_000,
}, async () => {
  const { slack, service } = stage
  const { resultIds } = service.demo

  // Week 0: four recommendations are tracked, and a digest is set up.
  slack.setMember({ channel, user: APP.botUser, member: true, inviter: owner })
  const invitation = await slack.until(
    () => posted().find((one) => labels(one).includes('Set up a weekly digest')),
    'the invitation',
  )
  for (const id of resultIds.slice(0, 4))
    expect((await answer(`actions add ${id}`)).text).toContain('Now tracking')
  await press(stage, owner, invitation, 'Set up a weekly digest')
  await slack.until(
    () => slack.messages(channel, owner).find((one) => textOf(one).includes('is set up')),
    'the digest',
  )
  await slack.command({ user: owner, channel, text: '/sightline digest add' })
  await submit(await modal('will see this digest'), { sections: ['review'], days: 'monthly', time: '09:00' })
  // It asks for the day of the month.
  await submit(await modal('Day of the month'), {})
  await modal('is set up for')

  // Week 1: a task created from the digest. Its engines rise a week later.
  await pressed(await digestOf(1), 'Create task', '✓ Task created', member)

  // Week 2: something that wasn't a task.
  await digestOf(2)
  expect(textOf(await answer('note "New pricing page is live"'))).toContain('New pricing page is live')

  // Reported once, when three complete weeks have passed since the task's own week.
  const digests = [await digestOf(4), await digestOf(5), await digestOf(6)]
  const tells = digests.map(({ text }) => /Draft the comparison page.*is up/.test(text))
  expect(tells).toEqual([false, true, false])
  expect(digests.flatMap(repliesTo).map(textOf).join()).toContain('New pricing page is live')
  const telling = digests[1]
  if (telling === undefined) throw new Error('never')
  expect(telling.text).toMatch(
    /Your visibility on Perplexity and Google AI Overviews is up \d+\.\d points since \(between \+.*\), more than on your other engines\./,
  )

  // The monthly review, on the first of the month, in the channel and in its canvas.
  const [review] = await goTo(Temporal.PlainDate.from('2026-07-01'))
  expect(review?.text).toMatch(/^Monthly review: Northwind · June/)
  expect(review?.text).toMatch(/“Draft the comparison page.*is up \d+\.\d points since/)
  const canvas = () => slack.canvases(channel).map(({ title, markdown }) => `${title}\n${markdown}`)
  expect(canvas()).toEqual([expect.stringMatching(/^Brand review\n# Brand review: Northwind · June/)])

  // Week 9: a member marks the day when it was done, and undoes that.
  await digestOf(9)
  const listed = await answer('tasks')
  await press(stage, owner, listed, 'Mark as done')
  await submit(await modal('Done on'), { day: '2026-05-25' })
  const rewritten = (test: (words: string) => boolean, what: string) =>
    slack.until(
      () => slack.messages(channel, owner).find((one) => one.ts === listed.ts && test(textOf(one))),
      what,
    )
  const done = await rewritten(
    (words) => words.includes('Done on Mon 25 May'),
    'the day on which it was done',
  )
  expect(done.text).toMatch(/comparison page.*is up/s)
  await press(stage, owner, done, 'Reopen')
  await rewritten((words) => !words.includes('Done on'), 'the task as open again')

  // A task that names no engine, until a person does, and without any effect.
  await pressed(await answer(`task ${resultIds[3]}`), 'Create task', '2 with a task')
  const open = await answer('tasks')
  expect(open.text).toMatch(/deliverability study.*aims at: no engine/is)
  await press(stage, owner, open, 'Change aim')
  await submit(await modal('Competitor'), { engines: ['Claude'] })
  await slack.until(
    () =>
      slack
        .messages(channel, owner)
        .find((one) => one.ts === open.ts && textOf(one).includes('Aims at: Claude')),
    'the new aim in the list',
  )
  expect((await answer('tasks')).text).toMatch(/deliverability study.*Too early/is)
  for (const week of [13, 18]) await digestOf(week)
  const list = await answer('tasks')
  expect(list.text).toMatch(/deliverability study.*No clear change on Claude in 8 weeks/is)
  expect(list.text).toMatch(/comparison page.*is up \d+\.\d points since/s)

  // Week 26: a review since May, posted to the channel, exported as a file and written to the canvas.
  await digestOf(26)
  const since = await answer('review since may')
  expect(since.text).toMatch(
    /2 tasks created, none marked as done; since then, 1 rise of more than ordinary variation/,
  )
  expect(since.text).toMatch(/No clear change: “[^”]*deliverability study”/)
  expect(since.text).toContain('New pricing page is live')
  await press(stage, owner, since, 'Share to channel')
  await slack.until(() => posted().find(({ text }) => /Northwind · 1 May – /.test(text)), 'the shared review')
  await slack.until(() => canvas().join().includes('Northwind · 1 May – '), 'the review in the canvas')
  expect(canvas()).toHaveLength(1)
  const csv = await fileAfter(() => press(stage, owner, since, 'Download CSV'), /review/)
  expect(csv).toContain('Draft the comparison page against Contoso')
  const exported = await fileAfter(() => answer('tasks export'), /tasks/)
  expect(exported.split('\r\n')).toHaveLength(4)

  // Of all posts in half a year, one weekly digest reported it.
  const saying = posted().filter(({ text }) => /comparison page.*is up/.test(text))
  expect(
    saying.filter(({ text }) => text.includes(' in the thread · Change it')).map(({ ts }) => ts),
  ).toEqual([telling.ts])

  // After forgetting the workspace, not a single row is left.
  const file = stage.env.SIGHTLINE_DATABASE_FILE ?? ''
  await stage.bot.stop()
  const store = await openStore({ file })
  const erased = await store.erase(TEAM.id)
  await store.close()
  const withRows = erased.filter(({ rows }) => rows > 0).map(({ table }) => table)
  expect(withRows).toEqual(
    expect.arrayContaining(['tasks', 'task_aims', 'notes', 'canvases', 'subscriptions']),
  )
  expect(rowsWith(file, [TEAM.id, channel, owner, member, 'Contoso', 'pricing page'])).toEqual([])
})

/** The tables that still contain any of these words. */
function rowsWith(file: string, words: readonly string[]): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const left = names
    .map(({ name }) => String(name))
    .filter((name) => {
      const rows = JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all())
      return words.some((word) => rows.includes(word))
    })
  database.close()
  return left
}
