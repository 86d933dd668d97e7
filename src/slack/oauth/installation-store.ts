import type { NewInstallation } from '../../store/index.ts'

/** Storage of installations and tokens, for many workspaces. Implemented by the store; passed in by `app`. */

/** The current bot token of a workspace or its organization. */
export interface BotToken {
  /** The workspace, or the organization whose workspaces share the token. */
  readonly owner: string
  /** Increases with each new token of the owner. */
  readonly generation: number
  readonly token: string
  /** `null` if it doesn't expire. */
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: string } | null
}

export interface FreshToken {
  readonly token: string
  readonly refreshToken: string
  readonly expiresAt: Temporal.Instant
}

export type TokenRef = Pick<BotToken, 'owner' | 'generation'>

export interface TokenStore {
  /** `true` for the one caller, across all processes, who may renew the token now. */
  claimRenewal(token: TokenRef, leaseMs: number, now: Temporal.Instant): Promise<boolean>
  renewed(old: TokenRef, fresh: FreshToken): Promise<boolean>
  releaseRenewal(token: TokenRef): Promise<void>
}

/** Slack refuses to renew a token. */
export interface RenewalRefused {
  /** The workspace or organization that holds it. */
  readonly owner: string
  readonly generation: number
  /** When the old token stops working. */
  readonly endsAt: Temporal.Instant
}

export interface SlackInstallations extends TokenStore {
  /** `null` if Sightline isn't installed there. */
  token(team: string): Promise<BotToken | null>
  /** Whether a workspace has an installation, its own or its organization's. */
  works(team: string, org: string): Promise<boolean>
  /** Records that the organization's token confirmed the workspace. */
  link(team: string, org: string, at: Temporal.Instant): Promise<boolean>
  /** `true` for the first caller across all processes. */
  useState(state: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
}

/** A completed installation. `team` is the id of a workspace or, with `isOrg`, of an organization. */
export interface Installed extends NewInstallation {
  /** By Slack's clock, like its events. */
  readonly at: Temporal.Instant
}
