import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { Store } from '../../src/store/index.ts'
import { textOf } from '../e2e/slack-screen.ts'
import {
  ask,
  broughtAgain,
  connectDemo,
  dailyDigest,
  enterprise,
  home,
  linkIn,
  type ManyStage,
  publicUrl,
  second,
  stageForTest,
  startMany,
} from './world.ts'

const channel = CHANNELS.brandVisibility
const manifest = parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'))
const manifestScopes: readonly string[] = manifest.oauth_config.scopes.bot
/** The daily digests. */
const digestsIn = (slack: SlackSandbox) =>
  slack.messages(channel).filter((message) => textOf(message).includes('brands in the thread')).length

describe('Add to Slack', () => {
  let stage: ManyStage
  beforeAll(async () => {
    stage = await startMany()
  })
  afterAll(() => stage?.stop())

  const askIn = (team: string, text: string, words: RegExp) => ask(stage.slack.in(team), channel, text, words)

  it('has a page that asks Slack for what the manifest asks for, and reveals nothing else', async () => {
    const page = await stage.browse('/slack/install')
    expect(page.status).toBe(200)
    const html = await page.text()
    const asked = new URL(linkIn(html, 'Add to Slack'))
    expect(asked.origin + asked.pathname).toBe(`${stage.slack.url}oauth/v2/authorize`)
    const scopes = asked.searchParams.get('scope')?.split(',')
    expect(scopes?.toSorted()).toEqual(manifestScopes.toSorted())
    // A rule that names user groups belongs to one workspace, and is refused here.
    expect(scopes).not.toContain('usergroups:read')
    expect(asked.searchParams.get('redirect_uri')).toBe(`${publicUrl}/slack/oauth_redirect`)
    const words = html.replaceAll(/href="[^"]*"/g, '')
    expect(words).not.toMatch(/node|bolt|version|northwind|T0SANDBOX/i)
    expect(page.headers.get('set-cookie')).toMatch(/Secure; HttpOnly/)
  })

  it.each(['/slack/install', '/slack/oauth_redirect', '/slack/oauth_redirect?code=1&state=2'])(
    'protects its pages against framing, sniffing, scripts, caching and referrer leaks: %s',
    async (path) => {
      const { headers } = await stage.browse(path)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'strict-transport-security': expect.stringContaining('max-age='),
      })
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  it('is suggested, with its address, to people who use the app before it is installed', async () => {
    expect(await askIn(second.id, 'visibility', /no longer installed/)).toContain('/slack/install')
    await askIn(second.id, 'help', /See where your brand stands/)
    expect(stage.logged('rejects the bot token'), 'it has no token to be refused').toBe(0)
  })

  it('installs into each workspace separately, and says what to do next', async () => {
    for (const [team, name] of [
      [home, 'Northwind Marketing'],
      [second.id, 'Contoso &lt;b&gt;&amp;&lt;/b&gt; Söhne'],
    ] as const) {
      const page = await stage.install(team)
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).toContain('Sightline is installed')
      expect(html).toContain(name)
      expect(html).toContain('/sightline connect')
      await askIn(team, 'doctor', /Slack accepted the bot token|API key/)
    }
  })

  it('installs once for each state, in the browser that began, within ten minutes', async () => {
    const first = await stage.begin(second.id)
    const installed = () => stage.logged('"Sightline was installed"')
    const before = installed()
    const stolen = await stage.browse(await first.agree())
    expect(stolen.status, 'another browser').toBe(400)
    expect(await stolen.text()).toContain('Try again')
    expect(installed()).toBe(before)

    const used = await first.agree()
    expect((await stage.browse(used, { cookie: first.cookie })).status).toBe(200)
    expect(installed()).toBe(before + 1)
    const again = await first.agree()
    expect((await stage.browse(again, { cookie: first.cookie })).status, 'a second use').toBe(400)

    const { cookie } = await stage.begin(second.id)
    const forged = cookie.replace(/\.([^.])([^.]*)$/, (_, a, rest) => `.${a === 'A' ? 'B' : 'A'}${rest}`)
    const state = forged.slice(forged.indexOf('=') + 1)
    const other = await stage.browse(`/slack/oauth_redirect?code=1&state=${state}`, { cookie: forged })
    expect(other.status, 'not signed by us').toBe(400)

    const late = await stage.begin(second.id)
    const address = await late.agree()
    stage.clock.advance({ minutes: 10 })
    expect((await stage.browse(address, { cookie: late.cookie })).status, 'too late').toBe(400)
    expect(installed()).toBe(before + 1)
  })

  it('says that nothing happened when the person cancels, or Slack fails', async () => {
    const cancelled = await stage.install('T0NOWHERE')
    expect(await cancelled.text()).toContain('You cancelled')
    stage.slack.fail('oauth.v2.access', { status: 503 })
    const failed = await stage.install(second.id)
    expect(failed.status).toBe(500)
    expect(await failed.text()).toContain('couldn’t finish the installation')
    stage.slack.fail('oauth.v2.access', { error: 'bad_client_secret' })
    await stage.install(second.id)
    const failures = stage.lines.filter((line) => line.includes('could not be installed'))
    expect(failures, 'once a minute, with Slack’s error code').toEqual([
      expect.stringMatching(/"level":50.*"count":1,.*"code":"http_503".*bad_client_secret/),
    ])
  })

  it('logs one line for hundreds of strangers, and no error', async () => {
    const errors = () => stage.lines.filter((line) => line.startsWith('{"level":50')).length
    const before = [errors(), stage.lines.length]
    const visits = Array.from({ length: 300 }, (_, one) =>
      stage.browse(`/slack/oauth_redirect?code=1&state=${one}`, { cookie: `slack-app-oauth-state=${one}` }),
    )
    expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([400]))
    expect(errors()).toBe(before[0])
    expect(stage.lines.length - (before[1] ?? 0)).toBeLessThan(5)
  })

  it('reveals no token, code or secret in its pages and log lines', () => {
    const log = stage.lines.join('\n')
    expect(log).not.toMatch(/xox[a-z]-sandbox-[0-9a-f]|sandbox-client-secret|code=/)
  })
})

