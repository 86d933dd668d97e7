import { expect, it, onTestFinished } from 'vitest'
import { sendAccessEnds } from '../../src/app/access-ends.ts'
import { PostError, type Poster } from '../../src/slack/port.ts'
import { FakeClock } from '../digests/clock.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { rotatingInstallation } from '../workspace.ts'

const team = 'T0NORTH'
const contact = { kind: 'user', id: 'U0HELP' } as const

it('the installer, or else the contact, is told once that Sightline’s access ends, while it still works', async () => {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const [store] = database.replicas
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const endsAt = clock.now().add({ hours: 1 })
  const install = (installedBy: string | null) =>
    store.installations.save(rotatingInstallation(team, endsAt, installedBy), clock.now())
  const messages: string[] = []
  const failures: PostError[] = []
  const post: Poster['post'] = async (channel, message) => {
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    messages.push(`${channel}: ${message.text}`)
    return { channel, ts: '1.1', message }
  }
  const of = () => ({ poster: { post, update: async () => {} } })
  const publicUrl = 'https://sightline.example.com'
  const refused = (generation: number) =>
    sendAccessEnds({ config: { contact }, publicUrl, store, clock, of }, { owner: team, generation, endsAt })

  await refused(1)
  expect(messages, 'not installed').toEqual([])
  await install('U0OLIVIA')
  failures.push(new PostError('rate_limited', 'ratelimited', 1))
  await expect(refused(1)).rejects.toThrow('ratelimited')
  await Promise.all([refused(1), refused(1)])
  await refused(1)
  expect(messages).toEqual([expect.stringMatching(/^U0OLIVIA: .*example\.com\/slack\/install/)])
  failures.push(new PostError('unknown', 'no_answer'))
  await expect(refused(2)).rejects.toThrow('no_answer')
  await refused(2)
  expect(messages, 'it may have arrived').toHaveLength(1)
  await install(null)
  await refused(3)
  expect(messages[1]).toMatch(/^U0HELP: /)
  clock.advance({ hours: 1 })
  await refused(4)
  expect(messages, 'with what?').toHaveLength(2)
})
