/** Each Web API method refuses the same calls as Slack, with Slack's error. docs/sandbox.md has the table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import type { Exchange } from '../../../sandbox/exchanges.ts'
import { scopesOf } from '../../../sandbox/slack/api/method.ts'
import { ALL_SCOPES, METHODS } from '../../../sandbox/slack/api/methods.ts'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { read } from './control.ts'
import { entryPointsManifest, type SandboxOptions } from './manifest.ts'
import { asApp, installationCode, oauthApp, type Tried } from './refusals/case.ts'
import { everywhere, refusals } from './refusals/index.ts'
import { calledBySightline, methodsTable } from './refusals/table.ts'
import { clientOf, refusalOf, started } from './web-api.ts'

const root = join(import.meta.dirname, '../../..')
const channel = CHANNELS.brandVisibility
const user = USERS.owner

/** An app with these scopes, but without a Home tab or Messages tab. */
const bareManifest = (scopes: Iterable<string>, features = {}) => ({
  features,
  oauth_config: { scopes: { bot: [...scopes] } },
  settings: { interactivity: { is_enabled: true } },
})
const start = (options: SandboxOptions = {}) => started({ rateLimits: false, ...options })

/** There is no app here, so read the delivered trigger from the exchanges, like the page. */
async function lastTrigger(url: string): Promise<string> {
  const { exchanges } = await read<{ exchanges: Exchange[] }>(url, 'exchanges')
  const sent = exchanges.findLast(({ from }) => from === 'slack')
  return String(JSON.parse(sent?.request ?? '{}').trigger_id)
}

/** The features that the app needs for this refusal. */
function featuresFor(method: string, error: string) {
  if (method.startsWith('assistant.')) return { assistant_view: {} }
  return method.startsWith('agents.') && error !== 'feature_disabled' ? { agent_view: {} } : undefined
}
const withoutTabs = new Set(['messages_tab_disabled', 'not_enabled'])
/** A manifest, if the case needs one. */
function manifestFor(method: string, error: string): { readonly manifest?: object } {
  const features = featuresFor(method, error)
  if (withoutTabs.has(error) || features) return { manifest: bareManifest(ALL_SCOPES, features) }
  return method.startsWith('functions.') ? { manifest: entryPointsManifest } : {}
}
const cases = Object.entries(refusals).flatMap(([method, errors]) =>
  Object.entries(errors).map(([error, run]) => ({ method, error, run })),
)

it.each(cases)('a method refuses: $method: $error', async ({ method, error, run }) => {
  const clock = createSandboxClock()
  const oauth = method.startsWith('oauth.') ? { oauth: oauthApp } : {}
  const { slack, client } = await start({ clock, ...manifestFor(method, error), ...oauth })
  const tried: Tried = {
    slack,
    client,
    clock,
    trigger: async (viewId) => {
      if (viewId === undefined) await slack.command({ user, channel, text: '/any' })
      else await slack.viewAction({ user, viewId, actionId: 'press' })
      return lastTrigger(slack.url)
    },
  }
  const token = METHODS[method]?.token === 'app' ? slack.appToken : slack.botToken
  const args = await run(tried)
  const refused = await refusalOf(clientOf(slack, { token }).apiCall(method, args))
  expect(refused.error).toBe(error)
})

