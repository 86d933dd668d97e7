/** A button outlives its person's membership in the channel that it is about. */
import { describe, expect, it } from 'vitest'
import { runAction } from '../../src/actions/index.ts'
import { type ActionKind, encodeAction } from '../../src/blocks/kit/codec.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { Message } from '../../src/model/message.ts'
import { type Answer, type Click, PostError } from '../../src/slack/port.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import { digestOwed } from '../../src/store/index.ts'
import { answerInto, channel, formWorld, modalsInto, team, user } from '../forms/support.ts'
import { buttonClick, createDigest, createdTask } from '../workspace.ts'
import { everyButton } from './every-button.ts'

const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'R1' }
/** About the channel that the person has left. */
const ids = { taskId: 'K1', evaluationId: 'E1', subscriptionId: 'S1', deliveryId: 'D1', noteId: 'N1' }
const buttons = everyButton({ ...ref, ...ids, channel })

/** Buttons about all of a person's channels, or about none. */
const ofNoChannel: readonly ActionKind[] = ['tasks_export', 'home_page', 'choose_channel']
/** These know their channel, wherever they are clicked. */
const anywhere: readonly ActionKind[] = [
  ...(Object.keys(buttons) as ActionKind[]).filter(
    (kind) => kind.startsWith('digest_') && 'id' in buttons[kind],
  ),
  ...(['adopt_digest', 'post_again', 'use_channel'] as const),
  ...(['task_story', 'mark_done', 'reopen_task', 'change_aim', 'check_task', 'view_task_brief'] as const),
]
const ofChannels = (Object.keys(buttons) as ActionKind[]).filter((kind) => !ofNoChannel.includes(kind))

/** A digest of the person's, a task and a delivery, all of the channel. `isIn` is what Slack says. */
async function world(isIn: () => Promise<boolean | null>) {
  const said: Message[] = []
  const forms = await formWorld({ isIn, homeViewers: new HomeViewers(systemClock), modals: modalsInto([]) })
  const { store, workspace } = forms
  const now = workspace.clock.now()
  await createDigest(store, now, { team, channel, by: user })
  const [delivery] = await store.outbox.enqueue(
    [digestOwed({ team, subscriptionId: 'S1', channel }, now)],
    now,
  )
  await createdTask(store, { team, ...ref }, now, { by: user, channel })
  const before = await store.subscriptions.get(team, 'S1')
  const answer: Answer = { ...answerInto(said), inChannel: async (message) => void said.push(message) }
  /** @returns why it was refused; `null`: it did something */
  const press = async (kind: ActionKind, where: Partial<Click>): Promise<string | null> => {
    const button = buttons[kind]
    const action = button.kind === 'post_again' ? { ...button, deliveryId: delivery?.id ?? '' } : button
    const { action_id: actionId, value } = encodeAction(action) ?? { action_id: '', value: '' }
    const click = buttonClick({ team, channel, user, actionId, value, ...where })
    try {
      await runAction(click, answer, workspace, async () => click)
    } catch (error) {
      if (error instanceof Problem && /^(?:membership|not_a_member)/.test(error.code)) return error.message
    }
    return null
  }
  const unchanged = async () => {
    expect(said).toEqual([])
    expect(await store.subscriptions.get(team, 'S1')).toEqual(before)
    const actions = (await forms.audited()).map(({ action }) => action)
    expect(actions.filter((action) => action !== 'access.refused' && action !== 'task.create')).toEqual([])
  }
  return { press, unchanged }
}

const at = (where: string) => ({ channel: where, ts: '1.1', ephemeral: true, content: null, threadTs: null })
const inChannel: Partial<Click> = { message: at(channel), presence: { channel, isMember: false } }
const inMessages: Partial<Click> = { message: at('D1'), presence: { channel: 'D1', isMember: false } }
const onHome: Partial<Click> = { channel: null }

describe('a button', () => {
  it.each(ofChannels)(
    '%s is refused to a person who has left the channel, also to a digest’s owner',
    async (kind) => {
      const { press, unchanged } = await world(async () => false)
      for (const where of anywhere.includes(kind) ? [inChannel, inMessages, onHome] : [inChannel, inMessages])
        expect(await press(kind, where)).toBe(
          'You’re not in the channel that this is about. Join it, then try again.',
        )
      await unchanged()
    },
  )

  it('is refused if Slack does not answer, and says that it could not be checked', async () => {
    const { press, unchanged } = await world(() => Promise.reject(new PostError('unknown', 'no_answer')))
    for (const kind of ofChannels) expect(await press(kind, inChannel)).toContain('couldn’t check')
    await unchanged()
  })

  it('works in a private channel that Sightline can’t see, but not from outside of it', async () => {
    const { press } = await world(async () => null)
    for (const kind of ofChannels) expect(await press(kind, inChannel), kind).toBeNull()
    const outside = await world(async () => null)
    for (const kind of ofChannels) expect(await outside.press(kind, inMessages), kind).toContain('can’t see')
    await outside.unchanged()
  })

  it('works for members', async () => {
    for (const kind of ofChannels) {
      const { press } = await world(async () => true)
      expect(await press(kind, inMessages), kind).toBeNull()
    }
  })
})
