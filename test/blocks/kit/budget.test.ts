import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textLength } from '../../../src/blocks/kit/block-text.ts'
import { context, fitted, heading, type Part, paginate } from '../../../src/blocks/kit/elements.ts'
import { limits } from '../../../src/blocks/kit/limits.ts'
import type { Block } from '../../../src/model/message.ts'

const words = (length: number): Block => ({
  type: 'section',
  text: { type: 'plain_text', text: 'x'.repeat(length), emoji: false },
})
const part = (length: number, blocks = 1): Part => ({
  blocks: Array.from({ length: blocks }, () => words(length)),
})
const table = (): Block => ({
  type: 'data_table',
  caption: 'c',
  rows: [[{ type: 'raw_text', text: 'h' }], [{ type: 'raw_text', text: 'v' }]],
})
const chart = (): Block => ({
  type: 'data_visualization',
  title: 't',
  chart: { type: 'bar', series: [], axis_config: { categories: [] } },
})

describe('one message', () => {
  it('takes exactly 49 blocks, and returns the 50th', () => {
    const fits = fitted({ items: Array.from({ length: 49 }, () => part(1)) })
    expect(fits.blocks).toHaveLength(49)
    expect(fits.omitted).toEqual([])
    const over = fitted({ items: Array.from({ length: 50 }, () => words(1)) })
    expect(over.blocks).toHaveLength(49)
    expect(over.omitted).toHaveLength(1)
  })

  it('takes exactly 9,600 characters, and no more', () => {
    const exact = Array.from({ length: 4 }, () => part(2_400))
    expect(fitted({ items: exact }).omitted).toEqual([])
    expect(fitted({ items: [...exact, part(1)] }).omitted).toHaveLength(1)
    expect(fitted({ lead: [words(1)], items: exact }).omitted).toHaveLength(1)
    expect(fitted({ items: exact, end: [words(1)] }).omitted).toHaveLength(1)
  })

  it('takes one table and two charts', () => {
    const { blocks, omitted } = fitted({ items: [table(), table()] })
    expect(blocks).toHaveLength(1)
    expect(omitted).toHaveLength(1)
    expect(fitted({ items: [chart(), chart(), chart()] }).omitted).toHaveLength(1)
  })

  it('says how many are left, or nothing if none is', () => {
    const more = (left: number) => `${left} more`
    const some = fitted({ lead: [heading('Title')], items: [part(4_000), part(4_000), part(4_000)], more })
    expect(some.blocks.at(-1)).toEqual(context('1 more'))
    expect(fitted({ items: [part(1)], more }).blocks).toHaveLength(1)
  })

  it('keeps room for blocks that may grow', () => {
    const growing: Part = { blocks: [words(10)], laterVersions: [[words(9_999), words(2)]] }
    expect(fitted({ items: [growing] }).omitted).toHaveLength(1)
  })
})

describe('several messages', () => {
  it('hold everything in order, each within the limits, or count the rest', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 2_900 }), fc.integer({ min: 1, max: 3 })), {
      maxLength: 60,
      size: 'max',
    })
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 5 }), (sizes, pages) => {
        const items = sizes.map(([length, blocks]) => part(length, blocks))
        const messages = paginate(items, pages, (left) => `left: ${left}`)
        expect(messages.length).toBeLessThanOrEqual(pages)
        for (const blocks of messages) {
          expect(blocks.length).toBeLessThanOrEqual(limits.message.blocks)
          expect(textLength(blocks)).toBeLessThanOrEqual(limits.message.allText)
        }
        const all = items.flatMap(({ blocks }) => blocks)
        const shown = messages.flat().filter(({ type }) => type === 'section')
        expect(shown).toEqual(all.slice(0, shown.length))
        const left = Number(/left: (\d+)/.exec(JSON.stringify(messages))?.[1] ?? 0)
        const shownItems = items.length - left
        expect(shown).toHaveLength(items.slice(0, shownItems).flatMap(({ blocks }) => blocks).length)
      }),
    )
  })

  it('say so if an item is too big for any message', () => {
    const messages = paginate([part(9_999, 2), part(1)], 3, (left) => `${left} left`)
    expect(messages).toEqual([[context('2 left')]])
  })
})
