import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Running } from '../../processes.ts'
import { ask, labelsOf, textOf } from '../slack-screen.ts'
import { engines, type Replicas, startReplicas } from './replicas.ts'
import { buttonsIfUnknown, clickAndHear, now, pressNow, tasksRoute } from './world.ts'

const { owner, admin } = USERS
const { brandVisibility, marketing } = CHANNELS
const authRoutes = ['/v1/auth/token', '/v1/auth/refresh_token']

describe.each(engines)('a bot that is killed with SIGKILL, over %s', (engine) => {
  let processes: Replicas
  let bot: Running | null = null
  let resultId: string
  /** Two copies of the recommendation, in two channels. */
  let copies: readonly ShownMessage[]
  let here: ShownMessage
  let there: ShownMessage
  const show = (copy: ShownMessage) => textOf(now(processes.slack, copy))
  const labels = (copy: ShownMessage) => labelsOf(now(processes.slack, copy))
  const both = (words: string) =>
    processes.slack.until(
      () => copies.every((copy) => show(copy).includes(words)),
      `“${words}” in both copies`,
    )
  const hears = (user: string, copy: ShownMessage, label: string, words: string) =>
    clickAndHear(processes.slack, user, copy, label, words)
  /** Starts the bot again after all waits have ended. A claim is considered lost after two minutes. */
  const restart = async () => {
    await bot?.end('SIGKILL')
    processes.clock.advance({ minutes: 5 })
    bot = await processes.start()
  }
  /** Requests the list, which is read from the records, until it says this. */
  const listed = async (words: string) => {
    for (let asked = 0; asked < 50; asked += 1) {
      const { answer } = await ask(processes, admin, brandVisibility, '/sightline actions')
      if (textOf(answer).includes(words)) return
    }
    throw new Error(`the list never said “${words}”`)
  }

  beforeAll(async () => {
    processes = await startReplicas(engine)
  })
  afterAll(() => processes?.stop())
  let number = 0
  beforeEach(async () => {
    // Each test uses another recommendation, and the process that the previous test started.
    resultId = processes.service.demo.resultIds[number++] ?? ''
    here = await processes.post(brandVisibility, resultId)
    there = await processes.post(marketing, resultId)
    copies = [here, there]
  })
  it('between the intent and the request: nothing was sent, and the outcome is shown as unknown', async () => {
    const { service, slack } = processes
    // Without a token no request can be sent.
    for (const route of authRoutes) service.addFault({ route, how: { kind: 'stall' } })
    bot = await processes.start()
    await pressNow(slack, owner, here, 'Create task')
    await slack.until(() => show(here).includes('Creating the task'), 'the intent')
    await hears(admin, there, 'Create task', `<@${owner}> clicked first`)
    await bot?.end('SIGKILL')
    expect(processes.posts(resultId)).toBe(0)
    expect(show(here)).toContain('Creating the task… started by')

    service.clearFaults()
    await restart()
    await both('The task may not have been created')
    expect(processes.posts(resultId), 'nothing is sent automatically').toBe(0)
    expect(labels(here)).toEqual(buttonsIfUnknown)
    await hears(admin, here, 'Check again', 'We can’t confirm the task yet')
    await pressNow(slack, admin, there, 'Create anyway')
    await both('Task created')
    expect(processes.posts(resultId)).toBe(1)
  })

  it('between the request and the record: the task exists, and a person finds it again', async () => {
    const { service, slack, clock } = processes
    bot ??= await processes.start()
    // The service creates the task, but its answer takes a minute to arrive.
    service.addFault({ route: tasksRoute, times: 1, how: { kind: 'slow_body', bytesPerSecond: 10 } })
    await pressNow(slack, owner, here, 'Create task')
    await expect.poll(() => processes.posts(resultId)).toBe(1)
    await hears(admin, there, 'Create task', `<@${owner}> clicked first`)
    await bot?.end('SIGKILL')
    expect(show(here)).toContain('Creating the task… started by')

    await restart()
    await both('The task may not have been created')
    expect(processes.posts(resultId)).toBe(1)
    // By now the service has written the brief.
    clock.advance({ minutes: 1 })
    const reply = await hears(admin, here, 'Check again', 'The task was probably created')
    expect(show(here), 'evidence is no proof').toContain('may not have been created')
    await pressNow(slack, admin, reply, 'This is the task')
    await both(', confirmed by')
    expect(labels(there)).toEqual(['Mark as done', 'Create another', 'View brief', 'Stop tracking…'])
    expect(processes.posts(resultId)).toBe(1)
  })

  it('between the record and the messages: they are updated later', async () => {
    const { slack } = processes
    bot ??= await processes.start()
    const before = processes.service.demo.resultIds.filter((id) => processes.posts(id) > 0).length
    // Slack answers no update until the list is right. The bot gives up after ten seconds, and retries.
    const mute = slack.fail('chat.update', { delayMs: 600_000 }, 1_000)
    await pressNow(slack, owner, here, 'Create task')
    await listed(`${before + 1} with a task.`)
    await bot?.end('SIGKILL')
    expect(labels(here), 'the message has not been updated').toContain('Create task')

    mute.end()
    await restart()
    await slack.until(() => show(here).includes('Task created'), 'the task in its message')
    expect(processes.posts(resultId)).toBe(1)
  })
})
