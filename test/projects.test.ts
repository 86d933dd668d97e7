import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { longestFirst, longOnes, parts } from './projects.ts'

const root = join(import.meta.dirname, '..')

describe('the parts of the suite', () => {
  it('hold every test file once', () => {
    const all = Object.values(parts).flat()
    const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll(sep, '/'))
    expect(all.toSorted()).toEqual(files.toSorted())
  })

  it('keep files that start browsers, databases and processes apart', () => {
    for (const file of [
      'test/browser/people.test.ts',
      'test/store/store.test.ts',
      'test/e2e/process/start.test.ts',
      'test/storm/storm.test.ts',
    ])
      expect(parts.system).toContain(file)
    for (const file of [
      'test/blocks/goldens.test.ts',
      'test/boundaries.test.ts',
      'test/commands/words-after.test.ts',
    ])
      expect(parts.quick).toContain(file)
    expect(parts.long).toContain('test/e2e/mentions.test.ts')
  })

  it('name no missing file', () => {
    expect([...longOnes, ...longestFirst].filter((one) => !existsSync(join(root, one)))).toEqual([])
  })
})
