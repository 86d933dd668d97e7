/** `docs/interface-notes.md` is held against the code, the tests and the service's own description. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../sandbox/service/index.ts'
import { answerOf, type Description, describedBy, operationsOf, type Schema } from './support.ts'

const root = join(import.meta.dirname, '..', '..')
const notes = readFileSync(join(root, 'docs/interface-notes.md'), 'utf8')

/** The specification's parts with something to do, and how many times "not shown" stands in each. */
const PARTS = {
  '1': 0,
  '2.1': 0,
  '2.2': 1,
  '2.3': 0,
  '2.4': 0,
  '2.5': 0,
  '2.6': 1,
  '2.7': 0,
  '2.8': 0,
  '2.9': 1,
  '3': 2,
  '4.1': 0,
  '4.2': 1,
  '4.3': 1,
  '4.4': 0,
  '4.5': 0,
  '4.6': 1,
  '4.7': 0,
  '4.8': 0,
  '4.9': 3,
  '5.1': 3,
  '5.2': 2,
  '5.3': 0,
  '6': 1,
  '7': 2,
  // Two, of which the first is about two resources and has a row for each.
  '8': 3,
  '9': 0,
} as const

/** One row of a table, by the names of its columns. */
interface Row {
  /** The heading above it. */
  readonly section: string
  readonly line: number
  readonly cells: ReadonlyMap<string, string>
}

function rowsOf(text: string): readonly Row[] {
  const rows: Row[] = []
  let section = ''
  let columns: readonly string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '')
    if (!line.startsWith('|')) columns = []
    else if (columns.length === 0) columns = cellsOf(line)
    else if (!/^[-| ]+$/.test(line)) {
      const cells = cellsOf(line)
      if (cells.length !== columns.length) throw new Error(`line ${index + 1} has ${cells.length} cells`)
      rows.push({
        section,
        line: index + 1,
        cells: new Map(columns.map((name, at) => [name, cells[at] ?? ''])),
      })
    }
  }
  return rows
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())
}

const rows = rowsOf(notes)
const cellOf = ({ cells }: Row, column: string) => cells.get(column) ?? ''
const named = ({ section, line }: Row) => `line ${line}, ${section}`

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(join(root, file), 'utf8')
  sources.set(file, known)
  return known
}

/** References to code in a cell: a file of `src` or `sandbox`, and maybe a name in it. */
function codeIn(cell: string): readonly { readonly file: string; readonly name: string | undefined }[] {
  return [...cell.matchAll(/`((?:src|sandbox)\/[\w./-]+)(?:#(\w+))?`/g)].map(([, file = '', name]) => ({
    file,
    name,
  }))
}

/** What is wrong with a cell that refers to code. */
function codeFaults(cell: string): readonly string[] {
  return codeIn(cell).flatMap(({ file, name }) => {
    if (!existsSync(join(root, file))) return [`no file ${file}`]
    return name === undefined || new RegExp(`\\b${name}\\b`).test(sourceOf(file))
      ? []
      : [`no ${name} in ${file}`]
  })
}

