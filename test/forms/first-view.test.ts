import { expect, it } from 'vitest'
import type { ModalView } from '../../src/model/message.ts'
import { gallery } from '../blocks/gallery/index.ts'
import { firstViews } from './first-views.ts'
import { formWorld } from './support.ts'

/** People postpone a form with more fields instead of filling it in. */
const most = 6

const inputs = ({ blocks }: ModalView) => blocks.filter(({ type }) => type === 'input').length

/** The callback ids of all modals with fields in the gallery. */
function formsInGallery(): ReadonlySet<string> {
  const views = gallery.flatMap(({ exhibits }) => exhibits.flatMap((exhibit) => exhibit.draw()))
  const modals = views.filter((view): view is ModalView => 'type' in view && view.type === 'modal')
  return new Set(modals.filter((view) => inputs(view) > 0).map((view) => view.callback_id))
}

it('the first view of a form has at most six fields, in every form', async () => {
  const views = await firstViews((await formWorld()).workspace)
  expect(views.filter((view) => inputs(view) > most)).toEqual([])
  expect(views.map(inputs)).toContain(5)
  const looked = new Set(views.map((view) => view.callback_id))
  const all = formsInGallery()
  expect(all.size).toBeGreaterThan(5)
  expect([...all].filter((id) => !looked.has(id))).toEqual([])
})
