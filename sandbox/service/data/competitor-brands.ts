/** The competitor-brand table (specification, part 2.4) for one analysis, date range and filter. */
import { projectKey } from './answers.ts'
import { ALL_BRANDS, OWN_BRAND, type Project } from './catalog.ts'
import { createDayCells } from './day-cells.ts'
import { type DayRange, withinData } from './days.ts'
import type { Effects } from './effects.ts'
import { keywordsOf, type Matching, matching, ringOf } from './mentions.ts'
import { COMPETITOR_TYPES, matchPrompts, type PromptFilter, TYPE_SHARES, wanted } from './prompts.ts'
import { at, countAt, numberAt } from './random.ts'

export interface BrandFilter extends PromptFilter {
  readonly sources?: readonly string[] | null | undefined
  readonly competitor_types?: readonly string[] | null | undefined
}

/** One brand's numbers over one range of days. */
export interface BrandNumbers {
  readonly mentions: number
  /** Answers that name the brand. */
  readonly occurrences: number
  /** Answers that match the filter. */
  readonly answers: number
  /** Percent, one decimal. */
  readonly visibility: number
  /** Percent, one decimal. */
  readonly presence: number
  /** `null` if no answer names the brand. */
  readonly ranking: number | null
}

export interface BrandEntry {
  readonly brand: string
  readonly isMyBrand: boolean
  /** How many of the matching prompts name the brand. */
  readonly keywords: number
  readonly current: BrandNumbers
  /** `null` if any part of the previous range is before the start of the data. */
  readonly previous: BrandNumbers | null
}

const oneDecimal = (x: number) => Math.round(x * 10) / 10

interface Selection {
  /** Indexes in the project's list of engines. */
  readonly engines: readonly number[]
  readonly prompts: readonly boolean[]
  readonly types: readonly boolean[]
  /** Share of all answers that match, 0 to 1. */
  readonly answerShare: number
}

function select(project: Project, filter: BrandFilter): Selection {
  const prompts = matchPrompts(filter)
  const types = COMPETITOR_TYPES.map((type) => wanted(filter.competitor_types, type))
  const typeShare = types.reduce((sum, hit, i) => sum + (hit ? at(TYPE_SHARES, i) : 0), 0)
  return {
    engines: project.sources.flatMap((source, i) => (wanted(filter.sources, source) ? i : [])),
    prompts,
    types,
    answerShare: (prompts.filter(Boolean).length / prompts.length) * typeShare,
  }
}

export function createBrandTable(seed: number, project: Project, effects: Effects) {
  const key = projectKey(seed, project)
  const brands = project.brands.map((brand, place) => {
    const index = ALL_BRANDS.indexOf(brand)
    return { brand, place, index, ring: ringOf(key, index) }
  })
  const cellsOf = createDayCells(
    key,
    project,
    brands.map(({ index }) => index),
    effects,
  )

  function numbers(place: number, range: DayRange, selection: Selection, seats: Matching): BrandNumbers {
    // How much more (or less) often this brand is named within the filter than the average brand.
    const affinity = (seats.share / selection.answerShare) ** 0.6
    let mentions = 0
    let occurrences = 0
    let answers = 0
    let scores = 0
    let places = 0
    let measured = 0
    for (let day = range.from; day <= range.to; day++) {
      const cells = cellsOf(day)
      for (const engine of selection.engines) {
        if (countAt(cells.answers, engine) === 0) continue
        measured += 1
        const cell = place * project.sources.length + engine
        const seat = countAt(cells.seat, cell)
        const hits = seats.among(seat, countAt(cells.naming, cell))
        occurrences += hits
        mentions += seats.among(seat, countAt(cells.mentions, cell))
        answers += countAt(cells.answers, engine)
        scores += numberAt(cells.visibility, cell)
        places += hits * numberAt(cells.place, cell)
      }
    }
    const matchingAnswers = Math.round(answers * selection.answerShare)
    const named = Math.min(occurrences, matchingAnswers)
    return {
      mentions,
      occurrences: named,
      answers: matchingAnswers,
      visibility: mentions === 0 ? 0 : oneDecimal(Math.min(95, (scores / measured) * affinity)),
      presence: matchingAnswers === 0 ? 0 : oneDecimal((100 * named) / matchingAnswers),
      ranking: occurrences === 0 ? null : oneDecimal(Math.max(1, places / occurrences / affinity ** 0.5)),
    }
  }

  return {
    /** Brands named at least once in `range`. `previous` is the range to compare with. */
    entries: (
      range: DayRange,
      previous: DayRange,
      today: number,
      filter: BrandFilter,
    ): readonly BrandEntry[] => {
      const current = withinData(range, today, project.firstDay)
      const selection = select(project, filter)
      if (!current || selection.engines.length === 0 || selection.answerShare === 0) return []
      const available = withinData(previous, today, project.firstDay)
      const before = available && available.from === previous.from ? available : null
      return brands.flatMap(({ brand, place, ring }) => {
        const seats = matching(ring, selection.prompts, selection.types)
        const now = numbers(place, current, selection, seats)
        if (now.mentions === 0) return []
        return {
          brand,
          isMyBrand: brand === OWN_BRAND,
          keywords: keywordsOf(ring, selection.prompts),
          current: now,
          previous: before && numbers(place, before, selection, seats),
        }
      })
    },
  }
}

export type BrandTable = ReturnType<typeof createBrandTable>
