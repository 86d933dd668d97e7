import { currentReference } from '../lib/telemetry.ts'

/** Who did what, and the outcome. Never contains a secret. */
export interface AuditEntry {
  readonly team: string
  /** Slack user id; `null`: Sightline itself. */
  readonly user: string | null
  readonly channel: string | null
  /** For example `task.create`. */
  readonly action: string
  /** For example a result id. */
  readonly subject: string | null
  readonly outcome: string
  /** Any JSON. */
  readonly detail: Readonly<Record<string, unknown>> | null
  /** Users quote it, so that the request can be found in the logs. */
  readonly reference: string | null
}

/** What a person did with the current request. */
export function auditEntry(
  { team, user, channel }: Pick<AuditEntry, 'team' | 'user' | 'channel'>,
  action: string,
  subject: string | null,
  outcome: string,
  detail: AuditEntry['detail'] = null,
): AuditEntry {
  return { team, user, channel, action, subject, outcome, detail, reference: currentReference() }
}
