import { beforeEach, expect, it } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import { createGrants, type Grants } from '../../../sandbox/slack/oauth/grants.ts'

const app = { clientId: '1.2', clientSecret: 'sandbox', redirectUrl: () => '', tokenLifeSeconds: 43_200 }
const world = {
  team: { id: 'T1', name: 'Northwind', domain: 'northwind' },
  enterprise: null,
  scopes: new Set<string>(),
  orgInstalled: false,
}
let clock: SandboxClock
let grants: Grants<typeof world>
let installed: { readonly token: string; readonly refresh: string }

// docs.slack.dev/authentication/using-token-rotation
const access = (args: Readonly<Record<string, string>>) => {
  const given = grants.access({ client_id: app.clientId, client_secret: app.clientSecret, ...args })
  return { token: String(given.access_token), refresh: String(given.refresh_token) }
}
const refreshed = (refresh: string) => access({ grant_type: 'refresh_token', refresh_token: refresh })

beforeEach(() => {
  clock = createSandboxClock()
  grants = createGrants<typeof world>(clock, app)
  installed = access({ code: grants.agree({ world, user: 'U1', org: false }) })
})

it('a used refresh token is revoked after a short grace period; the old access token stays valid', () => {
  refreshed(installed.refresh)
  expect(grants.find(installed.token)).toBeDefined()
  clock.advance({ seconds: 30 })
  expect(grants.find(refreshed(installed.refresh).token)).toBeDefined()
  clock.advance({ seconds: 30 })
  expect(() => refreshed(installed.refresh)).toThrow('invalid_refresh_token')
})

it('at most two access tokens are valid: the oldest is revoked', () => {
  const second = refreshed(installed.refresh)
  const third = refreshed(second.refresh)
  expect(() => grants.find(installed.token)).toThrow('token_revoked')
  for (const { token } of [second, third]) expect(grants.find(token)).toBeDefined()
})
