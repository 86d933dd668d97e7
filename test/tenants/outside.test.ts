import { afterEach, describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, SlackUser } from '../../sandbox/slack/model.ts'
import { readConfig } from '../../src/config/index.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { buttonIn, labelsOf, messageSaying, publicIn, textOf } from '../e2e/slack-screen.ts'
import { payload } from '../slack-request.ts'
import {
  connectDemo,
  enterprise,
  home,
  loadedModal,
  type ManyStage,
  repliesTo,
  second,
  startMany,
  stepEnd,
  weeklyDigest,
} from './world.ts'

/** A channel shared with another organization that also uses the app. */
const channel = CHANNELS.marketing
const partner = USERS.external
const partnerTeam = 'T0PARTNER'
const someone = (id: string, more: Partial<SlackUser>): SlackUser => ({
  id,
  name: id.toLowerCase(),
  realName: id,
  tz: 'Etc/UTC',
  role: 'member',
  isBot: false,
  deactivated: false,
  ...more,
})
/** From another workspace of the same organization. */
const colleague = someone('U0COLLEAGUE', { homeTeam: second.id })
/** From another Enterprise Grid organization, with admin rights there. */
const gridPartner = someone('U0GRIDPARTNER', {
  role: 'external',
  homeTeam: 'T0PARTNERGRID',
  homeEnterprise: 'E0PARTNER',
})

let stage: ManyStage
afterEach(() => stage?.stop())

/** Installs the app in one workspace or in the whole organization, with a digest in the shared channel. */
async function installed({ grid, org }: { readonly grid: boolean; readonly org: boolean }) {
  const then = Temporal.Instant.from('2026-11-10T08:00:00Z')
  stage = await startMany({
    slack: { morePeople: [colleague, gridPartner], ...(grid ? { enterprise } : {}) },
    prepare: ({ subscriptions }) => subscriptions.create({ ...weeklyDigest(home), channel }, then),
  })
  const { slack, service } = stage
  for (const user of [colleague.id, gridPartner.id]) slack.setMember({ channel, user, member: true })
  await stage.install(home, { org })
  await slack.openHome({ user: USERS.owner })
  expect((await connectDemo(stage, home, channel)).shown).toContain('Connected')
  expect(await typed(USERS.owner, `actions add ${service.demo.resultIds[0]}`)).toContain(
    'tracks 1 recommendation',
  )
  await stage.pass()
}

/** What a person reads after doing something. */
async function reads(user: string, what: () => Promise<unknown>): Promise<string> {
  const shown = () => stage.slack.messages(channel, user).map(textOf)
  const before = new Set(shown())
  await what()
  // The person's own words, and the line before an answer.
  const beside = [`<@${APP.botUser}>`, 'Looking it up']
  const isAnswer = (one: string) => !before.has(one) && !beside.some((words) => one.startsWith(words))
  return stage.slack.until(() => shown().findLast(isAnswer), `an answer to ${user}`)
}

const typed = (user: string, text: string) =>
  reads(user, () => stage.slack.command({ user, channel, text: `/sightline ${text}` }))

/** What a person reads after mentioning Sightline. No other person may read anything. */
async function mentions(user: string, text: string): Promise<string> {
  const { slack } = stage
  let ts = ''
  const answer = await reads(user, async () => {
    ts = slack.post({ user, channel, text: `<@${APP.botUser}> ${text}` })
  })
  const isPublic = repliesTo(slack, channel, ts).filter(({ ephemeralFor }) => ephemeralFor === undefined)
  expect(isPublic, 'only that person reads it').toEqual([])
  return answer
}

const digest = () =>
  stage.slack.until(
    () => publicIn(stage.slack, channel).find((one) => labelsOf(one).includes('Create task')),
    'the digest with its recommendation',
  )
const tasksAsked = () =>
  stage.service.requests().filter(({ method, route }) => method === 'POST' && route.endsWith('/tasks')).length

async function clicksCreateTask(user: string): Promise<string> {
  const message = await digest()
  const button = buttonIn(message, 'Create task')
  return reads(user, () => stage.slack.click({ user, channel, ts: message.ts, ...button }))
}

async function chooseShortcut(user: string, ofMessage?: string): Promise<string> {
  const { slack } = stage
  if (ofMessage === undefined) {
    await slack.shortcut({ user, callbackId: 'where_do_we_stand' })
    return JSON.stringify((await loadedModal(slack, user)).view)
  }
  const { ts } = await digest()
  return reads(user, () => slack.shortcut({ user, callbackId: ofMessage, channel, ts }))
}

/** The outcome of the step: its outputs or its error. */
async function runsStep(user: string): Promise<string> {
  const { error, outputs } = await stepEnd(stage.slack, user, channel)
  return error ?? JSON.stringify(outputs)
}

/** The form of the channel's settings, opened by its owner. */
async function setupForm(): Promise<OpenView> {
  const { slack } = stage
  await slack.command({ user: USERS.owner, channel, text: '/sightline settings' })
  const form = await loadedModal(slack, USERS.owner)
  await slack.closeView({ user: USERS.owner, viewId: form.id })
  return form
}

