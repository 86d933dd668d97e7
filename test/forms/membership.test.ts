/** A form that was left open outlives its person's membership in the channel. */
import { describe, expect, it } from 'vitest'
import { standingModal } from '../../src/blocks/home/standing.ts'
import { disconnectModal } from '../../src/blocks/settings/connect-form.ts'
import { summaryView } from '../../src/channels/setup.ts'
import { allForms } from '../../src/forms/index.ts'
import type { ModalView } from '../../src/model/message.ts'
import { PostError } from '../../src/slack/port.ts'
import { renderView } from '../blocks/render.ts'
import { firstViews } from './first-views.ts'
import { channel, clickIn, formWorld, outcome, submission, team, typing, user } from './support.ts'

/** Forms of the whole workspace, for its admins. */
const ofNoChannel = ['sl1.connect', 'sl1.disconnect']

const key = { lastFour: 'abcd', reach: 'Northwind', connectedBy: user, connectedAt: '2026-11-16T08:00:00Z' }

/** The view of every form, opened by a person who was in the channel. `isIn` is what Slack says now. */
async function openForms(isIn: () => Promise<boolean | null>) {
  let isOpened = false
  const world = await formWorld({ isIn: async () => !isOpened || isIn() })
  const { workspace } = world
  const views = [
    ...(await firstViews(workspace)),
    await summaryView(workspace, { team, channel, back: false }),
    standingModal(null, { channel, canChoose: true }),
    disconnectModal(key),
  ]
  isOpened = true
  return { ...world, views, ofChannels: views.filter((view) => !ofNoChannel.includes(view.callback_id)) }
}

/** The channel is a field of two of the forms. */
const chosen = (view: ModalView) =>
  ['sl1.choose_channel', 'sl1.standing'].includes(view.callback_id) ? { channel } : {}

function sent(view: ModalView) {
  const submitted = submission(view)
  return { ...submitted, view: { ...submitted.view, values: { ...submitted.view.values, ...chosen(view) } } }
}

function clicked(view: ModalView) {
  const click = clickIn(view, 'sl1.form.any', '')
  return { ...click, view: sent(view).view }
}

describe('every form', () => {
  it('is refused to a person who has left its channel, and then shows nothing of it', async () => {
    const { views, ofChannels, forms, updated, audited, posted } = await openForms(async () => false)
    expect(new Set(views.map((view) => view.callback_id)), 'every form is looked at').toEqual(
      new Set(allForms().map((form) => form.callbackId)),
    )
    for (const view of ofChannels) {
      const refusal = outcome(await forms.submit(sent(view))).view
      await forms.click(clicked(view))
      for (const shown of [refusal, updated.at(-1)?.view ?? refusal]) {
        expect(renderView(shown), view.callback_id).toContain('You’re not in the channel that this is about.')
        expect(renderView(shown), view.callback_id).not.toContain('Europe/Paris')
      }
      const query = { ...typing(view, 'brands', ''), view: sent(view).view }
      await expect(forms.suggest(query), view.callback_id).rejects.toThrow('not in the channel')
    }
    expect(updated).toHaveLength(ofChannels.length)
    expect(posted).toEqual([])
    expect(new Set((await audited()).map(({ action }) => action))).toEqual(new Set(['access.refused']))
  })

  it('is refused while nobody can see who is in the channel, and says what to do', async () => {
    const { ofChannels, forms } = await openForms(async () => null)
    for (const view of ofChannels)
      expect(renderView(outcome(await forms.submit(sent(view))).view)).toContain('invite Sightline to it')
  })

  it('keeps what was entered if Slack does not answer, and asks to try again', async () => {
    const { ofChannels, forms, audited } = await openForms(() =>
      Promise.reject(new PostError('unknown', 'no_answer')),
    )
    for (const view of ofChannels) {
      const again = outcome(await forms.submit(sent(view))).view
      expect(renderView(again)).toMatch(/couldn’t check that you’re in this channel. Nothing was done; try/)
      expect(again.callback_id, 'the same form').toBe(view.callback_id)
    }
    expect(new Set((await audited()).map(({ action }) => action))).toEqual(new Set(['access.refused']))
  })
})
