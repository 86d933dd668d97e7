import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameOptions, placeOptions, zoneOptions } from '../../src/forms/options.ts'
import type { Option } from '../../src/model/form-values.ts'
import { text } from '../blocks/arbitraries.ts'
import { validateSuggestions } from '../blocks/validate.ts'

/** In the format that the Slack app sends. */
const answered = (options: readonly Option[]) => ({
  options: options.map(({ text: label, value }) => ({
    text: { type: 'plain_text', text: label, emoji: false },
    value,
  })),
})

const places = fc.array(fc.record({ id: text, name: text }), { maxLength: 130, size: 'max' })

describe('menu options', () => {
  it('are accepted by Slack for any input and any list', () => {
    fc.assert(
      fc.property(fc.option(places), text, fc.boolean(), (listed, typed, isListed) => {
        const asked = isListed && listed !== null ? (listed[0]?.name ?? typed) : typed
        const names = listed?.map(({ name }) => name) ?? null
        const menus = [placeOptions(listed, asked, []), zoneOptions(asked, []), nameOptions(names, asked)]
        for (const options of menus) {
          expect(validateSuggestions(answered(options))).toEqual([])
          expect(options.length).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('distinguish equal names by their ids', () => {
    const listed = [
      { id: 'a', name: 'Labs' },
      { id: 'b', name: 'Labs' },
    ]
    expect(placeOptions(listed, 'labs', []).map(({ text: label }) => label)).toEqual(['Labs (a)', 'Labs (b)'])
  })

  it('count those without room', () => {
    const listed = Array.from({ length: 130 }, (_, index) => ({ id: `id-${index}`, name: `Place ${index}` }))
    const options = placeOptions(listed, '', [])
    expect(options).toHaveLength(100)
    expect(options.at(-1)?.text).toBe('31 more: type to narrow the list')
    expect(placeOptions(listed, 'place 12', []).map(({ value }) => value)).toContain('id-129')
  })

  it('start with cities that begin with the typed text', () => {
    expect(zoneOptions('par', [])[0]?.value).toBe('America/Paramaribo')
    expect(zoneOptions('paris', [])[0]?.value).toBe('Europe/Paris')
    expect(zoneOptions('asia/calc', []).map(({ value }) => value)).toEqual(['Asia/Calcutta'])
  })
})
