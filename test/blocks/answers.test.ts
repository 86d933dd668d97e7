import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluationAnswer } from '../../src/blocks/evaluations/evaluation.ts'
import { collectsAnswer } from '../../src/blocks/visibility/collects.ts'
import { enginesAnswer } from '../../src/blocks/visibility/engines.ts'
import { filtersAnswer } from '../../src/blocks/visibility/filters.ts'
import { engineReport, onEngine, evaluationRef as ref } from './answer-fixtures.ts'
import { countIn, rows } from './counting.ts'
import { ok } from './fixtures.ts'
import { evaluation as anyEvaluation, collects, engines, filters } from './like.ts'
import { renderBlocks } from './render.ts'
import { validateMessage } from './validate.ts'

/** Nothing is lost silently: what is shown and what is counted as not shown add up to everything. */
const quiet = { shareable: false, command: '' }

describe('items that are not shown are counted', () => {
  it('in collects', () => {
    fc.assert(
      fc.property(collects, (report) => {
        const { blocks } = collectsAnswer(report, quiet)
        const left = countIn(renderBlocks(blocks), /([\d,]+) older ones? not shown\./)
        expect(rows(blocks) + left).toBe(report.collected?.days.length ?? 0)
        expect(countIn(renderBlocks(blocks), /([\d,]+) more not loaded\./)).toBe(
          report.collected?.leftOut ?? 0,
        )
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in filters', () => {
    fc.assert(
      fc.property(filters, fc.nat({ max: 900 }), (all, many) => {
        const brands = Array.from({ length: many }, (_, index) => `Brand ${index}`)
        const words = renderBlocks(filtersAnswer({ ...all, brands }, quiet).blocks)
        const section = words.split('⟦bold: Brands (')[1]?.split('⟦bold:')[0] ?? ''
        const shown = section.match(/Brand \d+/g)?.length ?? 0
        expect(shown + countIn(section, /([\d,]+) more not shown\./)).toBe(many)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in an evaluation’s addresses', () => {
    fc.assert(
      fc.property(anyEvaluation, fc.nat({ max: 40 }), (one, many) => {
        const urls = Array.from({ length: many }, (_, index) => `https://northwind.example/${index}`)
        const { blocks } = evaluationAnswer({ ...one, name: 'x', urls }, { ...quiet, ref, watching: false })
        const words = renderBlocks(blocks)
        const shown = words.match(/• https:\/\/northwind/g)?.length ?? 0
        expect(shown + countIn(words, /([\d,]+) more addresse?s? not shown\./)).toBe(many)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })

  it('in engines, and each reason why some are unreadable is given or counted', () => {
    const reason = (index: number) => `Reason ${index}: ${'why '.repeat(90)}`
    const failed = Array.from({ length: 40 }, (_, index) => ({
      ok: false as const,
      subject: `Engine ${index}`,
      reason: reason(index),
    }))
    const report = engineReport([ok(onEngine('ChatGPT', [52, 49])), ...failed])
    const message = enginesAnswer(report, quiet)
    expect(validateMessage(message)).toEqual([])
    const words = renderBlocks(message.blocks)
    const shown = words.match(/unavailable⟧/g)?.length ?? 0
    expect(shown + countIn(words, /for ([\d,]+) other reasons?/)).toBe(40)
    expect(shown).toBeGreaterThan(5)
  })

  it('in engines with data: each is in the table', () => {
    fc.assert(
      fc.property(engines, (report) => {
        // The most that are read.
        const all = Array.from({ length: 9 }, () => report.engines)
          .flat()
          .slice(0, 20)
        const { blocks } = enginesAnswer({ ...report, engines: all, hasData: true }, quiet)
        const read = all.filter((part) => part.ok)
        const someOwn = read.some((part) => part.ok && part.data.own !== null)
        expect(rows(blocks)).toBe(someOwn ? read.length : 0)
      }),
      { numRuns: 50, endOnFailure: true },
    )
  })
})
