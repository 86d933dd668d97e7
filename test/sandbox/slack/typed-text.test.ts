import { expect, it } from 'vitest'
import { type Names, toStored } from '../../../sandbox/slack/markup/typed-text.ts'

const names: Names = {
  people: [
    { id: 'U1', name: 'Sightline', handle: 'sightline' },
    { id: 'U2', name: 'Maya Lindqvist', handle: 'maya' },
    { id: 'U3', name: 'Maya Lindqvist-Berg' },
  ],
  channels: [
    { id: 'C1', name: 'brand-visibility', kind: 'public' },
    { id: 'D1', name: 'directmessage', kind: 'im' },
  ],
}

it.each([
  ['@Sightline how are we?', '<@U1> how are we?'],
  ['ask @maya lindqvist-berg, not @maya', 'ask <@U3>, not <@U2>'],
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['in #brand-visibility? @here', 'in <#C1>? <!here>'],
  ['see https://example.com/?a=1&b=2', 'see <https://example.com/?a=1&amp;b=2>'],
  ['mail@sightline.example', 'mail@sightline.example'],
  ['@nobody #directmessage', '@nobody #directmessage'],
  ['`@Sightline` is code', '`@Sightline` is code'],
])('a user types %s', (typed, kept) => {
  expect(toStored(typed, names)).toBe(kept)
})
