/** Set up in each test file (`vitest.config.ts`): fails a file that prints a secret or a bot's log. */
import { afterAll, expect } from 'vitest'
import { findings, logged } from './listen.ts'

const MOST_TOLD = 20

// The first hook that is registered runs last.
afterAll(() => {
  // A worker may run several files, so findings must not carry over to the next one.
  const secrets = findings.splice(0)
  const lines = logged.splice(0)
  const { testPath = 'this file' } = expect.getState()
  const complaints = [
    ...listOf(`Secrets were put out by ${testPath}:`, secrets),
    ...listOf(`Log lines were printed by ${testPath} (give the bot test/log-sink.ts):`, lines),
  ]
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
})

function listOf(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const more = lines.length > MOST_TOLD ? [`… and ${lines.length - MOST_TOLD} more`] : []
  return [title, ...lines.slice(0, MOST_TOLD), ...more]
}
