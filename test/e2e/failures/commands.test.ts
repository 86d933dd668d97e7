import { describe, expect, it } from 'vitest'
import type { ServiceFault } from '../../../sandbox/service/model.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import { ask, messageSaying, press, textOf } from '../slack-screen.ts'
import { answerTo, logLines, stageForTest } from '../stage.ts'

const { owner } = USERS
const everything: Pick<ServiceFault, 'method'> = { method: 'GET' }

describe('when the analytics service fails, the asker reads what happened and what to do', () => {
  it.each<[string, string, string, Record<string, string>, ServiceFault['how']?]>([
    [
      'a wrong API key',
      'authentication:401',
      'The analytics service rejected the API key ending in …0000. Ask your Sightline admin to check or replace it.',
      { SIGHTLINE_API_KEY: 'sk-sandbox-wrong-key-0000' },
    ],
    [
      'an address where nothing answers',
      'unavailable',
      'The analytics service can’t be reached. Try again in a few minutes.',
      { SIGHTLINE_SEARCH_API_URL: 'http://127.0.0.1:9', SIGHTLINE_API_DEADLINE_SECONDS: '2' },
    ],
    [
      'a 500',
      'unavailable:500',
      'The analytics service is down. Try again in a few minutes.',
      {},
      { kind: 'status', status: 500 },
    ],
    [
      'a body that is no JSON',
      'bad_response:200:body',
      'Sightline can’t read the analytics service’s answer. Try again later; if it keeps happening, tell your Sightline admin.',
      {},
      { kind: 'broken_json' },
    ],
    [
      'a field that is missing',
      'bad_response:200:data.0.brand',
      'The analytics service’s answers have changed: Sightline can’t read the field data.0\u2060.brand. Tell your Sightline admin; an update may fix it.',
      {},
      { kind: 'missing_field', field: 'brand' },
    ],
    [
      'no answer until the deadline',
      'timeout',
      'The analytics service took too long to answer. Try again in a few minutes.',
      { SIGHTLINE_API_DEADLINE_SECONDS: '1' },
      { kind: 'stall' },
    ],
    [
      'a refusal',
      'forbidden:403',
      'Sightline’s API key isn’t allowed to do that. Ask your Sightline admin for one that is.',
      {},
      { kind: 'status', status: 403 },
    ],
  ])('%s', async (_name, code, sentence, env, how) => {
    const on = await stageForTest({ minutesBefore: 1, env })
    if (how !== undefined) on.service.addFault({ ...everything, how })
    const { acknowledged, answer } = await ask(on, owner, on.channel, '/sightline visibility')
    expect(acknowledged.ok).toBe(true)
    const [words, reference] = answer.text.split('\nReference: ')
    expect(words).toBe(sentence)
    expect(logLines.find((line) => line.reference === reference)).toMatchObject({
      code,
      msg: 'request failed',
    })
    const everyLine = JSON.stringify(logLines) + textOf(answer)
    for (const secret of [...Object.values(on.service.keys), on.slack.botToken, on.slack.appToken])
      expect(everyLine).not.toContain(secret)
  })

  it('offer to try again where that may help, and replace the error with the answer', async () => {
    const on = await stageForTest({ minutesBefore: 1 })
    on.service.addFault({ ...everything, how: { kind: 'status', status: 503 } })
    const { answer } = await ask(on, owner, on.channel, '/sightline visibility')
    on.service.clearFaults()
    await press(on, owner, answer, 'Try again')
    await messageSaying(on.slack, on.channel, 'Northwind', owner)
    const texts = on.slack.messages(on.channel, owner).map(textOf)
    expect(texts.join('\n')).not.toContain('Try again')
    on.service.addFault({ ...everything, how: { kind: 'status', status: 403 } })
    expect(textOf(await answerTo(owner, on.channel, 'reddit'))).not.toContain('Try again')
  })
})
