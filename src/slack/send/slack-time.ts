import type { WebClient } from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import { asPostError, fetchBeforeDeadline, pages } from './calls.ts'

/** The time in Slack's last answer, for comparing clocks. */
export class SlackTime {
  last: Temporal.Instant | null = null

  /** A `fetch` that records each answer's `date` header. */
  readonly fetch: typeof fetch = async (...request) => {
    const response = await fetchBeforeDeadline(...request)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Number.isFinite(date)) this.last = Temporal.Instant.fromEpochMilliseconds(date)
    return response
  }
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
