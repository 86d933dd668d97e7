import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { breaks } from './breaks.ts'

it.each(Object.entries(breaks))(
  'the guard that --break %s removes is still in its place',
  (_, { file, edits }) => {
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    for (const [find] of edits) expect(source.split(find)).toHaveLength(2)
  },
)
