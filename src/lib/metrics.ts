/** How a command ended: `answered`, `problem` (in what was typed), or the part that failed. */
export type CommandOutcome = 'answered' | 'problem' | 'api' | 'store' | 'slack' | 'fault'

export type ArrivalKind = 'command' | 'action' | 'shortcut' | 'submission' | 'options' | 'event' | 'other'

export type SlackOutcome = 'ok' | 'refused' | 'rate_limited' | 'not_sent' | 'no_answer'

export type DigestOutcome = 'posted' | 'unknown' | 'failed' | 'skipped' | 'quiet' | 'retried'

/** Does nothing if metrics are off. Times are in seconds. Never gets typed text or ids of teams, channels or people. */
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
  cacheAsked(hit: boolean): void
  /** @param method for example `chat.postMessage` */
  slackRequest(method: string, outcome: SlackOutcome, seconds: number): void
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
