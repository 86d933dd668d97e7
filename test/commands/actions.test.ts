import { expect, it } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import type { Brief } from '../../src/api/index.ts'
import { commands } from '../../src/commands/index.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { brief, testClock, testStore } from '../tasks/world.ts'
import { testWorkspace } from '../workspace.ts'
import { answered, wordsOf } from './typed.ts'

const store = await testStore()

const clock = testClock()
const everywhere = ['R-settings']
const updated = (at: string): Brief => ({ ...brief('b', 't', null), updated_at: at })

/** A service that knows every recommendation except "R-gone", each with one brief, and can't read "R-away". */
const api = {
  briefs: async (_: unknown, resultId: string): Promise<readonly Brief[]> => {
    const failure = { message: 'no', retryable: false }
    if (resultId === 'R-gone')
      throw new ApiError({ ...failure, code: 'not_found', userMessage: 'The service does not know it.' })
    if (resultId === 'R-away')
      throw new ApiError({ ...failure, code: 'unavailable', userMessage: 'The service is away.' })
    return [updated(resultId === 'R-new' ? '2026-11-17T08:00:00Z' : '2026-11-09T08:00:00Z')]
  },
}

/** @param reported recommendations that the last digest reported, with their brief of then; `null`: there was none */
function workspaceOf(reported: readonly string[] | null = null): Workspace {
  const defaults = { organizationId: 'O', workspaceId: 'W', recommendations: everywhere }
  const briefs = { [updated('').id]: '2026-11-09T08:00:00Z' }
  const digests =
    reported === null ? [] : [{ recommendations: Object.fromEntries(reported.map((id) => [id, briefs])) }]
  const withRecords = { ...store, records: { ...store.records, actionsIn: async () => digests } }
  const parts = { api, store: withRecords, clock, defaults, homeViewers: new HomeViewers(clock) }
  return testWorkspace({ team: 'T1', ...parts } as unknown as Partial<Workspace>)
}

const typed = async (text: string, channel: string, reported: readonly string[] | null = null) =>
  wordsOf(await answered(text, { team: 'T1', channel, user: 'U1', outside: false }, workspaceOf(reported)))

it('tracks what was pasted at once, and says in words what it has done', async () => {
  expect(await typed('actions add https://console.example/recommended-actions/R-1', 'C1')).toContain(
    'Now tracking “Brief b”. This channel now tracks 2 recommendations.',
  )
  expect(await typed('actions add R-2 R-3', 'C1')).toContain(
    'Now tracking 2 more recommendations. This channel now tracks 4 recommendations.',
  )
  expect(await typed('actions remove R-2', 'C1')).toContain('This channel now tracks 3 recommendations.')
  expect(await typed('actions', 'C1')).not.toMatch(/Now tracking|Stopped|now tracks/)
})

it('says which are tracked already, including default ones', async () => {
  await typed('actions add R-1', 'C6')
  for (const id of ['R-1', 'R-settings']) {
    const answer = await typed(`actions add ${id}`, 'C6')
    expect(answer).toContain('Already tracked here.')
    expect(answer).toContain('• Brief b')
  }
  expect(await typed('actions add R-1 R-2', 'C6')).toContain('Now tracking “Brief b”.')
})

it('names the ones that it can’t find and tracks the others', async () => {
  const answer = await typed('actions add R-gone R-1', 'C2')
  expect(answer).toContain('Now tracking “Brief b”. Not found in this channel')
  expect(answer).toContain('“R-gone”')
  expect((await store.channels.tracked('T1', 'C2')).map(({ resultId }) => resultId)).toEqual(['R-1'])
  expect(await typed('actions add R-gone', 'C2')).toContain('No such recommendation.')
})

it('tracks nothing that the service can’t show now, and offers to try again', async () => {
  const answer = await typed('actions add R-away', 'C7')
  expect(answer).toContain('Nothing was tracked.')
  expect(answer).toContain('The service is away. What can’t be looked up isn’t tracked.')
  expect(answer).toContain('[Try again]')
  expect(await store.channels.tracked('T1', 'C7')).toEqual([])
})

it('audits each change', async () => {
  await typed('actions add R-1', 'C4')
  await typed('actions remove R-1', 'C4')
  await expect(typed('actions remove R-1', 'C4')).rejects.toThrow('nothing to remove')
  const entries = await store.audit.forChannel('T1', 'C4', { limit: 9, offset: 0 })
  expect(entries.map(({ user, subject, outcome }) => `${user} ${subject} ${outcome}`).toSorted()).toEqual([
    'U1 R-1 added',
    'U1 R-1 removed',
  ])
})

it('marks what is new since the last digest, in the headline and on each entry', async () => {
  await typed('actions add R-new', 'C3')
  const list = await typed('actions', 'C3', ['R-settings', 'R-new'])
  expect(list).toContain('1 new since the last digest, marked below.')
  expect(list).toContain('New since the last digest: 1 brief added or updated.')
  expect(list.split('New since')).toHaveLength(3)
  const tracked = await typed('actions', 'C3', ['R-settings'])
  expect(tracked).toContain('New since the last digest: now tracked here.')
  expect(await typed('actions', 'C3')).not.toContain('New since')
})

it.each([
  [
    'actions list all',
    'I don’t know “all” after actions. Only list, add or remove can follow it.',
    '/sightline actions list',
  ],
  ['actions ad R-1', 'I don’t know “ad” after actions', '/sightline actions add R-1'],
  ['actions shred', 'I don’t know “shred” after actions', '/sightline help actions'],
])('names an unknown word and suggests the nearest one: %s', (command, sentence, suggestion) => {
  const plan = commands.plan(command)
  if (plan.kind !== 'instant') throw new Error('it is understood')
  const text = plan.answer(new Map()).text
  expect(text).toContain(sentence)
  expect(text).toContain(suggestion)
})
