import { expect, it } from 'vitest'
import { type Break, breaks, countsIn } from './breaks.ts'

it.each(Object.entries<Break>(breaks))(
  'the guard that --break %s removes is still in its place',
  (_, broken) => {
    expect(countsIn(broken)).toEqual(broken.edits.map(() => 1))
  },
)
