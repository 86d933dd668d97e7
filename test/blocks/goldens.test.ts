/**
 * Every view of the gallery as text that a reviewer can read in a diff. To add one: an `exhibit` in test/blocks/gallery,
 * then `vitest -u`.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gallery } from './gallery/index.ts'
import { goldenOf } from './golden.ts'

describe.for(gallery)('$title', ({ exhibits }) => {
  // Written with `vitest -u`; in CI a missing or different golden fails.
  it.for(exhibits)('$name', async (exhibit) => {
    // What the renderer does not know must not pass for what a reader sees.
    expect(goldenOf(exhibit)).not.toMatch(/\bundefined\b/)
    await expect(goldenOf(exhibit)).toMatchFileSnapshot(`goldens/${exhibit.name}.txt`)
  })
})

/** All objects of this type in a view, however deep. */
function elementsOf(value: unknown, type: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((each) => elementsOf(each, type))
  return 'type' in value && value.type === type ? [{ ...value }, ...inner] : inner
}

const shown = () => gallery.flatMap(({ exhibits }) => exhibits.flatMap(({ draw }) => draw()))
const allButtons = () => shown().flatMap((view) => elementsOf(view, 'button'))

/** Whoever speaks to their device says what they read on the button. */
describe('what a button is called', () => {
  const plain = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]/gu, '')

  it('holds what it shows', () => {
    const all = allButtons()
    expect(all.length).toBeGreaterThan(100)
    const other = all
      .map(({ text, accessibility_label: name }) => [(text as { text: string }).text, name] as const)
      .filter(([text, name]) => name !== undefined && !plain(name).includes(plain(text)))
    expect([...new Set(other.map(([text, name]) => `${text}: ${String(name)}`))]).toEqual([])
  })
})

describe('what destroys', () => {
  // “Stop tracking” destroys nothing, and has an “Undo”.
  const destroys = /^(delete|remove|disconnect|erase|forget)\b/i
  /** Takes a row out of a form in which nothing is saved yet. */
  const unsavedRow = 'sl1.form.remove_account'
  const label = (text: unknown) => (text as { text: string }).text
  const destroying = () =>
    allButtons().filter(
      ({ text, action_id: id, confirm }) =>
        id !== unsavedRow &&
        [text, (confirm as { confirm?: unknown } | undefined)?.confirm].some(
          (each) => each !== undefined && destroys.test(label(each)),
        ),
    )

  it('is red, and so is the button that confirms it', () => {
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

  it('is not what a form’s green button does', () => {
    const submits = shown().flatMap((view) => ('submit' in view && view.submit ? [view.submit.text] : []))
    expect(submits.length).toBeGreaterThan(10)
    expect(submits.filter((text) => destroys.test(text) || /^stop tracking\b/i.test(text))).toEqual([])
  })

  it('alone is red', () => {
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

describe('a period', () => {
  /** Of a form's hints, help's examples and what is offered at once, they say what to type. */
  const typedOnes = /^(?:command|digest-form|filter|gaps|help)/u

  it('that is over has its dates: by the time it is read, “this week” is another one', () => {
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
})

describe('the goldens', () => {
  it('are those of the gallery’s views, no more and no fewer', () => {
    const names = gallery.flatMap(({ exhibits }) => exhibits.map(({ name }) => `${name}.txt`))
    expect(readdirSync(join(import.meta.dirname, 'goldens')).sort()).toEqual(names.sort())
  })
})

describe('how the numbers are read', () => {
  it('is one click, or one command, away from each “How measured”', () => {
    const views = shown().map((view) => JSON.stringify(view))
    // In its blocks: what the notification says of it leads nowhere.
    const measuring = views.filter((view) => /"blocks".*How measured:/.test(view))
    expect(measuring.length).toBeGreaterThan(40)
    expect(measuring.filter((view) => !/sl1\.how_sure|help numbers/.test(view))).toEqual([])
  })
})
