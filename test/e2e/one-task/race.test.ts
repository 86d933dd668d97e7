import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { ask, ephemeralsTo, labelsOf, textOf } from '../slack-screen.ts'
import { engines, type Replicas, startReplicas } from './replicas.ts'
import { now, pressNow, tasksRoute } from './world.ts'

const people = [USERS.owner, USERS.admin, USERS.member]
const places = [CHANNELS.brandVisibility, CHANNELS.marketing]

describe.each(engines)('twenty clicks at once, over %s', (engine, replicas) => {
  let processes: Replicas
  let copies: readonly ShownMessage[]
  let resultId: string
  const current = () => copies.map((copy) => now(processes.slack, copy))
  const replies = () =>
    places.flatMap((place) => people.flatMap((who) => ephemeralsTo(processes.slack, who, place)))

  beforeAll(async () => {
    processes = await startReplicas(engine)
    await Promise.all(Array.from({ length: replicas }, () => processes.start()))
    resultId = processes.service.demo.resultIds[0] ?? ''
    copies = await Promise.all(places.map((place) => processes.post(place, resultId)))
  })
  afterAll(() => processes?.stop())

  it('by three people in two copies make one request, and both copies say so', async () => {
    const { service, slack } = processes
    // Long enough for all to click before the answer.
    service.addFault({ method: 'POST', route: tasksRoute, times: 1, how: { kind: 'latency', ms: 400 } })
    const clicks = Array.from({ length: 20 }, (_, index) => {
      const copy = copies[index % 2] as ShownMessage
      return pressNow(slack, people[index % 3] ?? '', copy, 'Create task')
    })
    const acknowledged = await Promise.all(clicks)
    expect(acknowledged.filter(({ ok }) => ok)).toHaveLength(20)
    await slack.until(() => current().every((copy) => textOf(copy).includes('Task created')), 'the task')
    expect(processes.posts(resultId)).toBe(1)
    for (const copy of current()) expect(labelsOf(copy)).toContain('Create another')

    const others = () => replies().filter((message) => textOf(message).includes('Nothing was sent twice'))
    await slack.until(() => others().length === 19, 'a word to each of the nineteen others')
    const confirmations = () =>
      replies().filter((message) => !textOf(message).includes('Nothing was sent twice'))
    await slack.until(() => confirmations().length > 0, 'what the task aims at, to the one who created it')
    expect(confirmations().map(labelsOf)).toEqual([['View brief', 'Change aim']])
    expect(textOf(confirmations()[0])).toMatch(/Task created: .*Aims at: /s)
    const named = replies().filter((message) => /<@U0\w+> clicked first/.test(textOf(message)))
    expect(named.length).toBeGreaterThan(0)
    if (replicas > 1) for (const count of processes.taken.values()) expect(count).toBeGreaterThan(5)
  })

  it('are still one request when Slack delivers some again, to any replica', async () => {
    const { slack } = processes
    const { owner } = USERS
    for (let times = 0; times < 4; times += 1) await slack.redeliver('interactive')
    // Anything that the repeated clicks could do is done before a later answer of each replica.
    for (let asked = 1; asked <= replicas; asked += 1)
      await ask(processes, owner, CHANNELS.leads, '/sightline actions')
    expect(processes.posts(resultId)).toBe(1)
  })

  it('are all in the audit log: who, from which message, which recommendation, and the outcome', async () => {
    await processes.kill()
    const entries = await processes.withStore(({ audit }) =>
      Promise.all(
        copies.map(({ channel }) => audit.forChannel('T0SANDBOX', channel, { limit: 99, offset: 0 })),
      ),
    )
    const attempts = entries.flat().filter(({ action }) => action === 'task.create')
    expect(attempts.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
    expect(attempts.filter(({ outcome }) => outcome === 'taken').length).toBeGreaterThanOrEqual(19)
    for (const { user, subject, detail, reference } of attempts) {
      expect(people).toContain(user)
      expect(subject).toBe(resultId)
      expect(copies.map(({ ts }) => ts)).toContain(detail?.message)
      expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    }
  })
})
