import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../src/store/index.ts'
import { everyRow, newestSnapshot, snapshots } from './backup/rows.ts'
import { temporaryFolder } from './engines.ts'
import { type RecordedJson, storedJson } from './stored-json.ts'

const recorded = (version: number): RecordedJson =>
  JSON.parse(readFileSync(new URL(`./schemas/${version}.json`, import.meta.url), 'utf8'))

/** The error of the parser, if it can't read the text. */
const unread = (parser: z.ZodType, text: string) => parser.safeParse(JSON.parse(text)).error?.message ?? null

const database = new DatabaseSync(':memory:')
database.exec(newestSnapshot().sql)
const rows = everyRow(database)
database.close()

/** The oldest schema whose releases may run beside this one. */
async function oldestBesideThis(): Promise<number> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'sightline.db')
  await (await openStore({ file })).close()
  const today = new DatabaseSync(file)
  const oldest = Number(today.prepare('SELECT oldest FROM sightline_schema').get()?.oldest)
  today.close()
  await folder.remove()
  return oldest
}
const oldest = await oldestBesideThis()

describe.each(snapshots())('stored JSON and schema $version', ({ version }) => {
  const release = recorded(version)

  it.runIf(version >= oldest)('that release reads what this one writes, since both may run at once', () => {
    const problems = Object.entries(storedJson).flatMap(([column, { texts }]) => {
      // A column of this release's own is not read by earlier ones.
      const parser = release[column] && z.fromJSONSchema(release[column].parser)
      return texts.map((text) => [column, text, parser ? unread(parser, text) : null])
    })
    expect(problems.filter(([, , error]) => error !== null)).toEqual([])
  })

  it('this one reads what that release has written', () => {
    const problems = Object.entries(release).flatMap(([column, { texts }]) =>
      texts.map((text) => [column, text, unread(storedJson[column]?.parser ?? z.never(), text)]),
    )
    expect(problems.filter(([, , error]) => error !== null)).toEqual([])
  })
})

it('each column with JSON has a parser', () => {
  // Messages are only sent to Slack again.
  const known = [
    'posted_messages.blocks',
    'outbox.message',
    ...Object.keys(storedJson).map((name) => name.split(' ')[0]),
  ]
  const columns = Object.entries(rows).flatMap(([table, all]) =>
    all.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        /^[[{]/.test(String(value)) ? [`${table}.${column}`] : [],
      ),
    ),
  )
  expect(columns.filter((column) => !known.includes(column))).toEqual([])
  expect(new Set(columns).size).toBeGreaterThan(5)
})
