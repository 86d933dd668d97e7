import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/slack/port.ts'
import { testDeliveries, testHandlers } from './handlers.ts'

const nothing = async () => {}
const nothingToSay = { text: '', blocks: [] }

/**
 * Bolt with our listeners; the test acts as Slack.
 * @param person what Slack says about people
 */
function busyApp(person: () => Promise<null> = async () => null) {
  const held = Promise.withResolvers<void>()
  const happened: string[] = []
  const waits: string[] = []
  const answer: Answer = {
    ephemeral: async ({ text }) => {
      if (text !== '') happened.push(`answered ${text}`)
    },
    inChannel: nothing,
    withProgress: () => {
      waits.push('waits for an answer')
      return answer
    },
  }
  const handlers = testHandlers({
    plan: (text) =>
      text === 'while it starts'
        ? Promise.reject(new Error('the database is away'))
        : text === 'help'
          ? { kind: 'instant', verb: 'help', understood: true, answer: () => ({ text: 'help', blocks: [] }) }
          : { kind: 'work', verb: 'visibility', who: 'readers', run: async () => nothingToSay },
    run: async (_plan, { text, team }, identify, begins) => {
      if (text.startsWith('question')) {
        await identify().catch(() => {})
        happened.push(`reads figures for ${team}`)
        await held.promise
        return nothingToSay
      }
      if (text === 'answered by another process') return null
      happened.push(`work on ${text}`)
      if (text === 'slow') begins()
      return nothingToSay
    },
  })
  const ports = {
    modals: { show: async () => 'answered', update: nothing },
    answerAt: () => answer,
    people: { person },
    poster: { post: async () => ({ channel: 'C1', ts: '1' }) },
  }
  const { inFlight, deliver } = testDeliveries(handlers, { of: () => ports as never, installedIn: null })
  const command = (text: string, team = 'T1') =>
    deliver({
      body: {
        command: '/sightline',
        text,
        team_id: team,
        channel_id: 'C1',
        user_id: 'U2',
        trigger_id: text,
        response_url: 'http://127.0.0.1/',
      },
      ack: async (response?: unknown) =>
        void happened.push(`acknowledged ${text}${response === undefined ? '' : ' with its answer'}`),
    })
  return { happened, waits, command, release: held.resolve, done: () => inFlight.drain(60_000) }
}

it('commands that arrive together are all acknowledged before work on the first one begins', async () => {
  const { happened, command, done } = busyApp()
  // Like requests on three connections: one turn of the event loop each, with everything that follows at once.
  const arrive = (text: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    setImmediate(() => command(text).then(resolve))
    return promise
  }
  await Promise.all(['one', 'two', 'three'].map(arrive))
  await done()
  const lines = ['acknowledged', 'work on'].flatMap((what) =>
    ['one', 'two', 'three'].map((n) => `${what} ${n}`),
  )
  expect(happened).toEqual(lines)
})

it('600 questions of one workspace are read a few at a time, and delay neither another’s question nor what doesn’t wait for figures', async () => {
  const { happened, command, release, done } = busyApp()
  const busy = Array.from({ length: 600 }, (_, index) => command(`question ${index}`, 'T0BUSY'))
  await Promise.all(busy)
  const work = () => happened.filter((line) => !line.startsWith('acknowledged'))
  await expect.poll(() => work().length).toBeGreaterThan(0)
  await command('question of another', 'T0OTHER')
  await command('slow', 'T0BUSY')
  await expect.poll(work).toContain('reads figures for T0OTHER')
  await expect.poll(work).toContain('work on slow')
  const served = work()
  expect(served.indexOf('reads figures for T0OTHER')).toBeLessThanOrEqual(17)
  expect(served.filter((line) => line.endsWith('T0BUSY')).length).toBeLessThanOrEqual(16)
  release()
  await done()
  expect(work()).toHaveLength(602)
})

describe('an answer that only depends on who asks', () => {
  it('is in the acknowledgement if the person is known', async () => {
    const { happened, command } = busyApp()
    await command('help')
    expect(happened).toEqual(['acknowledged help with its answer'])
  })

  it('follows the acknowledgement, which does not wait for Slack to identify the person', async () => {
    const answered = Promise.withResolvers<null>()
    const { happened, command, done } = busyApp(() => answered.promise)
    await command('help')
    expect(happened).toEqual(['acknowledged help'])
    answered.resolve(null)
    await done()
    expect(happened).toEqual(['acknowledged help', 'answered help'])
  })

  it('is given even if Slack says nothing', async () => {
    const { happened, command, done } = busyApp(() => Promise.reject(new Error('Slack is down')))
    await command('help')
    await done()
    expect(happened.at(-1)).toMatch(/^(answered help|acknowledged help with its answer)$/)
  })
})

it('a command during a start that then fails is reported once, and ends no process when Slack delivers it twice', async () => {
  const { happened, command, done } = busyApp()
  // An unhandled rejection fails the test run.
  await Promise.all([command('while it starts'), command('while it starts')])
  await done()
  expect(happened.filter((line) => line.startsWith('acknowledged'))).toHaveLength(2)
  expect(happened.filter((line) => line.startsWith('answered'))).toHaveLength(1)
})

it('a command that another process has answered does not show that an answer is being looked up', async () => {
  const { happened, waits, command, done } = busyApp()
  await command('answered by another process')
  await done()
  expect(waits).toEqual([])
  await command('slow')
  await done()
  expect(waits).toHaveLength(1)
  expect(happened.at(-1)).toBe('work on slow')
})
