import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvCell, csv } from '../../../src/blocks/kit/figures.ts'
import { codePoint } from '../../properties/texts.ts'

/**
 * Reads RFC 4180 back, character by character, independently of the writer. As in a spreadsheet, a quote counts only at the
 * start of a cell.
 * @param separator between two cells; spreadsheets of many countries use semicolons
 */
function parse(text: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  const file = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at]
    if (quoted) {
      if (sign !== '"') field += sign
      else if (file[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && field === '') quoted = true
    else if (sign === separator) {
      row.push(field)
      field = ''
    } else if (sign === '\r' && file[at + 1] === '\n') {
      rows.push([...row, field])
      row = []
      field = ''
      at += 1
    } else field += sign
  }
  if (separator !== ',') return [...rows, [...row, field]]
  if (quoted || field !== '' || row.length > 0) throw new Error('the file ends in the middle of a row')
  return rows
}

const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\';a1 é👩') }),
  fc.string({ unit: codePoint }),
  fc.double(),
  fc.constant(null),
)
const rows = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))

/** Text in which nearly every character means something to a spreadsheet. */
const word = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",; a＝'), maxLength: 8 })

const startsFormula = /^[=+\-@＝＋－＠\t\r\n]/

describe('a CSV file', () => {
  it('returns every cell, and no text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parse(csv(table))
        expect(read.length).toBe(table.length)
        for (const [y, row] of table.entries()) {
          expect(read[y]?.length).toBe(row.length)
          for (const [x, given] of row.entries()) {
            const cell = read[y]?.[x] ?? ''
            if (typeof given === 'string') {
              expect(cell).not.toMatch(startsFormula)
              expect(cell.replaceAll("'", '')).toBe(given.toWellFormed().replaceAll("'", ''))
            } else expect(cell).toBe(given === null || !Number.isFinite(given) ? '' : String(given))
          }
        }
      }),
    )
  })

  it('holds no formula for a spreadsheet that splits at semicolons or tabs, or ignores quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (table) => {
        const file = csv(table)
        const cells = [
          ...[';', '\t'].flatMap((separator) => parse(file, separator).flat()),
          ...file.slice(1).split(/[;\t\r\n]/),
        ]
        expect(cells.filter((text) => startsFormula.test(text.replace(/^[\s"]+/, '')))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('adds no apostrophe if nothing could be run', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a1 ;\t\n",é') }), (text) => {
        expect(parse(csv([[`a${text}`]]))).toEqual([[`a${text}`]])
      }),
    )
    expect(parse(csv([['a-b=c; d @e, -f']]))).toEqual([['a-b=c; d @e, -f']])
  })

  it('matches RFC 4180 exactly', () => {
    expect(
      csv([
        ['Task', 'Change'],
        ['Say "hi", then\nleave', -2.5],
        ['=HYPERLINK("x")', null],
      ]),
    ).toBe('\uFEFFTask,Change\r\n"Say ""hi"", then\nleave",-2.5\r\n"\'=HYPERLINK(""x"")",\r\n')
  })
})
