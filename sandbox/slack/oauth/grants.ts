/**
 * “Add to Slack”: who granted the app what, with which token. docs.slack.dev/authentication/installing-with-oauth,
 * /using-token-rotation
 */
import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../../clock.ts'
import { SlackError } from '../api/call.ts'
import type { Json } from '../json.ts'
import type { OAuthApp, SlackEnterprise, SlackTeam } from '../model.ts'
import { APP } from '../world/seed.ts'

const CODE_LIFETIME_MINUTES = 10
/**
 * “The refresh token you used is revoked after a short grace period.” Slack doesn't say how long; during it, the
 * token can be used again. docs.slack.dev/authentication/using-token-rotation#refresh
 */
const REFRESH_GRACE_SECONDS = 60
/** “If more than 2 tokens exist after the refresh, the oldest additional token will be revoked.” (Same page.) */
const MOST_ACTIVE_TOKENS = 2
/** Lifetime of a workflow's token, unless its step ends earlier. docs.slack.dev/authentication/tokens#wfb */
const WORKFLOW_MINUTES = 15
/**
 * When a step ends, Slack revokes its token, but not immediately: Slack's own sample completes a step and then edits
 * its message with that token (slack-samples/bolt-js-custom-step-template).
 */
const WORKFLOW_GRACE_SECONDS = 2

/** What a grant needs to know about its workspace. */
interface Workspace {
  readonly team: SlackTeam
  readonly enterprise: SlackEnterprise | null
  readonly scopes: ReadonlySet<string>
  readonly orgInstalled: boolean
}

interface Grant<World extends Workspace> {
  readonly world: World
  readonly user: string
  /** Whether the grant covers all workspaces of the organization. */
  readonly org: boolean
}

interface Issued<World extends Workspace> extends Grant<World> {
  readonly until: Temporal.Instant | null
  /** For a workflow's token: the execution of the step that it is for. */
  readonly execution?: string
  /** Refused from this time on. */
  revokedFrom: Temporal.Instant | null
}

export interface Grants<World extends Workspace> {
  /** The app's settings at Slack; undefined if it can't be installed through OAuth. */
  readonly app: OAuthApp | undefined
  /** A user agrees. Returns a code for the app, valid once. @param redirectUri the address that the app asked for */
  agree(grant: Grant<World>, redirectUri?: string): string
  /** `oauth.v2.access`, with either grant type. */
  access(args: { readonly [name: string]: string | undefined }): Json
  /** The grant behind a token; undefined for an unknown token. Throws `token_revoked` or `token_expired`. */
  find(
    token: string,
  ): { readonly world: World; readonly org: boolean; readonly execution?: string } | undefined
  /** A token for one execution of a workflow step. It acts as the app. */
  workflowToken(world: World, execution: string): string
  /** The step has ended. Its tokens are refused soon after. */
  endWorkflow(execution: string): void
  /** Uninstalls the app from a workspace or its organization: revokes all its tokens there. */
  revoke(world: World, org: boolean): void
}