/** What Slack sends when a person of workspace `team` uses one of our views. */
function fromView(user: string, team: string, { view, values }: OpenView, org: boolean, grid: boolean) {
  return {
    user: { id: user, username: user, name: user, team_id: team },
    api_app_id: APP.id,
    team: org ? null : { id: team, domain: 'elsewhere' },
    enterprise: grid ? enterprise : null,
    is_enterprise_install: org,
    trigger_id: `${Math.random()}.outside`,
    view: { ...view, id: 'V0OUTSIDE', state: { values } },
  }
}

async function delivered(json: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await stage.deliver(payload(json))
  expect(response.status).toBe(200)
  return response.text()
}

const outsiders = [partner, gridPartner.id]
const refused = /other organizations can’t use|no longer installed/

/** Meanwhile people of the organization get in. */
async function expectMembersIn(grid: boolean, org: boolean): Promise<void> {
  if (grid) expect(await typed(colleague.id, 'visibility')).not.toMatch(refused)
  else expect(await typed(colleague.id, 'visibility')).toMatch(refused)
  expect(await typed(USERS.owner, 'visibility')).not.toMatch(refused)
  if (org || !grid) expect(await runsStep(USERS.owner)).toMatch(/Northwind.*How measured/)
  // If Slack names no workspace, a colleague from another one of the organization acts in that one.
  await clicksCreateTask(grid && !org ? colleague.id : USERS.member)
  await messageSaying(stage.slack, channel, 'Task created')
  expect(tasksAsked()).toBe(1)
}

describe.each([
  { what: 'a workspace by itself', grid: false, org: false },
  { what: 'a workspace of an Enterprise Grid organization', grid: true, org: false },
  { what: 'a whole organization (`team: null`)', grid: true, org: true },
])('people of other organizations, where Sightline is installed in $what', ({ grid, org }) => {
  it('get in by no route, unlike those of the organization, and leave nothing behind', {
    timeout: 120_000,
  }, async () => {
    await installed({ grid, org })
    const form = await setupForm()
    for (const [user, team] of [
      [partner, partnerTeam],
      [gridPartner.id, 'T0PARTNERGRID'],
    ] as const) {
      expect(await typed(user, 'visibility'), 'a command').toMatch(refused)
      expect(await mentions(user, 'visibility'), 'a mention').toMatch(refused)
      expect(await typed(user, 'help'), 'help').toMatch(/visibility|other organizations can’t use/)
      expect(await clicksCreateTask(user), 'a button').toMatch(refused)
      expect(await chooseShortcut(user, 'create_task'), 'a shortcut of a message').toMatch(refused)
      // A global shortcut names the person's own workspace where `team` is null. Sightline is not installed there.
      if (!org) expect(await chooseShortcut(user), 'a shortcut').toMatch(refused)
      // In an organization, Workflow Builder offers only steps of apps installed for all of it.
      if (org || !grid) expect(await runsStep(user), 'a workflow step').toMatch(refused)
      const from = fromView(user, team, form, org, grid)
      const submitted = { ...from, type: 'view_submission', response_urls: [] }
      expect(await delivered(submitted), 'a form').toMatch(refused)
      const menu = { container: { type: 'view', view_id: 'V0OUTSIDE' }, block_id: 'organization', value: '' }
      const asked = { ...from, ...menu, type: 'block_suggestion', action_id: 'sl1.form.organization' }
      expect(JSON.parse(await delivered(asked)), 'a menu').toEqual({ options: [] })
      await stage.slack.openHome({ user })
      const tab = await stage.slack.until(() => stage.slack.home(user), 'a Home tab')
      expect(JSON.stringify(tab), 'the Home tab').toMatch(refused)
    }
    expect(tasksAsked()).toBe(0)
    await expectMembersIn(grid, org)

    const { store, audited } = await database()
    for (const team of [partnerTeam, 'T0PARTNERGRID']) {
      expect(await store.installations.get(team), 'is linked to nothing').toBeNull()
      const theirs = (await store.erase(team)).filter(({ rows }) => rows > 0)
      expect(theirs, 'no row is theirs').toEqual([])
    }
    const [changed, turnedAway] = [/^(task|setup|digest)/, /^access.refused$/].map((action) =>
      audited.filter(({ user, action: done }) => outsiders.includes(user ?? '') && action.test(done)),
    )
    expect(changed).toEqual([])
    expect(turnedAway?.length ?? 0).toBeGreaterThan(org ? -1 : 0)
    await store.close()
  })
})

it('everyone stays out while Slack does not say who they are; a moment later members get in', {
  timeout: 120_000,
}, async () => {
  await installed({ grid: true, org: false })
  const fault = stage.slack.fail('users.info', { status: 503 }, 4)
  expect(await typed(USERS.member, 'visibility')).toContain('Slack didn’t confirm who you are')
  fault.end?.()
  expect(await typed(USERS.member, 'visibility')).not.toMatch(/didn’t confirm who|other organizations/)
})

/** What is stored, once the bot has stopped. */
async function database() {
  for (const bot of stage.bots) await bot.stop()
  const config = readConfig(stage.env)
  const store = await openStore(config.database, createEncryptor(config.encryptionKeys()))
  const audited = await store.audit.forChannel(home, channel, { limit: 100, offset: 0 })
  return { store, audited }
}
