import { expect, it } from 'vitest'
import { gallery } from './gallery/index.ts'
import { goldenOf } from './golden.ts'

it('a shared answer says above its headline what it is about: its readers did not ask', () => {
  const shared = gallery.flatMap(({ exhibits }) => exhibits).find(({ name }) => name === 'visibility-shared')
  if (shared === undefined) throw new Error('no such view')
  const [first] = goldenOf(shared)
    .replace(/^TEXT\s+/, '')
    .split('\n')
  expect(first).toContain('All engines · Week of Mon 9 – Sun 15 Nov')
})
