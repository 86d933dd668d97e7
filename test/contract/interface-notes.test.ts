import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const notes = readFileSync(join(root, 'docs/interface-notes.md'), 'utf8')

/** How often "not shown" occurs in each part of the specification. */
const notShown = {
  '2.2': 1,
  '2.6': 1,
  '2.9': 1,
  '3': 2,
  '4.2': 1,
  '4.3': 1,
  '4.6': 1,
  '4.9': 3,
  '5.1': 3,
  '5.2': 2,
  '6': 1,
  '7': 2,
  // Occurs twice; the first one is about two resources, with a row for each.
  '8': 3,
}

test('every "not shown" of the specification has its row, with what is assumed and why', () => {
  const [, section = ''] = notes.split('## What is not shown')
  const [table = ''] = section.split('\n## ')
  const rows = table
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()))
  expect(
    Object.fromEntries(
      Map.groupBy(rows, ([part]) => part ?? '')
        .entries()
        .map(([part, all]) => [part, all.length]),
    ),
  ).toEqual(notShown)
  for (const cells of rows) {
    expect(cells).toHaveLength(6)
    expect(cells).not.toContain('')
    // Where to change it once the answer is known.
    for (const [, file = ''] of (cells.at(-1) ?? '').matchAll(/`((?:src|sandbox)\/[\w./-]+)/g))
      expect(existsSync(join(root, file)), file).toBe(true)
  }
})
