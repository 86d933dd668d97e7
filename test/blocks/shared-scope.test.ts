import { describe, expect, it } from 'vitest'
import { gallery } from './gallery/index.ts'
import { goldenOf } from './golden.ts'

const firstLineOf = (name: string) => textOf(name).split('\n').at(0)

const textOf = (name: string) => {
  const shown = gallery.flatMap(({ exhibits }) => exhibits).find((exhibit) => exhibit.name === name)
  if (shown === undefined) throw new Error(`there is no view ${name}`)
  return goldenOf(shown).replace(/^TEXT\s+/, '')
}

describe('an answer whose readers did not ask', () => {
  it.each([
    ['visibility-shared', 'All engines · Week of Mon 9 – Sun 15 Nov'],
    ['gaps-shared', 'All engines · Week of Mon 9 – Sun 15 Nov · Northwind'],
    ['why-asked-shared', 'All engines · Week of Mon 9 – Sun 15 Nov · Contoso'],
  ])('%s says above its headline what it covers', (name, words) => {
    expect(firstLineOf(name)).toContain(words)
  })
})

// The message that shows the change may be far above.
describe('the answer to “Why?”', () => {
  it.each([
    ['why-asked-rival', 'All engines · Week of Mon 9 – Sun 15 Nov · Contoso'],
    ['why-asked-filtered', 'ChatGPT · Week of Mon 9 – Sun 15 Nov · Northwind · funnel stage'],
  ])('%s says below its sentence what it covers', (name, words) => {
    expect(firstLineOf(name)).not.toContain(words)
    expect(textOf(name)).toContain(words)
  })
})
