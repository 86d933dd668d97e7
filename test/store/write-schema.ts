/**
 * `npm run schema`, run before a release, and until then whenever the schema or stored JSON changes: writes
 * `schemas/<version>.sql`, which is today's schema with the rows of the newest earlier one (of a small new workspace, for
 * the first), and a made-up row in each new table; and `schemas/<version>.json`, which is the JSON in it and its parsers.
 * The next version is tested with both. Lines that differ in random ids and ciphertexts alone stay as they are.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seedFirst } from '../../bench/sizes/seed.ts'
import { tablesOf } from '../../src/store/backup/file.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { schemaVersion } from '../../src/store/migrations.ts'
import { fillEmpty, onFile, snapshots } from './backup/rows.ts'
import { temporaryFolder, testKeys } from './engines.ts'
import { recordedToday } from './stored-json.ts'

const folder = await temporaryFolder()
const file = join(folder.path, 'sightline.db')
const earlier = snapshots().findLast(({ version }) => version < schemaVersion)
if (earlier !== undefined) onFile(file, earlier.sql)
const store = await openStore({ file }, createEncryptor(testKeys))
if (earlier === undefined) await seedFirst(store)
await store.close()

const database = new DatabaseSync(file)
fillEmpty(database)
const written = new URL(`./schemas/${schemaVersion}.sql`, import.meta.url)
const known = (existsSync(written) ? readFileSync(written, 'utf8') : '').split('\n')
const constant = (line: string) => line.replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|'s1\.[\w.-]+'/g, '')
const kept = new Map(known.map((line) => [constant(line), line]))
writeFileSync(
  written,
  dump(database)
    .map((line) => kept.get(constant(line)) ?? line)
    .join('\n'),
)
writeFileSync(
  new URL(`./schemas/${schemaVersion}.json`, import.meta.url),
  `${JSON.stringify(recordedToday(), null, 2)}\n`,
)
database.close()
await folder.remove()
process.stdout.write(`${written.pathname} and .json\n`)

/** SQL that both engines understand. */
function dump(source: DatabaseSync): readonly string[] {
  const tables = tablesOf(source)
  const made = (name: string) =>
    source
      .prepare(
        'SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC, name',
      )
      .all(name)
      .map(({ sql }) => `${sql};`)
  const rows = (name: string) =>
    source
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => `INSERT INTO ${name} VALUES (${Object.values(row).map(literal).join(', ')});`)
  return [
    `-- Schema ${schemaVersion}, with what a small workspace has in it. Runs on both engines. Once released, it never changes.`,
    ...made('sightline_schema'),
    ...rows('sightline_schema'),
    ...tables.flatMap(({ name }) => ['', ...made(name)]),
    ...tables.flatMap(({ name }) => ['', ...rows(name)]),
    '',
  ]
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}
