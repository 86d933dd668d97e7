import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvCell, csv } from '../../src/blocks/csv.ts'

/** RFC 4180 read back, character by character, by rules of its own. */
function parse(text: string): string[][] {
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
    } else if (sign === '"') quoted = true
    else if (sign === ',') {
      row.push(field)
      field = ''
    } else if (sign === '\r' && file[at + 1] === '\n') {
      rows.push([...row, field])
      row = []
      field = ''
      at += 1
    } else field += sign
  }
  if (quoted || field !== '' || row.length > 0) throw new Error('the file ends in the middle of a row')
  return rows
}

const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\';a1 é👩') }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constant(null),
)
const rows = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }))

const startsFormula = /^[=+\-@\t\r\n]/

describe('a CSV file', () => {
  it('gives back every cell, and no text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parse(csv(table))
        expect(read.length).toBe(table.length)
        for (const [y, row] of table.entries()) {
          expect(read[y]?.length).toBe(row.length)
          for (const [x, given] of row.entries()) {
            const found = read[y]?.[x] ?? ''
            if (typeof given === 'string') {
              expect(found).not.toMatch(startsFormula)
              expect(found.replace(startsFormula.test(given) ? /^'/ : /^$/, '')).toBe(given.toWellFormed())
            } else expect(found).toBe(given === null || !Number.isFinite(given) ? '' : String(given))
          }
        }
      }),
    )
  })

  it('is what RFC 4180 says, letter by letter', () => {
    expect(
      csv([
        ['Task', 'Change'],
        ['Say "hi", then\nleave', -2.5],
        ['=HYPERLINK("x")', null],
      ]),
    ).toBe('\uFEFFTask,Change\r\n"Say ""hi"", then\nleave",-2.5\r\n"\'=HYPERLINK(""x"")",\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('puts an apostrophe before %j', (text) => {
    expect(parse(csv([[text]]))).toEqual([[`'${text}`]])
  })

  it('leaves a negative number a number', () => {
    expect(csv([[-1.5, Number.NaN, Number.POSITIVE_INFINITY]])).toBe('\uFEFF-1.5,,\r\n')
  })
})
