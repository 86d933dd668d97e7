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

/** Whoever speaks to their device says what they read on the button. */
describe('what a button is called', () => {
  const buttonsOf = (value: unknown): Record<string, unknown>[] => {
    if (typeof value !== 'object' || value === null) return []
    const inner = Object.values(value).flatMap(buttonsOf)
    return 'type' in value && value.type === 'button' ? [{ ...value }, ...inner] : inner
  }
  const plain = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]/gu, '')

  it('holds what it shows', () => {
    const all = gallery.flatMap(({ exhibits }) => exhibits.flatMap(({ draw }) => buttonsOf(draw())))
    expect(all.length).toBeGreaterThan(100)
    const other = all
      .map(({ text, accessibility_label: name }) => [(text as { text: string }).text, name] as const)
      .filter(([text, name]) => name !== undefined && !plain(name).includes(plain(text)))
    expect([...new Set(other.map(([text, name]) => `${text}: ${String(name)}`))]).toEqual([])
  })
})

describe('the goldens', () => {
  it('are those of the gallery’s views, no more and no fewer', () => {
    const names = gallery.flatMap(({ exhibits }) => exhibits.map(({ name }) => `${name}.txt`))
    expect(readdirSync(join(import.meta.dirname, 'goldens')).sort()).toEqual(names.sort())
  })
})
