import { describe, expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { ask, messageSaying, press, textOf } from '../slack-screen.ts'
import { failureStage } from './stage.ts'

const { owner } = USERS
const { start, logLines } = failureStage()

const referenceOf = (message: ShownMessage) => /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(textOf(message))?.[0]
const everything: Pick<ServiceFault, 'method'> = { method: 'GET' }

describe('when the analytics service fails, the asker reads what happened and what to do', () => {
  const cases: {
    readonly name: string
    readonly code: string
    readonly sentence: RegExp
    readonly env?: Record<string, string>
    readonly fault?: ServiceFault
  }[] = [
    {
      name: 'a wrong API key',
      code: 'authentication:401',
      sentence: /key/i,
      env: { SIGHTLINE_API_KEY: 'sk-sandbox-wrong-key-0000' },
    },
    {
      // Docker makes one where the file to be mounted is missing.
      name: 'a folder instead of the file with the API key',
      code: 'authentication',
      sentence: /has no API key/,
      env: { SIGHTLINE_API_KEY: '', SIGHTLINE_API_KEY_FILE: import.meta.dirname },
    },
    {
      name: 'an address where nothing answers',
      code: 'unavailable',
      sentence: /reach/i,
      env: { SIGHTLINE_SEARCH_API_URL: 'http://127.0.0.1:9', SIGHTLINE_API_DEADLINE_SECONDS: '2' },
    },
    {
      name: 'a 500',
      code: 'unavailable:500',
      sentence: /trouble|unavailable|again/i,
      fault: { ...everything, how: { kind: 'status', status: 500 } },
    },
    {
      name: 'a body that is no JSON',
      code: 'bad_response:200:body',
      sentence: /answer/i,
      fault: { ...everything, how: { kind: 'broken_json' } },
    },
    {
      name: 'a field that is missing',
      code: 'bad_response:200:data.0.brand',
      sentence: /answer/i,
      fault: { ...everything, how: { kind: 'missing_field', field: 'brand' } },
    },
    {
      name: 'no answer until the deadline',
      code: 'timeout',
      sentence: /time|slow|long/i,
      env: { SIGHTLINE_API_DEADLINE_SECONDS: '1' },
      fault: { ...everything, how: { kind: 'stall' } },
    },
    {
      name: 'a refusal',
      code: 'forbidden:403',
      sentence: /allow|permission|may not|access/i,
      fault: { ...everything, how: { kind: 'status', status: 403 } },
    },
  ]

  const sentences = new Map<string, string>()

  it.each(cases)('$name', async ({ name, code, sentence, env, fault }) => {
    const on = await start(env === undefined ? {} : { env })
    if (fault !== undefined) on.service.addFault(fault)
    const { acknowledged, answer } = await ask(on, owner, on.channel, '/sightline visibility')
    expect(acknowledged.ok).toBe(true)
    expect(textOf(answer)).toMatch(sentence)
    const reference = referenceOf(answer)
    sentences.set(name, answer.text.split('\n')[0] ?? '')
    expect(reference).toBeDefined()
    expect(logLines.find((line) => line.reference === reference)).toMatchObject({
      code,
      msg: 'request failed',
    })
    const everyLine = JSON.stringify(logLines) + textOf(answer)
    for (const secret of [...Object.values(on.service.keys), on.slack.botToken, on.slack.appToken])
      expect(everyLine).not.toContain(secret)
  })

  it('offer to try again where that may help, and replace the error with the answer', async () => {
    const on = await start()
    on.service.addFault({ ...everything, how: { kind: 'status', status: 503 } })
    const { answer } = await ask(on, owner, on.channel, '/sightline visibility')
    on.service.clearFaults()
    await press(on, owner, answer, 'Try again')
    const texts = () => on.slack.messages(on.channel, owner).map(textOf)
    await messageSaying(on.slack, on.channel, 'Northwind', owner)
    expect(texts().join('\n')).not.toContain('Try again')
    on.service.addFault({ ...everything, how: { kind: 'status', status: 403 } })
    const refused = await ask(on, owner, on.channel, '/sightline reddit')
    expect(textOf(refused.answer)).not.toContain('Try again')
  })

  it('use a different sentence for each', () => {
    expect(sentences.size).toBe(cases.length)
    expect(new Set(sentences.values()).size).toBe(cases.length)
    expect(new Set(cases.map(({ code }) => code)).size).toBe(cases.length)
  })
})

describe('while the service is slow', () => {
  it('tells the asker that looking it up takes a few seconds, and then answers', async () => {
    const on = await start()
    on.service.addFault({ ...everything, times: 2, how: { kind: 'latency', ms: 3_000 } })
    const typed = on.slack.command({ user: owner, channel: on.channel, text: '/sightline visibility' })
    await messageSaying(on.slack, on.channel, /^Looking/, owner)
    expect((await typed).ok).toBe(true)
    await messageSaying(on.slack, on.channel, 'How measured', owner)
    const order = on.slack.messages(on.channel, owner).map(({ text }) => text.startsWith('Looking'))
    expect(order).toEqual([true, false])
  })
})