describe('every method refuses', () => {
  const guarded = Object.entries(METHODS).filter(([, { token }]) => token !== 'none')
  const errorOf = async (call: Promise<unknown>) => (await refusalOf(call)).error

  it('a call without a token, with a wrong one, or with one of the wrong kind', async () => {
    const { slack } = await start()
    for (const [method, { token }] of guarded) {
      const other = token === 'app' ? slack.botToken : slack.appToken
      const errors = [null, 'xoxb-other', other].map((each) =>
        errorOf(clientOf(slack, { token: each }).apiCall(method, {})),
      )
      expect([method, ...(await Promise.all(errors))]).toEqual([
        method,
        'not_authed',
        'invalid_auth',
        'not_allowed_token_type',
      ])
    }
  })

  it('a revoked token', async () => {
    const { slack, client } = await start()
    await client.auth.revoke()
    for (const [method, { token }] of guarded) {
      const ownClient = clientOf(slack, { token: token === 'app' ? slack.appToken : slack.botToken })
      expect([method, await errorOf(ownClient.apiCall(method, {}))]).toEqual([method, 'token_revoked'])
    }
  })

  it('an expired token', async () => {
    const clock = createSandboxClock()
    const { slack, client } = await start({ clock, oauth: { ...oauthApp, tokenLifeSeconds: 43_200 } })
    const code = await installationCode(slack)
    const { access_token: token = '' } = await client.oauth.v2.access({ ...asApp, code })
    const ownClient = clientOf(slack, { token })
    expect(await ownClient.auth.test()).toMatchObject({ ok: true })
    clock.advance({ hours: 12 })
    for (const [method, { token: kind }] of guarded)
      if (kind !== 'app')
        expect([method, await errorOf(ownClient.apiCall(method, {}))]).toEqual([method, 'token_expired'])
  })

  it('a token without the required scope, which the error names, but not one that has it', async () => {
    const { client } = await start({ manifest: bareManifest([]) })
    const scoped = guarded
      .map(([method, spec]) => ({ method, needed: scopesOf(spec) }))
      .filter(({ needed }) => needed.length > 0)
    expect(scoped.length).toBeGreaterThan(15)
    for (const { method, needed } of scoped)
      expect([method, await refusalOf(client.apiCall(method, {}))]).toMatchObject([
        method,
        { error: 'missing_scope', needed: needed.join(','), provided: '' },
      ])
    for (const { method, needed } of scoped) {
      const having = await start({ manifest: bareManifest(needed) })
      const answer = await having.client.apiCall(method, { channel }).catch((error) => error.data)
      expect([method, answer.error === 'missing_scope' && answer.needed === needed.join(',')]).toEqual([
        method,
        false,
      ])
    }
  })

  it.each([
    ['team.info', 50],
    ['usergroups.users.list', 20],
    ['users.info', 100],
  ])('more calls than its tier allows: %s, %i per minute', async (method, allowed) => {
    const { slack, client } = await start({ rateLimits: true })
    const call = () => client.apiCall(method, {}).catch((error) => error)
    await Promise.all(Array.from({ length: allowed }, call))
    expect(slack.requests().some(({ error }) => error === 'ratelimited')).toBe(false)
    // On a slow machine, part of the minute has passed, and a few more calls are allowed.
    let answer = await call()
    while (answer?.retryAfter === undefined) answer = await call()
    expect(answer.retryAfter).toBeGreaterThanOrEqual(1)
    expect(slack.requests().at(-1)).toMatchObject({ method, status: 429, error: 'ratelimited' })
  })

  it('a call to an unknown method', async () => {
    const { client } = await start()
    for (const name of ['chat.shout', 'constructor'])
      expect(await errorOf(client.apiCall(name, {}))).toBe('unknown_method')
  })
})

describe('docs/sandbox.md', () => {
  it('lists every method with its tier, its scope and its refusals', async () => {
    const file = join(root, 'docs/sandbox.md')
    const written = readFileSync(file, 'utf8')
    const [before = '', , after] = written.split(/<!-- \/?methods -->/)
    expect(after, 'the marks around the table').toBeDefined()
    // Written by `vitest -u`.
    const due = `${before}<!-- methods -->\n\n${methodsTable()}\n\n<!-- /methods -->${after}`
    await expect(due).toMatchFileSnapshot(file)
  })

  it('covers each method of the sandbox, and each that Sightline calls', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(METHODS).toSorted())
    const called = [...calledBySightline()]
    expect(called).toEqual(expect.arrayContaining(['chat.postMessage', 'users.info', 'auth.test']))
    expect(called.filter((method) => METHODS[method] === undefined)).toEqual([])
  })

  it('covers every error that the sandbox’s code can return', () => {
    const folder = join(root, 'sandbox/slack')
    const thrown = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('page'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/(?:new SlackError|withMessages)\(\s*'(\w+)'/g),
      ])
      .map(([, code = '']) => code)
    expect(thrown.length).toBeGreaterThan(30)
    // Errors of response_urls and acknowledgements, which no method returns.
    const elsewhere = ['used_url', 'expired_url', 'invalid_payload']
    const listed = new Set([...Object.values(refusals).flatMap(Object.keys), ...everywhere, ...elsewhere])
    expect([...new Set(thrown)].filter((code) => !listed.has(code))).toEqual([])
  })
})
