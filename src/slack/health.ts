import type { WebClient } from '@slack/web-api'
import { fetchInTime } from './leaving.ts'
import type { SlackCheck } from './port.ts'
import { asPostError } from './post-error.ts'

/** The time that Slack's last answer carried, for comparing clocks. */
export class SlackTime {
  #last: Temporal.Instant | null = null

  /** A `fetch` that notes the `date` header of each answer. */
  readonly fetch: typeof fetch = async (...request) => {
    const response = await fetchInTime(...request)
    const date = Date.parse(response.headers.get('date') ?? '')
    if (Number.isFinite(date)) this.#last = Temporal.Instant.fromEpochMilliseconds(date)
    return response
  }

  get last(): Temporal.Instant | null {
    return this.#last
  }
}

/** `auth.test`, with the scopes that Slack names in the answer's `x-oauth-scopes` header. */
export function createSlackCheck(client: WebClient, time: SlackTime): SlackCheck {
  return {
    check: () =>
      asPostError(async () => {
        const who = await client.auth.test()
        return {
          team: who.team_id ?? '',
          botUser: who.user_id ?? '',
          scopes: who.response_metadata?.scopes ?? null,
          now: time.last,
        }
      }),
  }
}
