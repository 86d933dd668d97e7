import type { WebClient } from '@slack/web-api'
import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SlackCheck } from '../port.ts'
import { asPostError, fetchBeforeDeadline, pages } from './calls.ts'

/** The time in Slack's last answer, for comparing clocks. */
export class SlackTime {
  #last: Temporal.Instant | null = null

  /** A `fetch` that records each answer's `date` header. */
  readonly fetch: typeof fetch = async (...request) => {
    const response = await fetchBeforeDeadline(...request)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Number.isFinite(date)) this.#last = Temporal.Instant.fromEpochMilliseconds(date)
    return response
  }

  get last(): Temporal.Instant | null {
    return this.#last
  }
}

/** Calls `auth.test`; the scopes come from the answer's `x-oauth-scopes` header. */
export function createSlackCheck(team: string, client: WebClient, time: SlackTime): SlackCheck {
  return {
    check: () =>
      asPostError(async () => {
        const identity = await client.auth.test()
        const isOrg = identity.is_enterprise_install === true
        return {
          // An organization's token names the organization.
          team: isOrg ? team : (identity.team_id ?? ''),
          isOrg,
          organization: identity.enterprise_id || null,
          botUser: identity.user_id ?? '',
          scopes: identity.response_metadata?.scopes ?? null,
          now: time.last,
        }
      }),
  }
}

/** How long the organization is cached. A workspace that joins one is recognized after this time. */
const organizationMs = 60 * 60_000

/** The Enterprise Grid organization that the bot's token belongs to; `null`: none. The call throws a `PostError`. */
export function createOrganization(client: WebClient, clock: Clock): () => Promise<string | null> {
  const cache = new AnswerCache<string | null>({ clock, ttlMs: organizationMs, max: 1 })
  const fetchOrganization = () => asPostError(async () => (await client.auth.test()).enterprise_id || null)
  return () => cache.get('', fetchOrganization)
}

export interface Approved {
  readonly teams: ReadonlySet<string>
  /** By Slack's clock. */
  readonly at: Temporal.Instant
}

/** `auth.teams.list`: the workspaces in which an organization's token works. @throws {PostError} */
export function approvedWorkspaces(client: WebClient, time: SlackTime, clock: Clock): Promise<Approved> {
  return asPostError(async () => {
    const teams = new Set<string>()
    for await (const { teams: listed = [] } of pages((next) =>
      client.auth.teams.list({ limit: 1_000, ...next }),
    ))
      for (const { id } of listed) if (id !== undefined) teams.add(id)
    return { teams, at: time.last ?? clock.now() }
  })
}
