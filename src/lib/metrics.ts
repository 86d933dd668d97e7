/** How a command ended: `answered`, `problem` (in what was typed), or the part that failed. */
export type CommandOutcome = 'answered' | 'problem' | 'api' | 'store' | 'slack' | 'fault'

/** Kinds of Slack's deliveries. */
export type ArrivalKind = 'command' | 'action' | 'shortcut' | 'submission' | 'options' | 'event' | 'other'

/** Outcome of a request to Slack's Web API. */
export type SlackOutcome = 'ok' | 'refused' | 'rate_limited' | 'not_sent' | 'no_answer'

/** Outcome of a digest's slot. */
export type DigestOutcome = 'posted' | 'unknown' | 'failed' | 'skipped' | 'quiet' | 'retried'

/**
 * Records metrics; does nothing if they are off. Times are in seconds. Never gets typed text or ids of teams, channels or
 * people.
 */
export interface Meter {
  /** @param seconds from the delivery's arrival to its acknowledgement */
  acknowledged(kind: ArrivalKind, seconds: number): void
  /** @param verb name in the registry; `null`: none was recognized */
  commandDone(verb: string | null, outcome: CommandOutcome, seconds: number): void
  /** One attempt. `route` is a template; `status` is `null` without an answer. */
  apiRequest(request: {
    readonly method: string
    readonly route: string
    readonly status: number | null
    readonly seconds: number
  }): void
  /** A cache look-up. */
  cacheAsked(hit: boolean): void
  /** @param method for example `chat.postMessage` */
  slackRequest(method: string, outcome: SlackOutcome, seconds: number): void
  /** The socket to Slack was reconnected. */
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
