import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const notes = readFileSync(join(root, 'docs/interface-notes.md'), 'utf8')

/** The part of each "not shown" in the specification. The first one of part 8 is about two resources, with a row for each. */
const notShown = '2.2 2.6 2.9 3 3 4.2 4.3 4.6 4.9 4.9 4.9 5.1 5.1 5.1 5.2 5.2 6 7 7 8 8 8'

test('every "not shown" of the specification has its row, with what is assumed and why', () => {
  const [, section = ''] = notes.split('## What is not shown')
  const [table = ''] = section.split('\n## ')
  const rows = table
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()))
  const parts = rows.map(([part]) => part)
  expect(parts.toSorted().join(' ')).toBe(notShown)
  for (const cells of rows) {
    expect(cells).toHaveLength(6)
    expect(cells).not.toContain('')
    // Where to change it once the answer is known.
    for (const [, file = ''] of (cells.at(-1) ?? '').matchAll(/`((?:src|sandbox)\/[\w./-]+)/g))
      expect(existsSync(join(root, file)), file).toBe(true)
  }
})
