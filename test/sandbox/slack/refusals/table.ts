/** Generates the table in docs/sandbox.md from the methods and the tests of their refusals. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scopesOf } from '../../../../sandbox/slack/api/method.ts'
import { METHODS } from '../../../../sandbox/slack/api/methods.ts'
import { refusals } from './index.ts'

const root = join(import.meta.dirname, '../../../..')

/** The methods behind one call of the SDK, and those that Bolt calls automatically. */
const behind: Readonly<Record<string, readonly string[]>> = {
  filesUploadV2: ['files.getUploadURLExternal', 'files.completeUploadExternal'],
  SocketModeReceiver: ['apps.connections.open'],
}

/** The methods that Sightline calls, found in src/slack: `client.chat.postMessage(` and the like. */
export function calledBySightline(): ReadonlySet<string> {
  const folder = join(root, 'src/slack')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const calls = [...sources.matchAll(/\b(?:client|web)\s*\.\s*((?:\w+\s*\.\s*)+\w+)\s*\(/g)]
  const called = calls.map(([, path = '']) => path.replaceAll(/\s/g, ''))
  const hidden = Object.entries(behind).flatMap(([name, methods]) => (sources.includes(name) ? methods : []))
  return new Set([...called, ...hidden])
}

/** `a, b or c`. */
function oneOf(scopes: readonly string[]): string {
  const written = scopes.map((scope) => `\`${scope}\``)
  return written.length < 2 ? written.join('') : `${written.slice(0, -1).join(', ')} or ${written.at(-1)}`
}

const tierOf = (tier: string) => (tier === 'special' ? 'special' : tier.replace('tier', ''))

/** The table as Markdown. */
export function methodsTable(): string {
  const called = calledBySightline()
  const rows = Object.entries(METHODS)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, method]) => [
      `\`${name}\``,
      called.has(name) ? 'yes' : '',
      tierOf(method.tier),
      oneOf(scopesOf(method)),
      Object.keys(refusals[name] ?? {})
        .toSorted()
        .map((error) => `\`${error}\``)
        .join(', '),
    ])
  const head = ['method', 'Sightline calls it', 'tier', 'scope', 'what it refuses']
  // Padded like the formatter does.
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
