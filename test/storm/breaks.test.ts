import { expect, it } from 'vitest'
import { type Break, countsIn, outboxBreaks } from '../chaos/breaks.ts'
import { breaks } from './breaks.ts'

it.each(Object.entries<Break>({ ...outboxBreaks, ...breaks }))(
  'the guard that --break %s removes is still in its place',
  (_, broken) => {
    expect(countsIn(broken)).toEqual(broken.edits.map(() => 1))
  },
)
