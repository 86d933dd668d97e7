/** `npm run backup -- <file>`: writes the database to a new SQLite file, while Sightline runs or not. `-`: stdout. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readDatabase } from '../config/index.ts'
import { type BackupMade, backUp } from '../store/backup/back-up.ts'
import { contentInWords, onlyArgument, runCommand } from './command-line.ts'

const sources: Readonly<Record<BackupMade['from'], string>> = {
  running: 'from the running Sightline',
  file: 'from its file; Sightline is not running',
  PostgreSQL: 'from PostgreSQL',
}

function reportBackup(backup: BackupMade, to: string): void {
  const size = `${backup.bytes.toLocaleString('en')} bytes`
  process.stderr.write(`${to}: ${contentInWords(backup)}, ${size}, ${sources[backup.from]}.\n`)
}

await runCommand(async (args) => {
  const to = onlyArgument(args, 'Name the file to write: npm run backup -- sightline-backup.db')
  const database = readDatabase()
  if (to !== '-') {
    const file = resolve(to)
    reportBackup(await backUp(database, file), file)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'sightline-backup-'))
  try {
    const file = join(folder, 'backup.db')
    const backup = await backUp(database, file)
    await pipeline(createReadStream(file), process.stdout, { end: false })
    reportBackup(backup, 'Standard output')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
