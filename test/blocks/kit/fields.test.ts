import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  channelField,
  checkboxesField,
  dateField,
  fitsOption,
  multiSelectField,
  numberField,
  searchField,
  selectField,
  textField,
  timeField,
} from '../../../src/blocks/forms/fields.ts'
import { formModal, resultModal } from '../../../src/blocks/forms/modal.ts'
import type { Block } from '../../../src/model/message.ts'
import { text } from '../arbitraries.ts'
import { renderBlocks } from '../render.ts'
import { validateView } from '../validate.ts'

const field = fc.record(
  {
    label: text,
    hint: text,
    placeholder: text,
    optional: fc.boolean(),
    error: fc.option(text),
    tells: fc.boolean(),
  },
  { requiredKeys: ['label'] },
)
const option = fc.record({ text, value: fc.oneof(text, fc.uuid()) })
const options = fc.array(option, { maxLength: 130, size: 'max' })

/** Every kind of field, with arbitrary texts and values. */
const kinds: readonly ((id: string) => fc.Arbitrary<Block>)[] = [
  (id) =>
    fc
      .tuple(
        field,
        text,
        fc.integer({ min: 1, max: 3_000 }),
        fc.constantFrom('one' as const, 'many' as const),
      )
      .map(([each, value, most, lines]) => textField({ ...each, id, value, most, lines })),
  (id) =>
    fc
      .tuple(field, fc.oneof(text, fc.integer().map(String), fc.constantFrom('1e9', '.5', '-3.25', '+1')))
      .map(([each, value]) => numberField({ ...each, id, value, most: 100 })),
  (id) =>
    fc
      .tuple(field, fc.constantFrom(null, '2026-11-16', '2026-02-30', '2026-1-1', '<!channel>'))
      .map(([each, value]) => dateField({ ...each, id, value })),
  (id) =>
    fc
      .tuple(field, fc.constantFrom(null, '09:00', '24:00', '9:00', ''))
      .map(([each, value]) => timeField({ ...each, id, value })),
  (id) => fc.tuple(field, fc.option(text)).map(([each, value]) => channelField({ ...each, id, value })),
  (id) => fc.tuple(field, fc.option(option)).map(([each, chosen]) => searchField({ ...each, id, chosen })),
  (id) =>
    fc
      .tuple(field, options, fc.option(text))
      .map(([each, offered, chosen]) => selectField({ ...each, id, options: offered, chosen })),
  (id) =>
    fc
      .tuple(field, options, fc.array(text))
      .map(([each, offered, chosen]) => multiSelectField({ ...each, id, options: offered, chosen })),
  (id) =>
    fc
      .tuple(field, options, fc.array(text))
      .map(([{ placeholder: _, ...each }, offered, chosen]) =>
        checkboxesField({ ...each, id, options: offered, chosen }),
      ),
]

const frame = fc.record({
  title: text,
  submit: text,
  callbackId: fc.constant('sl1.anything'),
  metadata: fc.constant('{}'),
  notice: fc.option(
    fc.record(
      { sentence: text, reference: fc.option(text), ask: fc.array(text) },
      { requiredKeys: ['sentence', 'reference'] },
    ),
  ),
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `Brand ${index}`, value: `b${index}` }))

describe('fields', () => {
  it('are accepted by Slack, with any label and content', () => {
    const form = fc.tuple(frame, fc.tuple(...kinds.map((kind, index) => kind(`field_${index}`))))
    fc.assert(
      fc.property(form, ([around, fields]) => {
        expect(validateView(formModal(around, fields))).toEqual([])
      }),
      { numRuns: 150, endOnFailure: true },
    )
  })

  it('hold a text whole up to the limit, and beyond it say how much fits', () => {
    const whole = textField({ id: 'a', label: 'A', value: 'x'.repeat(255), most: 255 })
    expect(whole.element).toMatchObject({ initial_value: 'x'.repeat(255), max_length: 255 })
    expect(whole.hint).toBeUndefined()
    const cut = textField({ id: 'a', label: 'A', value: 'x'.repeat(256), most: 255 })
    expect(cut.hint?.text).toBe('Only the first 254 of 256 characters fit here.')
  })

  it('start with the current channel only if a channel must be chosen', () => {
    const preset = { default_to_current_conversation: true }
    const chosen = { id: 'a', label: 'A', value: null }
    expect(channelField(chosen).element).toMatchObject(preset)
    expect(channelField({ ...chosen, optional: true }).element).not.toMatchObject(preset)
    expect(channelField({ ...chosen, optional: true, value: 'C1' }).element).toMatchObject({
      initial_conversation: 'C1',
    })
  })

  it('keep a choice that is no longer in the list', () => {
    const block = selectField({ id: 'a', label: 'A', options: numbered(2), chosen: 'gone' })
    expect(renderBlocks([block])).toContain('static_select sl1.form.a “gone”=gone of')
  })

  it('count the options without room, and show the chosen ones first', () => {
    const some = { id: 'a', label: 'A', options: numbered(130) }
    const menu = renderBlocks([multiSelectField({ ...some, chosen: ['b3', 'b129'] })])
    expect(menu).toContain('“Brand 3”=b3, “Brand 129”=b129 of “Brand 0”')
    expect(menu).toContain('30 more options not shown.')
    expect(renderBlocks([checkboxesField({ ...some, chosen: [] })])).toContain('120 more options not shown')
  })

  it('offer each value once', () => {
    const twice = [...numbered(2), ...numbered(2)]
    expect(renderBlocks([checkboxesField({ id: 'a', label: 'A', options: twice, chosen: [] })])).toContain(
      'of “Brand 0”=b0, “Brand 1”=b1',
    )
  })

  it('say so if there is nothing to choose from', () => {
    const block = selectField({ id: 'a', label: 'Engine', options: [], chosen: null })
    expect(renderBlocks([block])).toContain('Engine: there is nothing to choose from.')
  })

  it('know which values a select can hold: up to 75 characters', () => {
    expect(['x'.repeat(75), 'x'.repeat(76), ''].map(fitsOption)).toEqual([true, false, false])
  })
})

it('a modal around fields shows what was done, with any words', () => {
  fc.assert(
    fc.property(text, fc.array(text), (title, lines) => {
      const told = lines.map((line) => [line])
      expect(validateView(resultModal(title, told))).toEqual([])
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
