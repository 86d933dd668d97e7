import { expect, it } from 'vitest'
import { runVerbAction } from '../../src/actions/answers.ts'
import type { Message } from '../../src/model/message.ts'
import type { Click } from '../../src/slack/port.ts'
import { answerInto, channel, formWorld, team, user } from '../forms/support.ts'

it('“Try again” reads free words as they were read the first time', async () => {
  const { workspace } = await formWorld()
  const said: Message[] = []
  const message = { channel, ts: '1.1', ephemeral: true, content: null, threadTs: null }
  const click = { team, channel, user, message, outside: false } as Click
  const again = { kind: 'run_verb', text: 'how are we doing on Perplexity?', inPlace: true } as const
  await runVerbAction(again, { click, answer: answerInto(said), workspace })
  expect(said[0]?.text).toContain('Read as: `visibility Perplexity`')
})