describe('a token that is renewed', () => {
  it('lets a digest wait while Slack fails to renew it; the workspace still counts as connected', async () => {
    // Slack's library uses the real time to decide when a token expires.
    const now = Temporal.Now.instant()
    const digest = dailyDigest(home, now.add({ hours: 24 }))
    const prepare = ({ subscriptions }: Store) => subscriptions.create(digest, now)
    const stage = await stageForTest({ now, tokenLifeSeconds: 43_200, prepare })
    await stage.install(home)
    expect((await connectDemo(stage, home, channel)).shown).toContain('Connected')
    stage.slack.fail('oauth.v2.access', { status: 503 }, 1)
    // It was not used at night, so it expired.
    await stage.pass({ hours: 24, minutes: 2 })
    expect(digestsIn(stage.slack)).toBe(0)
    expect(stage.logged('a Slack token could not be renewed')).toBe(1)
    await stage.pass()
    await expect.poll(() => digestsIn(stage.slack)).toBe(1)
    expect(stage.logged('has disconnected Sightline')).toBe(0)
    const sent = stage.slack.requests().filter(({ error }) => error === 'token_expired')
    expect(sent, 'nothing was sent with the old one').toEqual([])
  })

  it('serves several workspaces of an organization, which are told apart without its help', async () => {
    const nine = Temporal.Instant.from('2026-11-16T09:00:00Z')
    const digest = dailyDigest(second.id, nine)
    const prepare = ({ subscriptions }: Store) => subscriptions.create(digest, nine.subtract({ hours: 20 }))
    const stage = await stageForTest({ slack: { enterprise }, prepare })
    await stage.install(home, { org: true })
    const slack = stage.slack.in(second.id)
    expect((await connectDemo(stage, second.id, channel)).shown).toContain('Connected')
    expect(await ask(slack, channel, 'doctor', /bot user/)).toContain(`in workspace ${second.id}`)

    // Slack refuses the token for a moment. The next check must be recorded for the right workspace.
    slack.fail('chat.postMessage', { error: 'account_inactive' }, 1)
    await stage.pass()
    expect(digestsIn(slack)).toBe(0)
    await stage.pass()
    expect(digestsIn(slack)).toBe(1)
  })
})

describe('an organization', () => {
  it('installs once for all of its workspaces, and uninstalls from all of them', async () => {
    const stage = await stageForTest({ slack: { enterprise } })
    const page = await stage.install(home, { org: true })
    expect(await page.text()).toContain('Northwind Group')
    for (const team of [home, second.id]) {
      const slack = stage.slack.in(team)
      await slack.openHome({ user: USERS.owner })
      await slack.until(() => slack.home(USERS.owner), `a Home tab in ${team}`)
    }
    await stage.slack.in(second.id).uninstall({ org: true })
    await expect.poll(() => stage.logged('was removed from a workspace')).toBe(2)
    await ask(stage.slack.in(home), channel, 'status', /no longer installed/)
  })

  it('tells its installer once that it is back, however many workspaces it has', async () => {
    const stage = await stageForTest({ slack: { enterprise } })
    await stage.install(home, { org: true })
    for (const [index, team] of [home, second.id].entries()) {
      const slack = stage.slack.in(team)
      slack.fail('views.publish', { error: 'account_inactive' }, 1)
      await slack.openHome({ user: USERS.owner })
      await expect.poll(() => stage.logged('rejects the bot token')).toBe(index + 1)
    }
    stage.clock.advance({ hours: 2 })
    await stage.install(home, { org: true })
    await stage.bots[0]?.scheduler.wake()
    const told = () =>
      [home, second.id]
        .flatMap((team) => stage.slack.in(team).requests())
        .filter(
          ({ method, args }) => method === 'chat.postMessage' && /Sightline is back/.test(String(args.text)),
        )
    await expect.poll(told).toHaveLength(1)
  })

  it('answers a mention that is the first thing it hears from a workspace, also once Slack confirms it', async () => {
    const stage = await stageForTest({ slack: { enterprise } })
    await stage.install(home, { org: true })
    const slack = stage.slack.in(second.id)
    // Slack doesn't say for a while which workspaces the organization has.
    const fault = stage.slack.fail('auth.teams.list', { status: 503 }, 8)
    const ts = slack.post({ user: USERS.owner, channel, text: `<@${APP.botUser}> help` })
    await expect.poll(() => stage.logged('could not be linked')).toBeGreaterThan(0)
    fault.end?.()
    await broughtAgain(slack, stage.clock, 'app_mention')
    await slack.until(
      () => slack.messages(channel).find((one) => one.thread_ts === ts && one.user === APP.botUser),
      'its answer',
    )
  })
})
