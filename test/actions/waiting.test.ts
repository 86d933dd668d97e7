import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepWaitingAction, stopWaitingAction } from '../../src/actions/tasks/waiting.ts'
import { waitingMessage } from '../../src/blocks/tasks/waiting.ts'
import type { Message } from '../../src/model/message.ts'
import type { Answer, Click } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { Store } from '../../src/store/index.ts'
import { renderBlocks } from '../blocks/render.ts'
import { testClock, testStore } from '../tasks/world.ts'
import { plainDefaults, silent, testWorkspace } from '../workspace.ts'

/** The buttons of the question in an owner's direct messages. */
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

interface How {
  readonly item?: number
  /** The message's id. Each question has its own. */
  readonly ts?: string
  readonly shown?: Message[]
}

async function clicked(
  kind: 'waiting_keep' | 'waiting_stop',
  { item = 0, ts = kind, shown = [] }: How = {},
): Promise<readonly Message[]> {
  const row = question.blocks.flatMap((block) => (block.type === 'actions' ? [block] : []))[item]
  const button = row?.elements.find((one) => one.type === 'button' && one.action_id === `sl1.${kind}.${item}`)
  const { action_id: actionId = '', value = '' } = button?.type === 'button' ? button : {}
  const click = {
    team: 'T1',
    channel: 'D1',
    user: 'U1',
    actionId,
    value,
    view: null,
    message: { channel: 'D1', ts, ephemeral: false, content: question, threadTs: null },
  } as unknown as Click
  const workspace = testWorkspace({
    store,
    clock,
    log: silent,
    defaults: plainDefaults,
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
  const action = { ...ref, resultId: `R${item + 1}`, channel: 'C1' }
  if (kind === 'waiting_keep') await keepWaitingAction({ ...action, kind }, click, answer, workspace)
  else await stopWaitingAction({ ...action, kind }, click, answer, workspace)
  return shown
}

const tracked = async () => (await store.channels.tracked('T1', 'C1')).map(({ resultId }) => resultId)

it('the buttons keep or stop tracking one recommendation, and leave the others unchanged', async () => {
  for (const id of ['R1', 'R2']) await store.channels.track('T1', 'C1', id, 'U1', clock.now())
  const [message] = await clicked('waiting_keep')
  expect(renderBlocks(message?.blocks ?? [])).toMatch(
    /Recommendation R1.*✓ Kept in <#C1>\. .*Recommendation R2.*\[Keep\]/s,
  )
  expect(await tracked()).toEqual(['R1', 'R2'])
  const [entry] = await store.audit.forChannel('T1', 'C1', { limit: 1, offset: 0 })
  expect(entry).toMatchObject({ user: 'U1', action: 'recommendation.keep', subject: 'R1' })
  const [stopped] = await clicked('waiting_stop')
  expect(renderBlocks(stopped?.blocks ?? [])).toContain(
    '✓ No longer tracked in <#C1>. To track it again, type there: /sightline actions add R1',
  )
  expect(await tracked()).toEqual(['R2'])
})

it('the buttons show what was done about each, even after quick clicks in a row', async () => {
  for (const id of ['R1', 'R2']) await store.channels.track('T1', 'C1', id, 'U1', clock.now())
  const shown: Message[] = []
  const at = { ts: 'quick', shown }
  await Promise.all([clicked('waiting_keep', at), clicked('waiting_stop', { ...at, item: 1 })])
  expect(renderBlocks(shown.at(-1)?.blocks ?? [])).toMatch(/✓ Kept.*✓ No longer tracked/s)
  // Slack still showed the row at the time of the click.
  await clicked('waiting_stop', at)
  expect(renderBlocks(shown.at(-1)?.blocks ?? [])).toContain('✓ No longer tracked')
  expect(await tracked()).toEqual([])
})
