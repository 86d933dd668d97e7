import { describe, expect, it } from 'vitest'
import { validateMessage } from '../../sandbox/slack/blockkit/index.ts'
import { aboutIn, withLead } from '../../src/blocks/conversation/replies.ts'
import { textLength } from '../../src/blocks/kit/block-text.ts'
import { heading, messageOf } from '../../src/blocks/kit/elements.ts'
import { gallery } from '../blocks/gallery/index.ts'

const readAs = `visibility ${'"A brand with a long name" '.repeat(20)}`
const messages = gallery
  .flatMap(({ exhibits }) => exhibits.flatMap(({ draw }) => draw()))
  .flatMap((view) => ('text' in view && aboutIn(view.blocks) === null ? [view] : []))

describe('the line above an answer', () => {
  it('has room above every message of Sightline', () => {
    expect(messages.length).toBeGreaterThan(150)
    for (const message of messages) {
      const led = withLead(message, { readAs, about: 'C0BRAND' })
      expect(validateMessage(led)).toEqual([])
      expect(textLength(led.blocks)).toBeLessThanOrEqual(10_000)
      expect(led.text.length).toBeLessThanOrEqual(4_000)
      expect(led.blocks.slice(1)).toEqual(message.blocks)
      expect(aboutIn(led.blocks)).toBe('C0BRAND')
    }
  })

  it('is omitted if there is nothing to say', () => {
    for (const message of messages.slice(0, 5)) {
      expect(withLead(message, {})).toBe(message)
      expect(aboutIn(withLead(message, { readAs: 'tasks' }).blocks)).toBeNull()
    }
  })

  it('mentions nobody and has no links', () => {
    const { text } = withLead(messageOf([heading('x')]), {
      readAs: 'visibility "<!here> `x` <http://a.b|c>"',
    })
    expect(text).toBe('Read as: `visibility "&lt;!here&gt; ˋxˋ &lt;http://a.b|c&gt;"`\nx')
  })
})
