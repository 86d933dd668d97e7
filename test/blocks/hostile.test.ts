/**
 * Every text of every view in the gallery, replaced by hostile text and by nothing: one after the other, and all at once.
 */
import { describe, expect, it } from 'vitest'
import { renderMessage } from '../../sandbox/slack/terminal.ts'
import { asPlainText, withoutChartsAndTables } from '../../src/blocks/kit/block-text.ts'
import { isThorough } from '../properties/thorough.ts'
import { nastyTexts } from './arbitraries.ts'
import { type Exhibit, exhibit, isMessage, type Shown } from './gallery/exhibit.ts'
import { gallery } from './gallery/index.ts'
import { type Leaf, leavesOf, replacing } from './gallery/replace-texts.ts'
import { meaningOf, unseenIn } from './meaning.ts'
import { messageObjections, validateView } from './validate.ts'

const attacks: Readonly<Record<string, string>> = {
  'a broadcast': '<!channel> <!here> @channel',
  'a mention': '<@U1> <!subteam^S1> <#C1>',
  'a link': '<https://evil|x> https://evil.example/x [x](https://evil.example)',
  backticks: '`code` ```open``` ```open',
  formatting: '*bold* _it_ ~gone~\n> quoted',
  'escaped once already': '&lt;!channel&gt; &amp;lt;@U1&amp;gt;',
  'right-to-left marks': '\u202Egnp.exe\u202C \u2067x\u2069 \u200F',
  'zero-width characters': 'a\u200Bb\u200Cc\uFEFFd\u00ADe',
  'control characters': '\u0000\u0007\u001B[31m\uD800',
  'emoji codes': ':tada: :skull::skin-tone-2:',
  '40,000 characters': `<!channel> ${'long '.repeat(4_000)}${'x'.repeat(20_000)}`,
  nothing: '',
  'a space': ' ',
  'only what is invisible': '\u200B\u202E\uFEFF',
}
const all = Object.values(attacks).slice(0, 10).join(' ')

const exhibits = gallery.flatMap((room) => room.exhibits)

/** The views, and the simpler forms that a message falls back to when Slack refuses it. */
const forms = (shown: readonly Shown[]): readonly Shown[] =>
  shown.flatMap((one): readonly Shown[] =>
    isMessage(one) ? [one, withoutChartsAndTables(one), asPlainText(one)] : [one],
  )

/** Slack's ids and our own log references are short, and can't be written by other people. */
const fitting = (text: string, { path, text: own }: Leaf): string =>
  /^[UWCDGS]0[A-Z0-9]+$/.test(own) || /(?:^|\.)reference$/.test(path) ? text.slice(0, 100) : text

const drawn = (view: Exhibit, other: (leaf: Leaf) => string): readonly Shown[] =>
  forms(view.draw(replacing((leaf) => fitting(other(leaf), leaf))))

/** Only the first ones and the last of a long list: the others are drawn the same way, and would take a minute. */
const firstOnes = isThorough ? 4 : 1

function sampled(leaves: readonly Leaf[]): readonly Leaf[] {
  const last = new Map<string, number>()
  const places = ({ path }: Leaf) =>
    [...path.matchAll(/\.(\d+)(?=\.|$)/g)].map(({ 1: at, index }) => ({
      list: path.slice(0, index),
      at: Number(at),
    }))
  for (const { list, at } of leaves.flatMap(places)) last.set(list, Math.max(at, last.get(list) ?? 0))
  return leaves.filter((leaf) =>
    places(leaf).every(({ list, at }) => at < firstOnes || at === last.get(list)),
  )
}

/** The number of rounds. Each replaces fields that are far apart, and leaves their neighbours alone. */
const attempts = 3

/** The fields that are replaced together. In a thorough run each field gets its own round. */
function together(leaves: readonly Leaf[]): readonly ReadonlySet<string>[] {
  const count = isThorough ? leaves.length : Math.min(attempts, leaves.length)
  return Array.from(
    { length: count },
    (_, go) => new Set(leaves.filter((_leaf, index) => index % count === go).map(({ path }) => path)),
  )
}

interface Attacked {
  readonly attack: string
  readonly textOf: (leaf: Leaf) => string
}

/** In a thorough run each attack is in all fields at once; otherwise attacks alternate, so that each is in some. */
function attacksOn(leaves: readonly Leaf[]): readonly Attacked[] {
  const texts = [...Object.values(attacks), ...nastyTexts]
  if (isThorough) return texts.map((text) => ({ attack: text.slice(0, 40), textOf: () => text }))
  const places = new Map(leaves.map(({ path }, index) => [path, index]))
  const count = Math.max(attempts, Math.ceil(texts.length / Math.max(1, leaves.length)))
  return Array.from({ length: count }, (_, go) => ({
    attack: `go ${go}`,
    textOf: ({ path }) =>
      texts[((places.get(path) ?? 0) + go * Math.min(attempts, leaves.length)) % texts.length] ?? '',
  }))
}

