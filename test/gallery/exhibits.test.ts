import { expect, it } from 'vitest'
import { galleryContent } from './exhibits.ts'

const { people, channels, sections } = galleryContent()

it('the gallery shows every person and channel by name', () => {
  const listedIds = [...people, ...channels].map(({ id }) => id)
  const ids = JSON.stringify(sections.flatMap(({ exhibits }) => exhibits)).matchAll(
    /<[@#!](?:subteam\^)?([A-Z0-9]+)|"(?:user|channel|usergroup)_id":"([^"]+)"/g,
  )
  const shown = new Set([...ids].map(([, inText, inElement]) => inText ?? inElement))
  expect(shown.size).toBeGreaterThan(3)
  expect([...shown].filter((id) => id !== undefined && !listedIds.includes(id))).toEqual([])
})
