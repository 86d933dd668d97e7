/**
 * Every view of the gallery as text that a reviewer can read in a diff. To add one, write an `exhibit` in
 * test/blocks/gallery, then run `vitest -u`.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gallery } from './gallery/index.ts'
import { goldenOf } from './golden.ts'

describe.for(gallery)('$title', ({ exhibits }) => {
  // Written with `vitest -u`. In CI a missing or different golden fails.
  it.for(exhibits)('$name', async (exhibit) => {
    // Parts that the renderer doesn't know must not look like something a reader sees.
    expect(goldenOf(exhibit)).not.toMatch(/\bundefined\b/)
    await expect(goldenOf(exhibit)).toMatchFileSnapshot(`goldens/${exhibit.name}.txt`)
  })
})

/** All objects of this type in a view, at any depth. */
function elementsOf(value: unknown, type: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((each) => elementsOf(each, type))
  return 'type' in value && value.type === type ? [{ ...value }, ...inner] : inner
}

const shown = () => gallery.flatMap(({ exhibits }) => exhibits.flatMap(({ draw }) => draw()))
const allButtons = () => shown().flatMap((view) => elementsOf(view, 'button'))
const label = (text: unknown) => (text as { text: string }).text

/** People who use speech control say what they read on the button. */
it('the accessible name of a button includes the visible text', () => {
  const plain = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]/gu, '')
  const all = allButtons()
  expect(all.length).toBeGreaterThan(100)
  const other = all
    .map(({ text, accessibility_label: name }) => [label(text), name] as const)
    .filter(([text, name]) => name !== undefined && !plain(name).includes(plain(text)))
  expect([...new Set(other.map(([text, name]) => `${text}: ${String(name)}`))]).toEqual([])
})

describe('a destructive action', () => {
  // “Stop tracking” destroys nothing, and has an “Undo”.
  const destroys = /^(delete|remove|disconnect|erase|forget)\b/i
  const destroying = () =>
    allButtons().filter(({ text, confirm }) =>
      [text, (confirm as { confirm?: unknown } | undefined)?.confirm].some(
        (each) => each !== undefined && destroys.test(label(each)),
      ),
    )

  it('is red, as is the button that confirms it', () => {
    const all = destroying()
    expect([...new Set(all.map(({ text }) => label(text)))]).toEqual(
      expect.arrayContaining(['Delete', 'Remove API key']),
    )
    expect(all.filter(({ style }) => style !== 'danger').map(({ text }) => label(text))).toEqual([])
    const green = all.filter(
      ({ confirm }) => confirm !== undefined && (confirm as { style?: string }).style !== 'danger',
    )
    expect(green.map(({ text }) => label(text))).toEqual([])
  })

  it('is not on a form’s green button', () => {
    const submits = shown().flatMap((view) => ('submit' in view && view.submit ? [view.submit.text] : []))
    expect(submits.length).toBeGreaterThan(10)
    expect(submits.filter((text) => destroys.test(text) || /^stop tracking\b/i.test(text))).toEqual([])
  })

  it('is the only thing that is red', () => {
    const red = allButtons().filter(
      ({ style, confirm }) =>
        style === 'danger' || (confirm as { style?: string } | undefined)?.style === 'danger',
    )
    const destroyingIds = new Set(destroying().map(({ action_id: id }) => id))
    expect(red.filter(({ action_id: id }) => !destroyingIds.has(id)).map(({ text }) => label(text))).toEqual(
      [],
    )
  })
})

it('a period that is over has its dates, because “this week” is another week when it is read', () => {
  /** Form hints, help examples and suggestions, which say what to type. */
  const typedOnes = /^(?:command|digest-form|filter|gaps|help)/u
  const findings = gallery.flatMap(({ exhibits }) =>
    exhibits
      .filter(({ name }) => !typedOnes.test(name))
      .flatMap((exhibit) => {
        const undated = /.*(?:\b(?:this|last) (?:week|month|year)\b(?! so far)|against the previous).*/iu
        return undated.exec(goldenOf(exhibit))?.[0] ?? []
      }),
  )
  expect(findings).toEqual([])
})

it('the goldens each belong to one view of the gallery', () => {
  const names = gallery.flatMap(({ exhibits }) => exhibits.map(({ name }) => `${name}.txt`))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  // A new view’s golden is written once this file’s tests have run.
  const files = readdirSync(join(import.meta.dirname, 'goldens'))
  const others = files.filter((file) => !names.includes(file))
  expect(others, 'delete them').toEqual([])
})

it('how the numbers are read is one click or one command away from each “How measured”', () => {
  const views = shown().map((view) => JSON.stringify(view))
  // Only in its blocks: the notification text has no links.
  const measuring = views.filter((view) => /"blocks".*How measured:/.test(view))
  expect(measuring.length).toBeGreaterThan(40)
  expect(measuring.filter((view) => !/sl1\.how_sure|help numbers/.test(view))).toEqual([])
})
