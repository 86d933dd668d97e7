import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { themesOf } from '../../src/insights/reddit.ts'
import { codePoint } from '../properties/texts.ts'

describe('key themes', () => {
  it.each([
    ['a list', ['pricing', 'support'], ['pricing', 'support']],
    [
      'a list of objects with a name',
      [{ theme: 'pricing' }, { name: 'support', count: 3 }],
      ['pricing', 'support'],
    ],
    ['a string of several', 'pricing, support; speed', ['pricing', 'support', 'speed']],
    ['a string with one', 'pricing', ['pricing']],
    ['a string of lines', '- pricing\n• support\n2. speed', ['pricing', 'support', 'speed']],
    ['an object with counts', { pricing: 12, support: 3 }, ['pricing', 'support']],
    ['an object with yes and no', { pricing: true, support: false, speed: null }, ['pricing']],
    ['an object with words', { pricing: 'negative' }, ['pricing']],
    ['an object with one name', { theme: 'pricing', count: 12 }, ['pricing']],
    ['an object of lists', { positive: ['speed'], negative: ['pricing'] }, ['speed', 'pricing']],
    ['a theme with a comma in a list', ['pricing, and billing'], ['pricing, and billing']],
    ['the same in other letters', ['Pricing', ' pricing ', 'PRICING'], ['Pricing']],
    ['what an object became elsewhere', ['[object Object]', 'pricing'], ['pricing']],
    [
      'control characters and half letters',
      ['pri\u0000cing\u0007', 'half \ud800'],
      ['pri cing', 'half \ufffd'],
    ],
    ['an object that became a string', '[object Object]', []],
  ])('%s', (_, keyThemes, themes) => {
    expect(themesOf(keyThemes)).toEqual(themes)
  })

  it.each([null, undefined, 12, true, '', ' , ;', [], {}, [1, null, true], [[[[['deep']]]]]])(
    'are empty for %j',
    (keyThemes) => {
      expect(themesOf(keyThemes)).toEqual([])
    },
  )

  it('are at most ten', () => {
    expect(themesOf(Array.from({ length: 500 }, (_, index) => `theme ${index}`))).toHaveLength(10)
  })

  it('are clean, distinct strings for any JSON, and never an object’s default text', () => {
    const named = fc.array(fc.dictionary(fc.constantFrom('theme', 'name', 'themes', 'x'), fc.jsonValue()))
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.json(), fc.constant({}).map(String))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), named, text, fc.array(text)), (keyThemes) => {
        const themes = themesOf(keyThemes)
        expect(themes.length).toBeLessThanOrEqual(10)
        expect(new Set(themes.map((theme) => theme.toLowerCase())).size).toBe(themes.length)
        for (const theme of themes) {
          expect(theme.toLowerCase()).not.toContain('[object')
          expect(theme).toBe(theme.trim())
          expect(theme).not.toMatch(/^$|\n|\p{Cc}/u)
          expect(theme.isWellFormed()).toBe(true)
        }
      }),
    )
  })
})
