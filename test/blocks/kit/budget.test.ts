import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose, type Part, paginate, textLength } from '../../../src/blocks/kit/budget.ts'
import { context, heading } from '../../../src/blocks/kit/elements.ts'
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
    const fits = compose([{ items: Array.from({ length: 49 }, () => part(1)) }])
    expect(fits.blocks).toHaveLength(49)
    expect(fits.omitted).toEqual([[]])
    const over = compose([{ items: Array.from({ length: 50 }, () => part(1)) }])
    expect(over.blocks).toHaveLength(49)
    expect(over.omitted[0]).toHaveLength(1)
  })

  it('takes exactly 9,600 characters, and no more', () => {
    const exact = Array.from({ length: 4 }, () => part(2_400))
    expect(compose([{ items: exact }]).omitted).toEqual([[]])
    expect(compose([{ items: [...exact, part(1)] }]).omitted[0]).toHaveLength(1)
    expect(compose([{ lead: [words(1)], items: exact }]).omitted[0]).toHaveLength(1)
  })

  it('takes one table and two charts', () => {
    const { blocks, omitted } = compose([
      { items: [{ blocks: [table()] }] },
      { items: [{ blocks: [table()] }] },
      { items: [chart(), chart(), chart()].map((block) => ({ blocks: [block] })) },
    ])
    expect(blocks.map(({ type }) => type)).toEqual(['data_table', 'data_visualization', 'data_visualization'])
    expect(omitted.map((parts) => parts.length)).toEqual([0, 1, 1])
  })

  it('serves the more important run first, and shows all of them in order', () => {
    const { blocks, omitted } = compose([
      { items: [part(2_900), part(2_899)], priority: 2 },
      { items: [part(2_901), part(2_898)], priority: 1 },
    ])
    expect(blocks.map((block) => textLength(block))).toEqual([2_900, 2_901, 2_898])
    expect(omitted.map((parts) => parts.length)).toEqual([1, 0])
  })

  it('says how many are left, or nothing if none is', () => {
    const more = (left: number) => [context(`${left} more`)]
    const some = compose([
      { lead: [heading('Title')], items: [part(1), part(1), part(1)], maxItems: 2, more },
    ])
    expect(some.blocks.at(-1)).toEqual(context('1 more'))
    expect(compose([{ items: [part(1)], more }]).blocks).toHaveLength(1)
  })

  it('keeps room for blocks that may grow', () => {
    const growing: Part = { blocks: [words(10)], laterVersions: [[words(9_999), words(2)]] }
    expect(compose([{ items: [growing] }]).omitted[0]).toHaveLength(1)
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
        const messages = paginate(items, {
          lead: (page) => [heading(`Page ${page}`)],
          pages,
          more: (left) => [context(`left: ${left}`)],
        })
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
    const messages = paginate([part(9_999, 2), part(1)], {
      lead: () => [],
      pages: 3,
      more: (left) => [context(`${left} left`)],
    })
    expect(messages).toEqual([[context('2 left')]])
  })
})
