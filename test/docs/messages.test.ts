import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gallery } from '../blocks/gallery/index.ts'
import { drawnFile, folder, messagesPage, page, pictures, wanted } from './catalogue.ts'
import { nameOf, stillOf } from './still.ts'

const remedy = 'run `npm run pictures`, look at what it drew, and commit it'

describe('docs/messages.md', () => {
  it('has a picture of every view, and no other', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.png'))
    expect(files.sort(), remedy).toEqual(pictures.map(({ name }) => `${name}.png`).sort())
  })

  it('has pictures of the views as they are now', () => {
    expect(JSON.parse(readFileSync(drawnFile, 'utf8')), remedy).toEqual(wanted())
  })

  it('is what the gallery says', () => {
    expect(readFileSync(page, 'utf8'), remedy).toBe(messagesPage())
  })

  it('shows everybody by name', () => {
    const stills = JSON.stringify(gallery.flatMap(({ exhibits }) => exhibits.map(stillOf)))
    const ids = stills.matchAll(/<[@#!](?:subteam\^)?([A-Z0-9]+)|"(?:user|channel|usergroup)_id":"([^"]+)"/g)
    for (const [, inText, inElement] of ids) expect(nameOf(inText ?? inElement ?? '')).not.toBe('')
  })
})

describe('the pictures', () => {
  it('stay small enough to be read on the page, and to be kept with the code', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + readFileSync(`${folder}/${name}`).length, 0)
    expect(bytes).toBeLessThan(3_200_000)
  })
})
