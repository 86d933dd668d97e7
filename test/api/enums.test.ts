import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as face from '../../src/api/index.ts'

const src = join(import.meta.dirname, '../../src')

const ENUMERATIONS = {
  SOURCES: face.SOURCES,
  COMPETITOR_TYPES: face.COMPETITOR_TYPES,
  PERIODS: face.PERIODS,
  SORT_COLUMNS: face.SORT_COLUMNS,
  SORT_DIRECTIONS: face.SORT_DIRECTIONS,
  KEYWORD_TYPES: face.KEYWORD_TYPES,
  FUNNEL_STAGES: face.FUNNEL_STAGES,
  EVALUATION_STATUSES: face.EVALUATION_STATUSES,
}

test('every enumeration is written down once: no other file lists its values', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'api/enums.ts',
  )
  expect(files.length).toBeGreaterThan(100)
  const lists = files.flatMap((name) => {
    const code = readFileSync(join(src, name), 'utf8')
    return Object.entries(ENUMERATIONS).flatMap(([enumeration, values]) => {
      // In sequence, as in a list or a union. Single values may have another meaning, and the compiler checks that a `case`
      // for each is complete.
      const whole = new RegExp(values.map((value) => `['"]${value}['"]`).join('[\\s,|]+'))
      return whole.test(code) ? [`${name} lists ${enumeration}`] : []
    })
  })
  expect(lists).toEqual([])
})
