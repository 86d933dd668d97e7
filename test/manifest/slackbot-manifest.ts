import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `manifest.yml` with what docs/slackbot.md adds to it, as JSON. */
export function slackbotManifest(): string {
  const [, added = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/slackbot.md')) ?? []
  return JSON.stringify(merged(parse(read('manifest.yml')), parse(added)))
}

function merged(before: unknown, added: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(added)) return [...before, ...added]
  if (!isObject(before) || !isObject(added)) return added
  const all = Object.entries(added).map(([key, value]) => [key, merged(before[key], value)])
  return { ...before, ...Object.fromEntries(all) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
