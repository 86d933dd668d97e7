import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import type { Brief } from '../../src/api/index.ts'
import { commands } from '../../src/commands/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { Store } from '../../src/store/index.ts'
import { renderBlocks } from '../blocks/render.ts'
import { brief, monday, testClock, testStore } from '../tasks/world.ts'
import { testWorkspace } from '../workspace.ts'

let store: Store
let close: () => Promise<void>
beforeAll(async () => ({ store, close } = await testStore()))
afterAll(() => close())

const clock = testClock()
const everywhere = ['R-settings']
const updated = (at: string): Brief => ({ ...brief('b', 't', null), updated_at: at })

/** A service that knows every recommendation but "R-gone", each with one brief. */
const api = {
  briefs: async (_: unknown, resultId: string): Promise<readonly Brief[]> => {
    if (resultId === 'R-gone')
      throw new ApiError({
        code: 'not_found',
        message: 'no',
        userMessage: 'The service does not know it.',
        retryable: false,
      })
    return [updated(resultId === 'R-new' ? '2026-11-17T08:00:00Z' : '2026-11-09T08:00:00Z')]
  },
}

async function typed(text: string, channel: string, lastDigest: string | null = null): Promise<string> {
  const plan = commands.plan(text)
  if (plan.kind !== 'work') throw new Error('it answers')
  const defaults = { organizationId: 'O', workspaceId: 'W', recommendations: everywhere }
  const digests = lastDigest === null ? [] : [{ at: lastDigest, byTime: true, recommendations: new Map() }]
  const known = { ...store, records: { ...store.records, actionsIn: async () => digests } }
  const deps = testWorkspace({ api, store: known, clock, defaults } as unknown as Partial<Workspace>)
  const said: Message = await plan.run({ team: 'T1', channel, user: 'U1', outside: false }, deps)
  return `${said.text}\n${renderBlocks(said.blocks)}`
}

it('says in words what “add” and “remove” have done, and how many there are now', async () => {
  expect(await typed('actions add R-1', 'C1')).toContain('Added. This channel now tracks 2 recommendations.')
  expect(await typed('actions add https://console.example/recommended-actions/R-2', 'C1')).toContain(
    'Added. This channel now tracks 3 recommendations.',
  )
  expect(await typed('actions add R-1', 'C1')).toContain(
    'It was on the list already. This channel now tracks 3 recommendations.',
  )
  expect(await typed('actions add R-settings', 'C1')).toContain('It was on the list already.')
  expect(await typed('actions remove R-2', 'C1')).toContain(
    'Removed. This channel now tracks 2 recommendations.',
  )
  expect(await typed('actions', 'C1')).not.toMatch(/Added|Removed|now tracks/)
})

it('writes each change into the audit, and one that changed nothing', async () => {
  await typed('actions add R-1', 'C4')
  await typed('actions add R-1', 'C4')
  await typed('actions add R-settings', 'C4')
  await typed('actions remove R-1', 'C4')
  await expect(typed('actions remove R-1', 'C4')).rejects.toThrow('nothing to remove')
  const entries = await store.audit.ofChannel('T1', 'C4', { limit: 9, offset: 0 })
  expect(entries.map(({ user, subject, outcome }) => `${user} ${subject} ${outcome}`).toSorted()).toEqual([
    'U1 R-1 added',
    'U1 R-1 removed',
    'U1 R-1 was tracked already',
    'U1 R-settings was tracked already',
  ])
})

it('checks an id before it saves it', async () => {
  await expect(typed('actions add R-gone', 'C2')).rejects.toThrow('no')
  expect(await store.channels.tracked('T1', 'C2')).toEqual([])
})

it('lets everybody read the list, and only those change it who may', () => {
  const who = (text: string) => {
    const plan = commands.plan(text)
    return plan.kind === 'instant' ? null : plan.who
  }
  expect(who('actions')).toBe('readers')
  expect(who('actions add R-1')).toBe('changers')
  expect(who('actions remove R-1')).toBe('changers')
})

it('marks what is new since the last digest, in the headline and at each', async () => {
  await typed('actions add R-new', 'C3')
  const list = await typed('actions', 'C3', monday.toString())
  expect(list).toContain('1 new since the last digest, marked below.')
  expect(list).toContain('New since the last digest: 1 brief added or updated.')
  expect(list.match(/New since/g)).toHaveLength(1)
  const tracked = await typed('actions', 'C3', monday.subtract({ hours: 1 }).toString())
  expect(tracked).toContain('New since the last digest: now tracked here.')
  expect(await typed('actions', 'C3')).not.toContain('New since')
})

it.each([
  ['actions list all', "I don't know “all” here: list, add or remove.", '/sightline actions list'],
  ['actions ad R-1', "I don't know “ad” here", '/sightline actions add R-1'],
  ['actions shred', "I don't know “shred” here", '/sightline help actions'],
])('names the word that it does not know, and what is near: %s', (text, sentence, suggestion) => {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant') throw new Error('it is understood')
  const said = plan.answer(new Map()).text
  expect(said).toContain(sentence)
  expect(said).toContain(suggestion)
})
