/** How a command ended: with its answer, with a sentence about what was typed, or by whose fault without one. */
export type CommandOutcome = 'answered' | 'problem' | 'api' | 'store' | 'slack' | 'fault'

/** What Slack brings to the bot. */
export type ArrivalKind = 'command' | 'action' | 'submission' | 'options' | 'event' | 'other'

/** What became of a request to Slack's Web API. */
export type SlackOutcome = 'ok' | 'refused' | 'rate_limited' | 'not_sent' | 'no_answer'

/** What became of a slot. */
export type DigestOutcome = 'posted' | 'unknown' | 'failed' | 'skipped' | 'quiet' | 'retried'

/**
 * What is counted and measured: passed in, since nothing is unless metrics are switched on. Times are in seconds.
 * No id of a team, a channel or a person, and nothing that somebody typed, is handed to it.
 */
export interface Meter {
  /** Slack has its acknowledgement, so long after the delivery had arrived here. */
  acknowledged(kind: ArrivalKind, seconds: number): void
  /** @param verb as the registry calls it; `null`: no verb was understood */
  commandDone(verb: string | null, outcome: CommandOutcome, seconds: number): void
  /** One attempt. `route` is a template; `status` is `null` where no answer came. */
  apiRequest(request: {
    readonly method: string
    readonly route: string
    readonly status: number | null
    readonly seconds: number
  }): void
  /** A question of which an answer may have been at hand. */
  cacheAsked(hit: boolean): void
  /** @param method as `chat.postMessage` */
  slackRequest(method: string, outcome: SlackOutcome, seconds: number): void
  /** The socket to Slack was opened anew. */
  slackReconnected(): void
  digests(outcome: DigestOutcome, count: number): void
}

export const noMeter: Meter = {
  acknowledged: () => {},
  commandDone: () => {},
  apiRequest: () => {},
  cacheAsked: () => {},
  slackRequest: () => {},
  slackReconnected: () => {},
  digests: () => {},
}
