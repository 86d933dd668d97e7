import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ManyStage, startMany } from '../tenants/world.ts'
import { command, sendTo, signed } from './http-bot.ts'

const eachKind = 25

let stage: ManyStage
let strangers: ChildProcess
/** Each command uses a new connection. */
const agent = new Agent({ keepAlive: false })

beforeAll(async () => {
  stage = await startMany()
})
afterAll(async () => {
  strangers?.kill('SIGKILL')
  agent.destroy()
  await stage?.stop()
})

async function acknowledged(): Promise<void> {
  const answer = await sendTo(stage.bots[0]?.port ?? null, agent, signed({ stage }, command('help')))
  expect(answer?.status).toBe(200)
}

it('while 200 strangers hold hostile connections, each signed command is acknowledged', {
  timeout: 180_000,
}, async () => {
  strangers = fork(join(import.meta.dirname, 'hostile.ts'), [String(stage.bots[0]?.port), String(eachKind)])
  expect(await once(strangers, 'message')).toContain('here')
  const ended = once(strangers, 'message')
  const all = { ended: false }
  void ended.then(() => {
    all.ended = true
  })
  // A round lasts as long as the slowest stranger's connection.
  do await acknowledged()
  while (!all.ended)
  expect(await ended).toContain('ended')
  strangers.kill('SIGKILL')
  await once(strangers, 'exit')
  await acknowledged()
})
