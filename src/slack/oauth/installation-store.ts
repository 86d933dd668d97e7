/** Storage of installations and tokens, for many workspaces. Passed in by `app`. */
import type { NewInstallation, Store, StoredToken } from '../../store/index.ts'

export type { StoredToken as BotToken } from '../../store/index.ts'

export type TokenRef = Pick<StoredToken, 'owner' | 'generation'>

export type TokenStore = Pick<Store['installations'], 'claimRenewal' | 'renewed' | 'releaseRenewal'>

export type FreshToken = Parameters<TokenStore['renewed']>[1]

export interface SlackInstallations
  extends TokenStore,
    Pick<Store['installations'], 'token' | 'works' | 'link'> {
  /** `true` for the first caller across all processes. */
  useState(state: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
}

/** Slack refuses to renew a token. */
export interface RenewalRefused extends TokenRef {
  /** When the old token stops working. */
  readonly endsAt: Temporal.Instant
}

/** A completed installation. `team` is the id of a workspace or, with `isOrg`, of an organization. */
export interface Installed extends NewInstallation {
  /** By Slack's clock, like its events. */
  readonly at: Temporal.Instant
}
