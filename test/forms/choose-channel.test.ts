import { describe, expect, it } from 'vitest'
import { standingCallbackId, standingModal } from '../../src/blocks/home/standing.ts'
import { chooseChannelCallbackId, chooseChannelModal } from '../../src/blocks/settings/choose-channel.ts'
import { setupBackId, setupCallbackId } from '../../src/blocks/settings/setup-form.ts'
import { type ChannelState, PostError } from '../../src/slack/port.ts'
import { renderView } from '../blocks/render.ts'
import { clickIn, formWorld, sound, submission, user } from './support.ts'

const chosen = 'C0CHOSEN'
const world = (state: ChannelState | null, isIn: boolean | null = true) =>
  formWorld({ channelState: async () => state, isIn: async () => isIn })
const opened = sound(chooseChannelModal(null))

describe('choosing a channel', () => {
  it('opens the settings of that channel in the same modal', async () => {
    const { send } = await world({ isMember: true, isArchived: false })
    const { view } = await send(opened, { channel: chosen })
    expect(view.callback_id).toBe(setupCallbackId)
    expect(renderView(view)).toContain(chosen)
  })

  it('is a step that people can go back to, even from a form submitted with mistakes', async () => {
    const { forms, send, redrawn } = await world({ isMember: true, isArchived: false })
    const form = (await send(opened, { channel: chosen })).view
    const wrong = (await send(form, { timeZone: 'no-choice' })).view
    const saved = (await send(form)).view
    for (const view of [form, wrong, saved]) {
      expect(renderView(view)).toContain('[Back]')
      await forms.click(clickIn(view, setupBackId, ''))
      const back = redrawn()
      expect(back.callback_id).toBe(chooseChannelCallbackId)
      expect(JSON.stringify(back)).toContain(chosen)
    }
  })

  it.each([
    [null, /\/invite @Sightline/],
    [{ isMember: false, isArchived: false }, /\/invite @Sightline/],
    [{ isMember: true, isArchived: true }, /archived/],
  ])('shows at the field why a channel that is %j isn’t ready, and keeps the choice', async (state, why) => {
    const { send } = await world(state)
    const { view, errors } = await send(opened, { channel: chosen })
    expect(errors.channel).toMatch(why)
    expect(renderView(view)).toContain(chosen)
    expect(renderView(view)).toMatch(why)
  })

  it.each([
    [false, /You’re not in the channel/],
    [null, /can’t see who is in this channel/],
  ])('is refused for a channel that the person is not in (Slack says: %j)', async (isIn, why) => {
    const { send } = await world({ isMember: true, isArchived: false }, isIn)
    const { view } = await send(opened, { channel: chosen })
    expect(view.callback_id, 'another one can be chosen').toBe(chooseChannelCallbackId)
    expect(renderView(view)).toMatch(why)
    const archived = await world({ isMember: true, isArchived: true }, isIn)
    const { view: ofArchived } = await archived.send(opened, { channel: chosen })
    expect(renderView(ofArchived), 'tells nothing more').toMatch(why)
    expect(renderView(ofArchived)).not.toContain('archived')
  })

  it('asks again if nothing was chosen', async () => {
    const { send } = await world(null)
    expect((await send(opened, { channel: null })).errors.channel).toBe('Choose a channel.')
  })

  it('says if Slack does not answer, and keeps the choice', async () => {
    const channelState = () => Promise.reject(new PostError('unknown', 'no_answer'))
    const { send } = await formWorld({ channelState })
    const { view } = await send(opened, { channel: chosen })
    expect(renderView(view)).toContain('Slack didn’t answer')
    expect(renderView(view)).toContain(chosen)
  })

  it('is refused for people without permission, without a request to Slack', async () => {
    const { send, refused } = await formWorld()
    refused.add(user)
    const { view } = await send(opened, { channel: chosen })
    expect(renderView(view)).toContain('Only admins may do this here.')
  })
})

describe('“Where do we stand?” ends with the channel chosen last, even if of the one before', () => {
  const choose = (channel: string) => {
    const click = clickIn(standingModal(null, { channel: null, canChoose: true }), 'sl1.form.channel', '')
    const view = { ...submission(opened).view, callbackId: standingCallbackId, values: { channel } }
    return { ...click, triggerId: channel, view }
  }

  it('the figures come later', async () => {
    const { forms, workspace, redrawn } = await formWorld()
    const { store } = workspace
    const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const withTracked: typeof store.channels.withTracked = async (team, channel) => {
      if (channel === 'C0SLOW') {
        asked.resolve()
        await read.promise
      }
      return store.channels.withTracked(team, channel)
    }
    Object.assign(workspace, { store: { ...store, channels: { ...store.channels, withTracked } } })
    const slow = forms.click(choose('C0SLOW'))
    await asked.promise
    await forms.click(choose('C0FAST'))
    read.resolve()
    await slow
    expect(JSON.stringify(redrawn())).toContain('C0FAST')
  })

  it.each([true, false])('Slack says later whether the person is in it (%j)', async (isMember) => {
    const slackSays = Promise.withResolvers<boolean>()
    const isIn = (_: string, channel: string) =>
      channel === 'C0SLOW' ? slackSays.promise : Promise.resolve(true)
    const { forms, redrawn } = await formWorld({ isIn })
    const slow = forms.click(choose('C0SLOW'))
    await forms.click(choose('C0FAST'))
    slackSays.resolve(isMember)
    await slow
    expect(JSON.stringify(redrawn())).toContain('C0FAST')
    expect(JSON.stringify(redrawn())).not.toContain('C0SLOW')
  })
})
