/** No view cuts a word: texts and names that are too long, also in charts, are shortened by whole words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../properties/thorough.ts'
import { isMessage, type Shown } from './gallery/exhibit.ts'
import { gallery } from './gallery/index.ts'
import { leavesOf, replacing } from './gallery/replace-texts.ts'

/** Words that no view uses itself. None is a part of another one. */
const words = ['zqalpha', 'zqbravo', 'zqcharlie', 'zqdelta', 'zqechoes', 'zqfoxtrot', 'zqgolfer', 'zqhotels']
const known = new Set(words)
const foreignText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 60 })
  .map((all) => all.join(' '))

/** Ids, dates and commands aren’t texts of people. */
const isText = (text: string): boolean => /\p{L} \p{L}|^\p{Lu}\p{Ll}+$/u.test(text)

/** What readers see. Values and ids of elements are not shown. */
function shownTexts(json: unknown, key = ''): readonly string[] {
  if (typeof json === 'string')
    return ['value', 'action_id', 'block_id', 'private_metadata', 'url'].includes(key) ? [] : [json]
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) => shownTexts(value, Array.isArray(json) ? key : name))
}

const textsOf = (one: Shown): readonly string[] =>
  isMessage(one) ? [one.text, ...shownTexts(one.blocks)] : shownTexts(one)

/** Parts of words. */
const cuts = (text: string): readonly string[] =>
  (text.match(/zq[a-z]*/g) ?? [])
    .filter((word) => !known.has(word))
    .map((cut) => `${cut} in ${text.slice(0, 200)}`)

describe.for(gallery.flatMap(({ exhibits }) => exhibits))('$name', (view) => {
  const leaves = leavesOf(view.data).filter(({ text }) => isText(text))

  it('cuts no word of any text', () => {
    const texts = fc.array(foreignText, { minLength: leaves.length, maxLength: leaves.length })
    fc.assert(
      fc.property(texts, (others) => {
        const at = new Map(leaves.map(({ path }, index) => [path, others[index] ?? '']))
        const drawn = view.draw(replacing(({ path, text }) => at.get(path) ?? text))
        expect(drawn.flatMap(textsOf).flatMap(cuts)).toEqual([])
      }),
      { numRuns: isThorough ? 20 : 3, endOnFailure: true },
    )
  })
})