/** Formatting that starts and ends at the hostile texts' marks. In our own formatting such marks are inside, as letters. */
const leaked = /^(?:bold|italic|strike|code|pre|quote) (?:bold|it|gone|code|open|quoted)\b/

const isFormatting = /^(?:bold|italic|strike|code|pre|quote) /

/** What the view does with its own data: whom it mentions, which dates it shows. */
const meantBy = (view: Exhibit): ReadonlySet<string> => new Set(forms(view.draw()).flatMap(meaningOf))

/** All violations of Slack's rules, read strictly, and everything that the view doesn't do with its own data. */
function objections(shown: readonly Shown[], meant: ReadonlySet<string>): unknown[] {
  const done = shown
    .flatMap(meaningOf)
    .filter((meaning) => (isFormatting.test(meaning) ? leaked.test(meaning) : !meant.has(meaning)))
  return [
    ...shown.flatMap((one) => (isMessage(one) ? messageObjections(one) : validateView(one))),
    ...done,
    ...shown.flatMap(unseenIn).map((text) => `hidden in ${JSON.stringify(text.slice(0, 200))}`),
  ]
}

/** A word that occurs nowhere else. */
const marker = 'Zq7x'
const wholeSentence = new RegExp(`[.!?…] ${marker}[.!?]?$`)

/** A number may have no unit, `/sightline` may be typed alone, and a command's usage is our own text. */
const mayBeEmpty = /\.unit$|\.command$|\.metric$|(?:^|\.)usage$/

/** The lines that a reader sees, with repeated blanks collapsed. */
function linesOf(shown: readonly Shown[], known: Map<string, readonly string[]>): readonly string[] {
  return shown.flatMap((one) => [
    ...(isMessage(one) ? linesOfText(one.text) : []),
    ...one.blocks.flatMap((block) => {
      const key = JSON.stringify(block)
      const lines = known.get(key) ?? linesOfText('', [block as unknown as Record<string, unknown>])
      known.set(key, lines)
      return lines
    }),
  ])
}

function linesOfText(text: string, blocks: readonly Record<string, unknown>[] = []): readonly string[] {
  const options = { width: 2_000, now: 0, timeZone: 'UTC' }
  return renderMessage({ text, blocks }, options).split('\n').map(squeezed)
}

const squeezed = (line: string): string => line.replace(/\s+/g, ' ').trim()
const blanks = (lines: readonly string[]): number => lines.filter((line) => line === '').length

/** Lines that only `empty` has, and that `filled` has with the marker. A whole sentence may be missing. */
function gaps(filled: readonly string[], empty: readonly string[]): readonly string[] {
  const found = new Set(empty).difference(new Set(filled))
  const bare = filled
    .filter((line) => line.includes(marker) && !wholeSentence.test(line))
    .map((line) => squeezed(line.replaceAll(marker, '')))
    // The content of a form's field belongs to the person, and may be empty.
    .filter((line) => line !== '' && !/^\[.*\]$/.test(line) && found.has(line))
  return blanks(empty) > blanks(filled) ? [...bare, '(an empty line)'] : bare
}

describe.for(exhibits)('$name', (view) => {
  const leaves = leavesOf(view.data)
  const some = sampled(leaves)

  it('is harmless with attacks in all of its fields at once', () => {
    const meant = meantBy(view)
    const wrong = attacksOn(leaves).flatMap(({ attack, textOf }) =>
      objections(drawn(view, textOf), meant).map((objection) => ({ attack, objection })),
    )
    expect(wrong).toEqual([])
  })

  it('is harmless with all attacks in some of its fields, beside unchanged others', () => {
    const meant = meantBy(view)
    const wrong = together(some).flatMap((paths) => {
      const shown = drawn(view, (leaf) => (paths.has(leaf.path) ? all : leaf.text))
      return objections(shown, meant).map((objection) => ({ paths: [...paths], objection }))
    })
    expect(wrong).toEqual([])
  })

  it('has words for every empty field, or leaves it out with its surroundings', () => {
    // One text changes few of a view's blocks, so the others are rendered once.
    const rendered = new Map<string, readonly string[]>()
    const wrong = together(some.filter(({ path }) => !mayBeEmpty.test(path))).flatMap((paths) => {
      const put = (text: string) =>
        linesOf(view.draw(replacing((leaf) => (paths.has(leaf.path) ? text : leaf.text))), rendered)
      return gaps(put(marker), put('')).map((line) => ({ paths: [...paths], line }))
    })
    expect(wrong).toEqual([])
  })
})

describe('the sweep itself', () => {
  /** What a view must not do: use outside text as mrkdwn. */
  const careless = exhibit({
    name: 'careless',
    when: 'Never.',
    data: { name: 'Contoso' },
    draw: ({ name }) => ({
      text: name,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `Hello ${name}` } }],
    }),
  })
  // Showing entities as they arrive is harmless: this one appears as the letters "<!channel>".
  const { 'escaped once already': _, ...harmful } = attacks

  it.for(Object.entries(harmful))('notices %s in a careless view', ([, text]) => {
    const shown = drawn(careless, () => text)
    expect(objections(shown, meantBy(careless))).not.toEqual([])
  })
})