export function createGrants<World extends Workspace>(
  clock: SandboxClock,
  app: OAuthApp | undefined,
): Grants<World> {
  const codes = new Map<string, Grant<World> & { until: Temporal.Instant; redirectUri: string | undefined }>()
  const tokens = new Map<string, Issued<World>>()
  const refreshes = new Map<string, Grant<World> & { revokedFrom: Temporal.Instant | null }>()
  const isPast = (at: Temporal.Instant | null) =>
    at !== null && Temporal.Instant.compare(clock.now(), at) >= 0
  const secret = (prefix: string) => `${prefix}-${randomBytes(12).toString('hex')}`

  const issue = (grant: Grant<World>): Json => {
    const { world, org, user } = grant
    const seconds = app?.tokenLifeSeconds
    const token = secret(seconds === undefined ? 'xoxb-sandbox' : 'xoxe.xoxb-sandbox')
    const until = seconds === undefined ? null : clock.now().add({ seconds })
    tokens.set(token, { ...grant, until, revokedFrom: null })
    const rotation: Json = {}
    if (seconds !== undefined) {
      const refresh = secret('xoxe-sandbox')
      refreshes.set(refresh, { ...grant, revokedFrom: null })
      Object.assign(rotation, { refresh_token: refresh, expires_in: seconds })
    }
    const enterprise = world.enterprise ?? null
    return {
      access_token: token,
      token_type: 'bot',
      scope: [...world.scopes].join(','),
      bot_user_id: APP.botUser,
      app_id: APP.id,
      team: org ? null : { id: world.team.id, name: world.team.name },
      enterprise: enterprise,
      is_enterprise_install: org,
      authed_user: { id: user },
      ...rotation,
    }
  }

  const isOf =
    ({ world, org }: Pick<Grant<World>, 'world' | 'org'>) =>
    (grant: Grant<World>) =>
      grant.org === org && (org ? grant.world.enterprise?.id === world.enterprise?.id : grant.world === world)
  const revokeOldest = (grant: Grant<World>) => {
    const active = [...tokens.values()].filter(
      (one) =>
        one.execution === undefined && isOf(grant)(one) && !isPast(one.until) && !isPast(one.revokedFrom),
    )
    for (const old of active.slice(0, -MOST_ACTIVE_TOKENS)) old.revokedFrom = clock.now()
  }

  return {
    app,
    agree: (grant, redirectUri) => {
      const code = randomBytes(12).toString('hex')
      const until = clock.now().add({ minutes: CODE_LIFETIME_MINUTES })
      codes.set(code, { ...grant, until, redirectUri })
      return code
    },
    access: ({ client_id, client_secret, grant_type, code = '', redirect_uri, refresh_token = '' }) => {
      if (app === undefined || client_id !== app.clientId) throw new SlackError('invalid_client_id')
      if (client_secret !== app.clientSecret) throw new SlackError('bad_client_secret')
      if (grant_type === 'refresh_token') {
        const grant = refreshes.get(refresh_token)
        if (grant === undefined || isPast(grant.revokedFrom)) throw new SlackError('invalid_refresh_token')
        grant.revokedFrom ??= clock.now().add({ seconds: REFRESH_GRACE_SECONDS })
        const { world, user, org } = grant
        const issued = issue({ world, user, org })
        revokeOldest({ world, user, org })
        return issued
      }
      const agreed = codes.get(code)
      if (agreed === undefined || !codes.delete(code)) throw new SlackError('invalid_code')
      if (Temporal.Instant.compare(clock.now(), agreed.until) > 0) throw new SlackError('invalid_code')
      // “This must match the originally submitted URI (if one was sent).”
      if ((agreed.redirectUri ?? redirect_uri) !== redirect_uri) throw new SlackError('bad_redirect_uri')
      return issue(agreed)
    },
    find: (token) => {
      const issued = tokens.get(token)
      if (issued === undefined) return undefined
      if (isPast(issued.revokedFrom)) throw new SlackError('token_revoked')
      if (isPast(issued.until)) throw new SlackError('token_expired')
      return issued
    },
    workflowToken: (world, execution) => {
      const token = secret('xwfp-sandbox')
      const until = clock.now().add({ minutes: WORKFLOW_MINUTES })
      const org = world.orgInstalled
      tokens.set(token, { world, user: APP.botUser, org, execution, until, revokedFrom: null })
      return token
    },
    endWorkflow: (execution) => {
      const soon = clock.now().add({ seconds: WORKFLOW_GRACE_SECONDS })
      for (const token of tokens.values()) if (token.execution === execution) token.revokedFrom ??= soon
    },
    revoke: (world, org) => {
      const meant = isOf({ world, org })
      for (const token of tokens.values()) if (meant(token)) token.revokedFrom = clock.now()
      for (const [refresh, grant] of refreshes) if (meant(grant)) refreshes.delete(refresh)
    },
  }
}

/** The scopes of the bot's token in a workspace. docs.slack.dev/authentication/installing-with-oauth#scopes */
interface Terms {
  /** The token's scopes before the app is installed through “Add to Slack”. */
  readonly atFirst: Iterable<string>
  /** Scopes that the installing user adds to or omits from the requested ones. */
  readonly added: readonly string[]
  readonly leftOut: readonly string[]
}

export function createConsent({ atFirst, added, leftOut }: Terms) {
  const scopes = new Set<string>()
  const refused = new Set(leftOut)
  const add = (asked: Iterable<string>) => {
    for (const scope of [...asked, ...added]) if (!refused.has(scope)) scopes.add(scope)
  }
  add(atFirst)
  let given = false
  return {
    scopes,
    /** Grants these scopes. Each installation adds to the scopes of the previous ones. */
    give: (asked: readonly string[]) => {
      if (!given) scopes.clear()
      given = true
      add(asked)
    },
    /** The app was uninstalled, so the next installation starts from scratch. */
    withdraw: () => {
      given = false
    },
  }
}

export type Consent = ReturnType<typeof createConsent>
