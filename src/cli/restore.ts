/** `npm run restore -- <file>`: restores a backup into the configured database, of either kind, which must be new. */
import { resolve } from 'node:path'
import { oneLine } from '../blocks/kit/text.ts'
import { readDatabase } from '../config/index.ts'
import { systemClock } from '../lib/clock.ts'
import { renewBeforeMs } from '../slack/send/client.ts'
import { restore } from '../store/backup/restore.ts'
import { contentInWords, onlyArgument, runCommand } from './command-line.ts'

await runCommand(async (args) => {
  const from = onlyArgument(args, 'Name the backup to restore: npm run restore -- sightline-backup.db')
  const database = readDatabase()
  const now = systemClock.now()
  const renewedBefore = now.add({ milliseconds: renewBeforeMs })
  const restored = await restore(resolve(from), database, { now, renewedBefore })
  const into = 'file' in database ? resolve(database.file) : 'PostgreSQL'
  process.stderr.write(`${into}: ${contentInWords(restored)}, restored from ${resolve(from)}.\n`)
  const { disconnected } = restored
  if (disconnected.length > 0)
    process.stderr.write(
      `Slack may have renewed the tokens of these workspaces since the backup. If so, they have to add Sightline to Slack again:\n${disconnected.map(({ team, name }) => `- ${team} ${oneLine(name, 100, '')}`.trimEnd()).join('\n')}\n`,
    )
})
