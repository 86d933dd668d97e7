import { afterEach, describe, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'
import { ask, buttonsOf, choiceIn, mondayDigest, press, textOf, texts } from './slack-screen.ts'

const { owner, admin, member, guest } = USERS
const { brandVisibility, leads, general } = CHANNELS
let stage: Stage | undefined

async function start(options: StageOptions = {}): Promise<Stage> {
  stage = await startStage({
    minutesBefore: 1,
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    log: { write: () => {} },
    ...options,
    env: { SIGHTLINE_DIGEST_CHANNELS: `${brandVisibility},${leads}`, ...options.env },
  })
  return stage
}

afterEach(async () => {
  await stage?.stop()
  stage = undefined
})

const homeBlocks = ({ slack }: Stage, user: string) => slack.home(user)?.blocks ?? []
const homeText = (on: Stage, user: string) => texts(homeBlocks(on, user)).join('\n')
const homeJson = (on: Stage, user: string) => JSON.stringify(homeBlocks(on, user))

/** Opens the Home tab and waits until it says this. */
async function openHome(on: Stage, user: string, words: string | RegExp): Promise<string> {
  expect((await on.slack.openHome({ user })).ok).toBe(true)
  return homeUntil(on, user, words)
}

/** The Home tab as it is once it says this. */
function homeUntil(on: Stage, user: string, words: string | RegExp): Promise<string> {
  const matching = () => new RegExp(words).test(homeText(on, user)) && homeText(on, user)
  return on.slack.until(() => matching() || null, `“${words}” on the Home tab of ${user}`)
}

/** Chooses an option from a digest's menu on the Home tab. */
function chooseOnHome(on: Stage, user: string, label: string) {
  const viewId = String(on.slack.home(user)?.id)
  return on.slack.viewAction({ user, viewId, ...choiceIn(homeBlocks(on, user), label) })
}

/** Presses the nth button with that label on the Home tab. */
function pressOnHome(on: Stage, user: string, label: string, index = 0) {
  const button = buttonsOf(homeBlocks(on, user)).filter((button) => button.label === label)[index]
  if (button === undefined) throw new Error(`no “${label}” on the Home tab:\n${homeText(on, user)}`)
  const { actionId, blockId } = button
  return on.slack.viewAction({ user, viewId: String(on.slack.home(user)?.id), actionId, blockId })
}

/** The topmost modal, once it says this. */
function modalUntil(on: Stage, user: string, words: string | RegExp) {
  return on.slack.until(() => {
    const top = on.slack.views(user).at(-1)
    return top !== undefined && new RegExp(words).test(texts(top.view).join('\n')) ? top : null
  }, `“${words}” in a modal of ${user}`)
}

describe('the Home tab', () => {
  it('shows each person the digests of their own channels', async () => {
    const on = await start()
    expect(await openHome(on, owner, '2 digests in your channels')).toContain('(Berlin)')
    expect(homeJson(on, owner)).toContain(leads)
    await openHome(on, member, '1 digest in your channels')
    expect(homeJson(on, member)).toContain(brandVisibility)
    expect(homeJson(on, member)).not.toContain(leads)
  })

  it('is refused to guests, with whom to ask', async () => {
    const on = await start()
    expect(await openHome(on, guest, 'Guests')).not.toContain('digest in your channels')
    expect(homeJson(on, guest)).not.toContain(brandVisibility)
  })

  it('names the contact from the configuration', async () => {
    const on = await start({ env: { SIGHTLINE_CONTACT: `<@${admin}>` } })
    await openHome(on, owner, 'Questions')
    expect(homeJson(on, owner)).toContain(`<@${admin}>`)
  })

  it('shows the last result with a link as soon as the digest is posted', async () => {
    const on = await start()
    await openHome(on, member, 'Scheduled')
    const { ts } = await mondayDigest(on)
    await homeUntil(on, member, 'On schedule')
    expect(homeJson(on, member)).toContain(`/archives/${brandVisibility}/p${ts.replace('.', '')}`)
  })

  it('pauses and resumes with a click', async () => {
    const on = await start({ rateLimits: false })
    await openHome(on, member, '1 digest')
    await chooseOnHome(on, member, 'Pause')
    await homeUntil(on, member, `⏸ Paused by <@${member}>`)
    on.clock.advance({ minutes: 1 })
    await on.bot.scheduler.wake()
    expect(on.slack.messages(brandVisibility)).toEqual([])
    await chooseOnHome(on, member, 'Resume')
    await homeUntil(on, member, 'Scheduled')
    on.clock.advance({ hours: 24 * 7 })
    await on.bot.scheduler.wake()
    expect(on.slack.messages(brandVisibility).length).toBeGreaterThan(0)
  })

  it('shows the brand’s position, open recommendations and tasks, and exports the tasks', async () => {
    const on = await start({ rateLimits: false })
    const { answer } = await ask(on, member, brandVisibility, '/sightline actions')
    await press(on, member, answer, 'Create task')
    const shown = await openHome(
      on,
      member,
      'Your 1 open task[^]*Recommended \\(1 of[^]*\\d+(?:st|nd|rd|th) of',
    )
    expect(shown).toMatch(/Where .+ stands/)
    expect(shown).toMatch(/\d+(?:st|nd|rd|th) of \d+/)
    expect(shown).toContain(`<#${brandVisibility}>`)
    await pressOnHome(on, member, 'Export all tasks')
    const file = await on.slack.until(
      () =>
        [...on.slack.channels.values()]
          .filter(({ kind, members }) => kind === 'im' && members.has(member))
          .flatMap(({ id }) => on.slack.messages(id, member))
          .flatMap(({ files = [] }) => files)
          .at(0),
      'the file',
    )
    expect(file).toMatchObject({ name: expect.stringMatching(/^sightline-tasks-.+\.csv$/) })
  })

  it('refuses a change to members whom the workspace’s rule excludes, and says so', async () => {
    const on = await start({ env: { SIGHTLINE_CHANGERS: 'admins' } })
    await openHome(on, member, '1 digest')
    await chooseOnHome(on, member, 'Pause')
    await on.slack.until(
      () =>
        [...on.slack.channels.values()]
          .filter(({ kind, members }) => kind === 'im' && members.has(member))
          .flatMap(({ id }) => on.slack.messages(id, member))
          .find((message) => textOf(message).includes('admins and owners')),
      'why not',
    )
    await openHome(on, member, 'Scheduled')
  })

  it('shows no channel when Slack does not say who is a member where', async () => {
    const on = await start()
    on.slack.fail('users.conversations', { error: 'internal_error' }, 4)
    await openHome(on, owner, 'Slack didn’t say which channels you’re in')
    expect(homeJson(on, owner)).not.toContain(brandVisibility)
    await openHome(on, owner, '2 digests')
  })

  it('sets a channel up: first which one, then its form; a missing bot is reported at the field', async () => {
    const on = await start({ env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
    await openHome(on, owner, 'None of your channels has a digest yet')
    await pressOnHome(on, owner, 'Channel settings')
    const asks = await modalUntil(on, owner, 'Settings apply to the whole channel')
    const values = { channel: { 'sl1.form.channel': { selected_conversation: general } } }
    const refused = await on.slack.submitView({ user: owner, viewId: asks.id, values })
    expect(refused.body).toMatchObject({
      response_action: 'errors',
      errors: { channel: expect.stringContaining('/invite @Sightline') },
    })
    on.slack.setMember({ channel: general, user: APP.botUser, member: true })
    await on.slack.submitView({ user: owner, viewId: asks.id, values })
    const form = await modalUntil(on, owner, 'What should Sightline look at')
    expect(JSON.stringify(form.view)).toContain(general)

    const back = buttonsOf(form.view.blocks).find(({ label }) => label === 'Back')
    await on.slack.viewAction({
      user: owner,
      viewId: form.id,
      actionId: back?.actionId ?? '',
      blockId: back?.blockId ?? '',
    })
    await modalUntil(on, owner, 'Settings apply to the whole channel')
  })
})

describe('/sightline status', () => {
  it('shows the channel’s settings and which are defaults, its digests and the rules', async () => {
    const on = await start({ env: { SIGHTLINE_CHANGERS: `admins` } })
    const { answer } = await ask(on, member, brandVisibility, '/sightline status')
    expect(answer.ephemeralFor).toBe(member)
    for (const words of [
      'Time zone: Europe/Berlin (default)',
      'r/saas',
      'Every Monday at 9:00',
      'admins and owners',
      on.service.demo.projectId,
    ])
      expect(answer.text).toContain(words)
    expect(JSON.stringify(answer.blocks).match(/"type":"date"/g)?.length).toBe(2)
  })

  it('says which settings the channel made itself', async () => {
    const on = await start()
    const id = on.service.demo.resultIdWithoutBriefs
    const { answer: tracked } = await ask(on, owner, brandVisibility, `/sightline actions add ${id}`)
    expect(tracked.text).toContain('Now tracking')
    const { answer } = await ask(on, member, brandVisibility, '/sightline status')
    expect(answer.text).toMatch(/Recommendations: \d+ tracked, 1 of them added here/)
  })

  it('names words that it does not understand instead of ignoring them', async () => {
    const on = await start()
    const { answer } = await ask(on, member, brandVisibility, '/sightline status frobnicate')
    expect(textOf(answer)).toContain('“frobnicate”')
  })
})

describe('/sightline doctor', () => {
  it('passes every check when all is well', async () => {
    const on = await start()
    const { answer } = await ask(on, member, brandVisibility, '/sightline doctor')
    expect(answer.text).toContain('✓ 9 checks passed.')
    expect(textOf(answer)).not.toContain('✗')
  })

  it('reports each failure with its fix, and still runs the other checks', async () => {
    const on = await start({ env: { SIGHTLINE_API_KEY: 'sk-sandbox-wrong-key-0000' } })
    on.slack.fail('auth.test', { error: 'token_revoked' })
    const { answer } = await ask(on, owner, general, '/sightline doctor')
    const words = textOf(answer)
    expect(words).toMatch(/✗ Failed: Slack token\..*token_revoked/)
    expect(words).toContain('SLACK_BOT_TOKEN')
    expect(words).toMatch(/✗ Failed: This channel\..*not in the channel/)
    expect(words).toMatch(/✗ Failed: Analytics service/)
    expect(words).toContain('SIGHTLINE_API_KEY')
    expect(words).toMatch(/✓ Passed: Database/)
    expect(words).toMatch(/– Not checked: Slack permissions/)
  })

  it('notices a scheduler that has stopped', async () => {
    const on = await start()
    await on.bot.scheduler.stop()
    on.clock.advance({ minutes: 20 })
    const { answer } = await ask(on, owner, brandVisibility, '/sightline doctor')
    expect(textOf(answer)).toMatch(/✗ Failed: Scheduler\..*20 min ago/)
  })
})
