import { expect, it } from 'vitest'
import { runTyped } from '../../src/commands/index.ts'
import { createIdempotency } from '../../src/slack/workspace.ts'
import { conversationWorld, now, team } from '../conversations/world.ts'

it('a command that Slack repeats to another process runs once, and there is no second answer', async () => {
  const { workspace, store } = await conversationWorld()
  const place = { team, user: 'U0ANA' }
  const begun: string[] = []
  const deliveredTo = (process: string) =>
    runTyped(
      { kind: 'work', verb: 'digest', who: 'changers', run: async () => ({ text: 'Posted.', blocks: [] }) },
      { ...place, channel: 'C0BRAND', text: 'digest now', triggerId: '1.2' },
      async () => ({ ...place, enterprise: null, outside: false }),
      workspace,
      () => begun.push(process),
    )
  expect(await deliveredTo('one')).toMatchObject({ text: 'Posted.' })
  expect(await deliveredTo('another')).toBeNull()
  const hoursLater = { ...workspace.clock, now: () => now.add({ hours: 24 }) }
  Object.assign(workspace, { first: createIdempotency(store, hoursLater) })
  expect(await deliveredTo('a third')).toBeNull()
  expect(begun).toEqual(['one'])
})
