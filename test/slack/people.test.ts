import { expect, it, onTestFinished } from 'vitest'
import { CHANNELS, startSlack, USERS } from '../../sandbox/slack/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/log.ts'
import { noMeter } from '../../src/lib/metrics.ts'
import { SlackClient } from '../../src/slack/send/client.ts'
import { createPeople } from '../../src/slack/send/people.ts'

async function world() {
  const slack = await startSlack({ rateLimits: false })
  onTestFinished(() => slack.stop())
  const log = createLog('silent')
  const options = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } }
  const client = new SlackClient(slack.botToken, options, { log, meter: noMeter })
  return { slack, people: createPeople(client, { clock: systemClock, log }) }
}

it('a right that was just removed is noticed, and remembered', async () => {
  const { slack, people } = await world()
  expect(await people.person(USERS.admin)).toMatchObject({ isAdmin: true, workspaces: ['T0SANDBOX'] })
  slack.setRole(USERS.admin, 'member')
  expect(await people.person(USERS.admin), 'remembered').toMatchObject({ isAdmin: true })
  expect(await people.currentPerson(USERS.admin)).toMatchObject({ isAdmin: false })
  expect(await people.person(USERS.admin)).toMatchObject({ isAdmin: false })
})

it('Slack is asked again after an outage, but not after a lasting refusal', async () => {
  const { slack, people } = await world()
  slack.fail('users.info', { status: 503 }, 1)
  expect(await people.person(USERS.member)).toBeNull()
  expect(await people.person(USERS.member)).toMatchObject({ id: USERS.member })
  const asked = () => slack.requests().filter(({ method }) => method === 'users.info').length
  const before = asked()
  for (let times = 0; times < 3; times += 1) expect(await people.person('U0NOBODY')).toBeNull()
  expect(asked() - before).toBe(1)
})

it('channel membership is current, even in private channels', async () => {
  const { slack, people } = await world()
  expect(await people.isIn(USERS.admin, CHANNELS.leads)).toBe(true)
  expect(await people.isIn(USERS.member, CHANNELS.leads)).toBe(false)
  slack.setMember({ channel: CHANNELS.leads, user: USERS.member, member: true })
  expect(await people.isIn(USERS.member, CHANNELS.leads)).toBe(true)
  slack.fail('conversations.members', { status: 503 }, 1)
  expect(await people.isIn(USERS.member, CHANNELS.leads)).toBeNull()
})
