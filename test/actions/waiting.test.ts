import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepWaitingAction, stopWaitingAction } from '../../src/actions/tasks/waiting.ts'
import { waitingMessage } from '../../src/blocks/tasks/waiting.ts'
import type { Message } from '../../src/model/message.ts'
import type { Answer, Click } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { Store } from '../../src/store/index.ts'
import { renderBlocks } from '../blocks/render.ts'
import { testClock, testStore } from '../tasks/world.ts'
import { plainDefaults, silent, testWorkspace, unknownPeople } from '../workspace.ts'

/** The buttons of the question to a digest's owner, in their direct messages. */
let store: Store
let close: () => Promise<void>
beforeAll(async () => ({ store, close } = await testStore()))
afterAll(() => close())

const clock = testClock()
const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'R1' }
const question = waitingMessage({
  channel: 'C1',
  items: ['R1', 'R2'].map((resultId) => ({
    ...ref,
    resultId,
    title: `Recommendation ${resultId}`,
    task: null,
    since: '2026-10-12T08:00:00Z',
  })),
})

async function clicked(
  kind: 'waiting_keep' | 'waiting_stop',
  isMember: boolean,
): Promise<readonly Message[]> {
  const shown: Message[] = []
  const row = question.blocks.flatMap((block) => (block.type === 'actions' ? [block] : []))[0]
  const button = row?.elements.find((one) => one.type === 'button' && one.action_id === `sl1.${kind}.0`)
  const { action_id: actionId = '', value = '' } = button?.type === 'button' ? button : {}
  const click = {
    team: 'T1',
    channel: 'D1',
    user: 'U1',
    actionId,
    value,
    view: null,
    message: { channel: 'D1', ts: '1.1', ephemeral: false, content: question, threadTs: null },
  } as unknown as Click
  const workspace = testWorkspace({
    store,
    clock,
    log: silent,
    defaults: plainDefaults,
    people: { ...unknownPeople, channelsOf: async () => new Set(isMember ? ['C1'] : ['C2']) },
    poster: {
      post: () => Promise.reject(),
      update: async (_at: unknown, message: Message) => void shown.push(message),
    },
    team: 'T1',
    homeViewers: { of: () => [] } as never,
  } as Partial<Workspace>)
  const answer: Answer = {
    ephemeral: async (message) => void shown.push(message),
    inChannel: () => Promise.reject(),
    withProgress: () => answer,
  }
  const action = { ...ref, channel: 'C1' }
  if (kind === 'waiting_keep') await keepWaitingAction({ ...action, kind }, click, answer, workspace)
  else await stopWaitingAction({ ...action, kind }, click, answer, workspace)
  return shown
}

const tracked = async () => (await store.channels.tracked('T1', 'C1')).map(({ resultId }) => resultId)

it('keep what is clicked, or stop tracking it, and leave the others as they are', async () => {
  for (const id of ['R1', 'R2']) await store.channels.track('T1', 'C1', id, 'U1', clock.now())
  const [kept] = await clicked('waiting_keep', true)
  expect(renderBlocks(kept?.blocks ?? [])).toMatch(
    /Recommendation R1.*✓ Kept\. .*Recommendation R2.*\[Keep\]/s,
  )
  expect(await tracked()).toEqual(['R1', 'R2'])
  const [entry] = await store.audit.ofChannel('T1', 'C1', { limit: 1, offset: 0 })
  expect(entry).toMatchObject({ user: 'U1', action: 'recommendation.keep', subject: 'R1' })
  const [stopped] = await clicked('waiting_stop', true)
  expect(renderBlocks(stopped?.blocks ?? [])).toContain('✓ No longer tracked here.')
  expect(await tracked()).toEqual(['R2'])
})

it('do nothing for somebody who is not in that channel', async () => {
  await store.channels.track('T1', 'C1', 'R1', 'U1', clock.now())
  for (const kind of ['waiting_keep', 'waiting_stop'] as const)
    await expect(clicked(kind, false)).rejects.toThrow(/You don’t seem to be in that channel/)
  expect(await tracked()).toContain('R1')
})
