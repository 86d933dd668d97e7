import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateMessage, validateView } from '../../../../sandbox/slack/blockkit/index.ts'
import { anyBlock } from '../arbitrary-blocks.ts'
import { actions, button, divider, message, modal, plain, problemsOf, section, select } from './payloads.ts'

const problemTexts = (payload: Parameters<typeof problemsOf>[0]) =>
  problemsOf(payload).map(({ message: words, pointer }) => `${words} [json-pointer:${pointer}]`)

describe('Slack’s validation of blocks', () => {
  it.each([
    [message({ type: 'header' }), 'missing required field: text', '/blocks/0'],
    [message({}), 'missing required field: type', '/blocks/0'],
    [message(section({ colour: 'red' })), 'invalid additional property: colour', '/blocks/0'],
    [message({ type: 'chart' }), 'unsupported type: chart', '/blocks/0/type'],
    [{ view: { type: 'drawer' } }, 'unsupported type: drawer', '/view/type'],
    [message(section({ text: 'x' })), 'must provide an object', '/blocks/0/text'],
    [{ message: { text: 'x', blocks: {} } }, 'must provide an array', '/blocks'],
    [message(actions(button({ value: 1 }))), 'must provide a string', '/blocks/0/elements/0/value'],
  ])('names what is missing, unknown or mistyped, and where: %j', (payload, words, place) => {
    expect(problemTexts(payload)).toEqual([`${words} [json-pointer:${place}]`])
  })

  it('reports every problem, not only the first', () => {
    const faults = problemTexts(
      modal(section({ text: plain(3001) }), actions(button({ text: plain(76) }), select({ options: [] }))),
    )
    expect(faults).toEqual([
      'must be less than 3001 characters [json-pointer:/view/blocks/0/text/text]',
      'must be less than 76 characters [json-pointer:/view/blocks/1/elements/0/text/text]',
      'no fewer than 1 items allowed [json-pointer:/view/blocks/1/elements/1/options]',
    ])
  })

  it('knows Slack’s icons by name', () => {
    const card = (slack_icon: object) =>
      message({ type: 'card', slack_icon, title: { type: 'mrkdwn', text: 'x' } })
    expect(problemTexts(card({ type: 'icon', name: 'rocket' }))).toEqual([])
    expect(problemTexts(card({ type: 'icon', name: 'unicorn' }))).toHaveLength(1)
    expect(problemTexts(card({ name: 'rocket' }))).toHaveLength(1)
  })

  it.each([
    ['C0123', 0],
    ['G0123', 0],
    ['D0123', 1],
    ['general', 1],
    ['', 2],
  ])('accepts only a channel’s id as a channel: %j', (channel_id, faults) => {
    const leaf = { type: 'rich_text_section', elements: [{ type: 'channel', channel_id }] }
    expect(problemTexts(message({ type: 'rich_text', elements: [leaf] }))).toHaveLength(faults)
  })

  it('requires all four texts of a confirmation', () => {
    const faults = problemTexts(message(actions(button({ confirm: { text: plain(1) } }))))
    expect(faults).toHaveLength(3)
  })

  it('allows videos only if the app may embed them', () => {
    const video = {
      type: 'video',
      alt_text: 'x',
      title: plain(1),
      thumbnail_url: 'https://a.example/t.png',
      video_url: 'https://video.a.example/v',
    }
    const with_ = (embed: boolean, unfurlDomains: string[] | undefined) =>
      validateMessage({ blocks: [video] }, { embed, unfurlDomains }).length
    expect(with_(true, ['a.example'])).toBe(0)
    expect(with_(true, ['b.example'])).toBe(1)
    expect(with_(false, ['a.example'])).toBe(1)
  })

  it('never throws, whatever the input', () => {
    const anything = fc.anything({ withNullPrototype: true, maxDepth: 5 })
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, anyBlock)), anything, (blocks, other) => {
        validateMessage({ blocks, attachments: other, metadata: other, text: other })
        validateView({ type: 'modal', title: other, blocks })
        validateView(other)
      }),
    )
  })

  it('refuses an unknown field in any block', () => {
    const blocks = [section(), divider, actions(button()), actions(select())]
    fc.assert(
      fc.property(
        fc.constantFrom(...blocks),
        fc.stringMatching(/^zz[a-z]{1,8}$/),
        fc.jsonValue(),
        (block, name, value) => {
          expect(problemsOf(message({ ...block, [name]: value }))).toMatchObject([
            { code: 'unknown_property' },
          ])
        },
      ),
    )
  })
})
