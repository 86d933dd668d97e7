/** Arbitrary data in the shape of the gallery's: what a service could send on its worst day. */
import fc from 'fast-check'
import type { InsightsFilters } from '../../src/api/index.ts'
import type { CollectsReport } from '../../src/blocks/visibility/collects.ts'
import { nameKey } from '../../src/lib/strings.ts'
import type { EngineReport } from '../../src/model/engine-report.ts'
import type { Evaluation } from '../../src/model/evaluation.ts'
import type { Recommendation } from '../../src/model/recommendation.ts'
import type { RedditNews } from '../../src/model/reddit.ts'
import type { BrandStanding, Section, VisibilityReport } from '../../src/model/reports.ts'
import { number, text } from './arbitraries.ts'
import { gallery } from './gallery/index.ts'
import { isClosed } from './gallery/replace-texts.ts'

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Every object in the gallery's data that has all of these fields. */
export function inGallery<T extends object>(...fields: readonly (keyof T & string)[]): readonly T[] {
  const found = new Set<unknown>()
  const look = (value: unknown): void => {
    if (!isObject(value)) return
    if (fields.every((field) => field in value)) found.add(value)
    for (const inner of Object.values(value)) look(inner)
  }
  for (const { data } of gallery.flatMap(({ exhibits }) => exhibits)) look(data)
  return [...found] as readonly T[]
}

/**
 * Data with the fields of these examples, any texts and numbers, and lists of any length. Words that the code chooses from
 * are those of the examples.
 * @param most the longest list
 */
export const like = <T>(examples: readonly T[], most = 40): fc.Arbitrary<T> =>
  shapeOf(examples, '', most) as fc.Arbitrary<T>

function shapeOf(examples: readonly unknown[], path: string, most: number): fc.Arbitrary<unknown> {
  const shapes: fc.Arbitrary<unknown>[] = []
  const texts = examples.filter((each) => typeof each === 'string')
  const chosen = new Set(texts.filter((each) => isClosed(path, each)))
  if (chosen.size > 0) shapes.push(fc.constantFrom(...chosen))
  if (texts.some((each) => !chosen.has(each))) shapes.push(text)
  const numbers = examples.filter((each) => typeof each === 'number')
  if (numbers.length > 0)
    shapes.push(
      numbers.every(Number.isInteger) ? fc.oneof(fc.nat({ max: 600 }), fc.constant(99_999)) : number,
    )
  if (examples.some((each) => typeof each === 'boolean')) shapes.push(fc.boolean())
  const fixed = examples.filter((each) => each == null || each instanceof Map)
  if (fixed.length > 0) shapes.push(fc.constantFrom(...fixed))
  const lists = examples.filter((each) => Array.isArray(each))
  if (lists.length > 0) shapes.push(listOf(lists, path, most))
  const objects = examples.filter((each) => isObject(each) && !Array.isArray(each) && !(each instanceof Map))
  // Each kind of a headline, and each state of a section, has its own fields.
  for (const same of Map.groupBy(objects as readonly Fields[], ({ kind, ok }) => kind ?? ok).values())
    shapes.push(recordOf(same, path, most))
  return fc.oneof(...shapes)
}

function listOf(lists: readonly (readonly unknown[])[], path: string, most: number): fc.Arbitrary<unknown> {
  const items = lists.flat()
  if (items.length === 0) return fc.constant([])
  // An interval.
  if (items.every((item) => typeof item === 'number') && lists.every(({ length }) => length === 2))
    return fc.tuple(number, number)
  return fc.array(shapeOf(items, `${path}.0`, most), { maxLength: most, size: 'max' })
}

function recordOf(objects: readonly Fields[], path: string, most: number): fc.Arbitrary<unknown> {
  const names = [...new Set(objects.flatMap((each) => Object.keys(each)))]
  const fields = names.map((name) => {
    const values = objects.filter((each) => name in each).map((each) => each[name])
    return [
      name,
      name === 'ok' ? fc.constantFrom(...values) : shapeOf(values, `${path}.${name}`, most),
    ] as const
  })
  const requiredKeys = names.filter((name) => objects.every((each) => name in each))
  return fc.record(Object.fromEntries(fields), { requiredKeys })
}

/** Ordinary names, different from each other. */
export const goodName = fc.integer({ min: 0, max: 1e6 }).map((at) => `Brand ${at}`)

const reports = inGallery<VisibilityReport>('headline', 'standings')
const standing = like(reports.flatMap(({ standings }) => standings))
export const change = like(reports.flatMap(({ standings }) => standings.map(({ visibility }) => visibility)))
export const brandFilters = like(reports.map(({ filters }) => filters))

export const standingOf = (names: fc.Arbitrary<string>): fc.Arbitrary<BrandStanding> =>
  fc.tuple(standing, names).map(([each, brand]) => ({ ...each, brand }))

/** @param names the brands' names; @param most how many brands at most */
export const reportOf = (names: fc.Arbitrary<string> = text, most = 40): fc.Arbitrary<VisibilityReport> =>
  fc
    .tuple(
      like(reports, 8),
      fc.array(standingOf(names), { maxLength: most, size: 'max' }),
      fc.option(fc.nat()),
    )
    .map(([report, standings, ownAt]) => ({
      ...report,
      standings,
      // A question names each brand once.
      brands: [...new Map(report.brands.map((brand) => [nameKey(brand), brand])).values()],
      own: ownAt === null ? null : (standings[ownAt % standings.length] ?? null),
    }))

export const engines = like(inGallery<EngineReport>('enginesLeftOut', 'engines'), 25)
export const collects = like(inGallery<CollectsReport>('collected', 'today'), 300)
export const filters = like(inGallery<InsightsFilters>('categories', 'countries'), 300)
export const evaluation = like(inGallery<Evaluation>('discovery', 'cost'), 60)
export const redditNews = like(inGallery<RedditNews>('baseline', 'items'), 60)
export const redditItem = like(
  inGallery<RedditNews>('baseline', 'items').flatMap(({ items }) => items),
  30,
)

const examples = inGallery<Recommendation>('briefs', 'resultId', 'task')
export const recommendation = like(examples, 4)
export const taskState = like(examples.map(({ task }) => task))
export const brief = like(examples.flatMap(({ briefs }) => briefs))

const section = <T>(data: fc.Arbitrary<T>): fc.Arbitrary<Section<T>> =>
  fc.oneof(
    { weight: 4, arbitrary: data.map((value) => ({ ok: true as const, data: value })) },
    { weight: 1, arbitrary: fc.record({ ok: fc.constant(false as const), reason: text, subject: text }) },
  )
export const recommendations = fc.array(section(recommendation), { maxLength: 25, size: 'large' })
