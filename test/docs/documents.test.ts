import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import { tools } from '../../src/mcp/tools.ts'

const document = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const readme = document('README.md')

describe('README.md', () => {
  const [, table = ''] = readme.split('\n## Commands\n')
  const rows = table.split('\n## ', 1)[0]?.match(/^\| `.*$/gm) ?? []
  const typed = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, t = '']) => t)

  it('has every command in its table, and no other, in ten lines', () => {
    const names = typed.map((text) => text.split(' ', 1)[0])
    expect(names.toSorted()).toEqual(commands.verbs.map(({ name }) => name).toSorted())
    expect(rows).toHaveLength(10)
  })

  it('shows only texts that work as they stand', () => {
    const examples = typed.filter((text) => text.includes(' ') && !text.includes('<'))
    expect(examples.length).toBeGreaterThan(0)
    expect(examples.filter((text) => commands.meaning(text) === null)).toEqual([])
  })

  it('can be read in five minutes', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1000)
  })
})

it('docs/slackbot.md has a row for each tool, and for no other', () => {
  const names = [...document('docs/slackbot.md').matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name)
  expect(names).toEqual(tools.map(({ name }) => name))
})
