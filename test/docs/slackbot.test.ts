import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tools } from '../../src/mcp/tools.ts'

it('docs/slackbot.md has a row for each tool, and for no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/slackbot.md'), 'utf8')
  const names = [...page.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name)
  expect(names).toEqual(tools.map(({ name }) => name))
})
