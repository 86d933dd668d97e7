import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO } from '../../../sandbox/service/demo.ts'
import { CHANNELS, TEAM, USERS } from '../../../sandbox/slack/index.ts'
import { openStore } from '../../../src/store/index.ts'
import { logSink } from '../../log-sink.ts'
import { type Stage, startStage } from '../../stage.ts'
import { temporaryFolder } from '../../store/engines.ts'
import { ask, buttonsOf, textOf } from '../slack-screen.ts'
import { now, pressNow } from './world.ts'

const { owner } = USERS
const channel = CHANNELS.brandVisibility
const started = Temporal.Instant.from('2026-11-16T09:00Z')
let stage: Stage
let removeFolder: () => Promise<void>

/** Records twelve tasks, an hour apart, created from messages of the channel. */
async function remembered(file: string): Promise<void> {
  const store = await openStore({ file })
  const { organizationId, workspaceId } = DEMO
  for (let number = 1; number <= 12; number += 1) {
    const ref = { team: TEAM.id, organizationId, workspaceId, resultId: `R-${number}` }
    const at = started.add({ hours: number })
    const click = { by: owner, channel, messageTs: null, reference: `REF-${number}`, now: at } as const
    await store.tasks.claim(ref, { ...click, input: { kind: 'first' } })
    const task = { taskId: `K-${number}`, name: `=Task "${number}"`, description: 'One, two' }
    await store.tasks.created(ref, 1, 1, task, at)
  }
  await store.close()
}

beforeAll(async () => {
  const folder = await temporaryFolder()
  removeFolder = folder.remove
  const file = join(folder.path, 'sightline.db')
  await remembered(file)
  stage = await startStage({
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    rateLimits: false,
    env: { SIGHTLINE_DATABASE_FILE: file },
    log: logSink,
  })
})
afterAll(async () => {
  await stage?.stop()
  await removeFolder?.()
})

it('lists the newest tasks; “Older” and “Newer” turn the page in place', async () => {
  const { slack } = stage
  const { answer } = await ask(stage, owner, channel, '/sightline tasks')
  const shows = (words: string) =>
    slack.until(() => textOf(now(slack, answer)).includes(words) && now(slack, answer), `“${words}”`)
  expect(answer.ephemeralFor).toBe(owner)
  expect(textOf(answer)).toMatch(/12 tasks are open.*Task "12".*Task "3"/s)
  expect(textOf(answer)).not.toContain('Task "2"')
  const count = slack.messages(channel, owner).length

  await pressNow(slack, owner, answer, 'Older')
  const older = await shows('Page 2 of 2')
  expect(textOf(older)).toMatch(/Task "2".*Task "1"/s)
  expect(buttonsOf(older.blocks).map(({ label }) => label)).not.toContain('Older')
  await pressNow(slack, owner, answer, 'Newer')
  await shows('Page 1 of 2')
  expect(slack.messages(channel, owner)).toHaveLength(count)
})

it('sends all of them as a file to the person who asked for an “export”', async () => {
  const { slack } = stage
  const { answer } = await ask(stage, owner, channel, '/sightline tasks export')
  expect(textOf(answer)).toMatch(/Exported 12 tasks.*direct messages/s)
  const file = await slack.until(
    () => slack.messages(CHANNELS.ownerDm).findLast(({ files }) => files !== undefined)?.files?.[0],
    'the file',
  )
  expect(file).toMatchObject({ name: expect.stringMatching(/^sightline-tasks-\d{4}-\d{2}-\d{2}\.csv$/) })
  const response = await fetch(String(file.url_private), {
    headers: { authorization: `Bearer ${slack.botToken}` },
  })
  const rows = (await response.text()).split('\r\n')
  expect(rows).toHaveLength(14)
  expect(rows[1]).toMatch(/^"'=Task ""12""","One, two",created,K-12,R-12,/)
})
