import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { accessEndsKind, oweAccessEnds } from '../../src/app/disconnections.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { createSender, type Sender } from '../digests/world.ts'
import { person, rotatingInstallation, unknownPeople } from '../workspace.ts'

const team = 'T0NORTH'
const kinds = new Map([['access_ends', accessEndsKind]])
const publicUrl = 'https://sightline.example.com'

let sender: Sender
let store: Sender['store']
let clock: Sender['clock']
let slack: Sender['slack']
let endsAt: Temporal.Instant
beforeEach(async () => {
  sender = await createSender('2026-11-16T08:00:00Z')
  ;({ store, clock, slack } = sender)
  endsAt = clock.now().add({ hours: 2 })
})

const install = (installedBy: string | null) =>
  store.installations.save(rotatingInstallation(team, endsAt, installedBy), clock.now())

/** Slack refuses to renew the current token. */
const refused = async () => {
  const generation = (await store.installations.token(team))?.generation ?? 1
  await oweAccessEnds({ publicUrl, store, clock }, { owner: team, generation, endsAt })
}

const gone = new Set<string>()
const people: typeof unknownPeople = {
  ...unknownPeople,
  currentPerson: async (id) => person({ id, deleted: gone.has(id) }),
}

/** Sends what is due, after a time. */
const send = (minutes = 0) => {
  clock.advance({ minutes })
  return sender.send(kinds, { people })
}

const messages = () => slack.posts.map(({ channel, message }) => `${channel}: ${message.text}`)

it('nothing is sent before an installation, after a new one, or once the old token has expired', async () => {
  await refused()
  await send()
  expect(slack.calls).toBe(0)
  await install('U0OLIVIA')
  slack.next({ retryAfter: 60 })
  await refused()
  await send()
  await install('U0OLIVIA')
  await send(1)
  expect(slack.calls).toBe(1)
  slack.next({ retryAfter: 60 })
  await refused()
  await send()
  await send(180)
  expect(slack.calls).toBe(2)
  expect(messages()).toEqual([])
})

it('whoever owns a digest, or else its channel, is told if the installer is gone', async () => {
  await install('U0OLIVIA')
  const schedule = { kind: 'daily', time: '09:00', timeZone: 'UTC' } as const
  const digest = { ...defaultSettings, name: 'Daily', schedule, team, id: 'S1', channel: 'C0BRAND' }
  await store.subscriptions.create({ ...digest, by: 'U0ANA' }, clock.now())
  for (const id of ['U0OLIVIA', 'U0ANA']) gone.add(id)
  onTestFinished(() => gone.clear())
  await refused()
  await send()
  expect(slack.posts.map(({ channel }) => channel)).toEqual(['C0BRAND'])
  expect(JSON.stringify(slack.posts[0]?.message.blocks)).toMatch(/U0ANA.*who couldn’t be reached/)
  gone.delete('U0ANA')
  await install('U0OLIVIA')
  await refused()
  await send()
  expect(messages()[1]).toMatch(/^U0ANA: .*⚠ .*example\.com\/slack\/install/s)
})
