import { expect, it } from 'vitest'
import { mrkdwn, richText, type Span } from '../../../src/blocks/kit/text.ts'
import { validateMessage } from '../validate.ts'

it.each([
  ['C0BRAND', '<#C0BRAND>'],
  ['G0BRAND', '<#G0BRAND>'],
  // Slack has no links to direct messages, and refuses blocks with one.
  ['D0BRAND', 'a direct message'],
  ['', 'the channel'],
  ['<!channel>', 'the channel'],
])('a channel in a sentence with the id %j reads %j, and Slack accepts it', (channel, read) => {
  const line: Span[] = ['What ', { channel }, ' is set to']
  const text = `What ${read} is set to`
  expect(mrkdwn(line)).toBe(text)
  expect(validateMessage({ text, blocks: [richText([line])] })).toEqual([])
})
