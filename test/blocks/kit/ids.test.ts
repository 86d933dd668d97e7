import { describe, expect, it } from 'vitest'
import { recommendationId, shortId } from '../../../src/blocks/kit/text.ts'
import { isMessage } from '../gallery/exhibit.ts'
import { gallery } from '../gallery/index.ts'
import { render, renderBlocks } from '../render.ts'

const uuid = '3f1c9a20-7b41-4e63-9a0e-5d2c8f17e01b'
const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Places for ids: a command to type or copy, a value of a field, a choice or a button, or text that says “id”. */
const saidToBeOne =
  /(\/sightline [a-z ]+|⟦code: |”=[^“]*|\b[Ii]d:? |initial_value.*|_input .*|sl1\.\S+ \{.*|sl1\.form\.\S+ )$/

describe('something without a name', () => {
  it('is identified by both ends of its id', () => {
    expect(shortId(uuid)).toBe('3f1c9a20…e01b')
    expect(shortId(uuid.toUpperCase())).toBe('3F1C9A20…E01B')
    expect(shortId('project-7')).toBe('project-7')
    expect(shortId(' ')).toBe('(no id)')
    expect(recommendationId(uuid)).toBe('Recommendation 3f1c9a20…e01b')
  })

  it.each(gallery)('never has its whole id in place of a name: $title', ({ exhibits }) => {
    const lines = exhibits.flatMap(({ name, draw }) =>
      draw().flatMap((shown) => {
        const drawn = isMessage(shown) ? render(shown) : renderBlocks(shown.blocks)
        return drawn.split('\n').map((line) => ({ name, line }))
      }),
    )
    const names = lines.flatMap(({ name, line }) =>
      [...line.matchAll(anyUuid)]
        .filter(({ index }) => !saidToBeOne.test(line.slice(0, index)))
        .map(() => `${name}: ${line}`),
    )
    expect(names).toEqual([])
  })
})
