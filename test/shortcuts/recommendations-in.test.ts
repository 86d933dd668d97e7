import { describe, expect, it } from 'vitest'
import { encodeAction } from '../../src/blocks/kit/codec.ts'
import { recommendationsIn } from '../../src/shortcuts/index.ts'

const [a, b] = ['5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01', '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e02']
const console_ = 'https://console.example.com/o/1/recommended-actions'

describe('the recommendations that a message names', () => {
  it.each([
    ['an address as Slack sends it', `See <${console_}/${a}?tab=1&amp;x=2|this one>, please.`, [a]],
    ['an id in a sentence', `Could somebody look at ${a}?`, [a]],
    ['several, each once', `${a}, <${console_}/${b}>\n*${b}*`, [a, b]],
    ['an id that is no UUID, alone', 'REC-2026_17', ['REC-2026_17']],
    ['an id beside an address', `<${console_}/rec-17|17> or r2d2-99`, ['rec-17']],
    ['no id: words, a date, a number, a person', 'Done on 2026-11-22 by <@U0ANA>: 100000 views!', []],
    ['an address without an id', 'https://example.com/pricing', []],
    ['nothing', '', []],
  ])('%s', (_, text, ids) => {
    expect(recommendationsIn({ text })).toEqual(ids)
  })

  it('are read from blocks, attachments and our own buttons, regardless of the author', () => {
    const ref = { organizationId: 'o1', workspaceId: 'w1', resultId: b }
    const encoded = encodeAction({ kind: 'create_task', ...ref })
    const link = { type: 'link', url: `${console_}/${a}` }
    const content = {
      text: 'A digest',
      blocks: [
        { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [link] }] },
        { type: 'actions', elements: [{ type: 'button', ...encoded }] },
      ],
      attachments: [{ title_link: `${console_}/${a}` }],
    }
    expect([...recommendationsIn(content)].sort()).toEqual([a, b])
  })

  it('are limited to the number that is looked up at once', () => {
    const text = Array.from({ length: 40 }, (_, n) => `${console_}/rec-${n}`).join(' ')
    expect(recommendationsIn({ text })).toHaveLength(15)
  })
})
