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

  it('name no missing file', () => {
    expect([...longOnes, ...longestFirst].filter((one) => !existsSync(join(root, one)))).toEqual([])
  })
})