const TITLE = /\b(?:test|it)(?:\.(?:each|for)(?:<[^(]*>)?\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/g

/** Titles of a test file, as they are written. */
function titlesOf(file: string): readonly string[] {
  return [...sourceOf(file).matchAll(TITLE)].map((match) => match[2] ?? '')
}

/** What is wrong with a cell that refers to tests; it must hold one at least, and each piece must tell one test. */
function testFaults(cell: string): readonly string[] {
  const tests = [...cell.matchAll(/`(test\/[\w./-]+)` "([^"]+)"/g)]
  const files = [...cell.matchAll(/`test\//g)]
  if (tests.length === 0 || tests.length !== files.length) return ['no test, or a file without a title']
  return tests.flatMap(([, file = '', piece = '']) => {
    if (!existsSync(join(root, file))) return [`no file ${file}`]
    const found = titlesOf(file).filter((title) => title.includes(piece)).length
    return found === 1 ? [] : [`${found} tests of ${file} have "${piece}" in their title`]
  })
}

describe('every row', () => {
  test.each(rows.map((row) => [named(row), row] as const))(
    '%s has code and a test that exist',
    (_name, row) => {
      const cells = [...row.cells.values()]
      expect(cells.filter((cell) => cell === '')).toEqual([])
      expect(cells.flatMap((cell) => codeIn(cell))).not.toEqual([])
      expect(cells.flatMap(codeFaults)).toEqual([])
      expect(testFaults(cellOf(row, 'Shown by'))).toEqual([])
      for (const column of ['Client', 'Service', 'Change it in', 'Where']) {
        const cell = row.cells.get(column)
        if (cell !== undefined && cell !== '—') expect(codeIn(cell), column).not.toEqual([])
      }
    },
  )
})

test('every part of the specification has its section, in order', () => {
  const parts = new Set(rows.map(({ section }) => /^\d(?:\.\d)?(?= )/.exec(section)?.[0] ?? ''))
  expect([...parts].filter(Boolean)).toEqual(Object.keys(PARTS).toSorted(byPart))
})

test('every "not shown" has its row, in the order of the specification', () => {
  const found = rows.filter(({ cells }) => cells.has('Not shown')).map((row) => cellOf(row, 'Part'))
  const parts = Object.entries(PARTS).toSorted(([a], [b]) => byPart(a, b))
  expect(found).toEqual(parts.flatMap(([part, count]) => Array.from({ length: count }, () => part)))
})

function byPart(a: string, b: string): number {
  return Number(a) - Number(b)
}

/** Where the rows of an endpoint begin. */
const ENDPOINT = /`((?:GET|POST) \/[^`]+)`/
/** What a row is about: a parameter, or a field. */
const SUBJECT = /`(\?\w+|\{\w+\}|body\.[\w.[\]]+|[A-Z]\w+\.[\w.[\]]+|data|pagination|briefs)`/g

/** What the notes say exists: endpoints, `<endpoint> <parameter>`, and fields of named schemas. */
function noted(): ReadonlySet<string> {
  const subjects = new Set<string>()
  let endpoints: readonly string[] = []
  let section = ''
  for (const row of rows.filter(({ cells }) => cells.has('Item'))) {
    const item = cellOf(row, 'Item')
    if (row.section !== section) endpoints = []
    section = row.section
    const endpoint = ENDPOINT.exec(item)?.[1]
    if (endpoint !== undefined) {
      endpoints = [endpoint]
      subjects.add(endpoint)
    }
    for (const [, subject = ''] of item.matchAll(SUBJECT)) {
      subjects.add(/^[A-Z]/.test(subject) ? subject : [...endpoints, subject].join(' '))
    }
  }
  return subjects
}

/** Fields of a schema and of what lies in it, as `accounts[].id`; named schemas are listed by themselves. */
function fieldsOf(schema: Schema, prefix: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...fieldsOf(inner, `${prefix}${name}.`),
    ...fieldsOf(inner.items ?? {}, `${prefix}${name}[].`),
  ])
}

function described(description: Description): readonly string[] {
  const operations = operationsOf(description).flatMap((operation) => {
    const { method, path, parameters = [], requestBody } = operation
    const endpoint = `${method} ${path}`
    const body = requestBody?.content?.['application/json']?.schema ?? {}
    return [
      endpoint,
      ...parameters.map(
        ({ name, in: where }) => `${endpoint} ${where === 'query' ? `?${name}` : `{${name}}`}`,
      ),
      ...fieldsOf(body, `${endpoint} body.`),
      ...fieldsOf(answerOf(operation), `${endpoint} `),
    ]
  })
  const schemas = Object.entries(description.components.schemas)
  return [...operations, ...schemas.flatMap(([name, schema]) => fieldsOf(schema, `${name}.`))]
}

describe("the service's description", () => {
  let description: Description
  beforeAll(async () => {
    const service = await startService()
    description = await describedBy(service)
    await service.stop()
  })

  test('has a row for each endpoint, parameter and field, and no row is about anything else', () => {
    const all = described(description)
    expect(all.length).toBeGreaterThan(130)
    expect([...noted()].toSorted()).toEqual(all.toSorted())
  })
})

describe('the check itself', () => {
  test('sees what is missing', () => {
    expect(codeFaults('`src/api/nowhere.ts`')).toEqual(['no file src/api/nowhere.ts'])
    expect(codeFaults('`src/api/enums.ts#NOTHING`')).toEqual(['no NOTHING in src/api/enums.ts'])
    expect(testFaults('—')).toHaveLength(1)
    expect(testFaults('`test/config.test.ts`')).toHaveLength(1)
    expect(testFaults('`test/config.test.ts` "no such title"')).toHaveLength(1)
    expect(testFaults('`test/nowhere.test.ts` "x"')).toEqual(['no file test/nowhere.test.ts'])
    expect(() => rowsOf('| A | B |\n|---|---|\n| one |')).toThrow('line 3')
  })
})
