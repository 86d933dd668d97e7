import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { DEMO } from '../../../sandbox/service/index.ts'
import { CHANNELS, TEAM, USERS } from '../../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Message } from '../../../src/model/message.ts'
import { openStore } from '../../../src/store/index.ts'
import { temporaryFolder } from '../../store/engines.ts'
import { labelsOf, textOf } from '../slack-screen.ts'
import { beginStage, stage } from '../stage.ts'
import { now, postAsBot, postsFor, pressNow } from './world.ts'

const { owner } = USERS
/**
 * Messages exactly as the first version of the codec wrote them, with ids from the sandbox's demo. Slack keeps such
 * messages for years, and people keep clicking their buttons: never change anything in this file.
 */
const oldMessages: Readonly<Record<'open' | 'created' | 'unknown', Message>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'old-messages.json'), 'utf8'),
)
const now2026 = Temporal.Instant.from('2026-11-18T12:00Z')
const refOf = (which: number) => {
  const { organizationId, workspaceId, resultIds } = DEMO
  return { team: TEAM.id, organizationId, workspaceId, resultId: resultIds[which] ?? '' }
}
/** Creates the records behind the old messages. */
async function remembered(file: string): Promise<void> {
  const store = await openStore({ file })
  const claim = { by: owner, channel: 'C1', messageTs: null, reference: 'OLD', now: now2026 } as const
  for (const which of [1, 2]) await store.tasks.claim(refOf(which), { ...claim, input: { kind: 'first' } })
  const task = { taskId: '7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d001', name: 'Write it', description: '' }
  await store.tasks.created({ ...refOf(1), generation: 1, attempt: 1 }, task, now2026)
  await store.tasks.unknown({ ...refOf(2), generation: 1, attempt: 1 }, 'timeout', now2026)
  await store.close()
}

beforeAll(async () => {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'sightline.db')
  await remembered(file)
  const env = { SIGHTLINE_DATABASE_FILE: file }
  const stop = await beginStage({ now: now2026, rateLimits: false, env })
  return () => stop().then(folder.remove)
})

it.each([
  ['Create task', 'open', 0],
  ['Create another', 'created', 1],
  ['Create anyway', 'unknown', 2],
] as const)(
  '“%s” of an old message creates one task, and the message is updated',
  async (label, which, index) => {
    const { slack, service } = stage
    const message = await postAsBot(slack, CHANNELS.marketing, oldMessages[which])
    await pressNow(slack, owner, message, label)
    const isNew = (one?: ShownMessage) => one?.edited && /Task created: \n(?!Write it)/.test(textOf(one))
    const written = await slack.until(() => [now(slack, message)].find(isNew), 'the new task')
    expect(postsFor(service, refOf(index).resultId)).toBe(1)
    expect(labelsOf(written)).toEqual(['Mark as done', 'Create another', 'View brief'])
  },
)

it('“View brief” of an old message opens the briefs', async () => {
  const { slack } = stage
  const message = await postAsBot(slack, CHANNELS.marketing, oldMessages.open)
  await pressNow(slack, owner, message, 'View brief')
  const isWhole = ({ view }: OpenView) => JSON.stringify(view).length > 1_000
  await slack.until(() => slack.views(owner).find(isWhole), 'the briefs')
})
