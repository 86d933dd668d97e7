/** What the Slack room needs remembered when there are many workspaces. The store does it; the composition root passes it in. */

/** A workspace's bot token as it is now, or its organization's. */
export interface BotToken {
  /** Whose token it is: several workspaces of an organization have the same. */
  readonly owner: string
  /** Counts the tokens that the owner has had. */
  readonly generation: number
  readonly token: string
  /** `null`: it doesn't expire. */
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: string } | null
}

export interface FreshToken {
  readonly token: string
  readonly refreshToken: string
  readonly expiresAt: Temporal.Instant
}

type Which = Pick<BotToken, 'owner' | 'generation'>

export interface TokenStore {
  /** `null`: Sightline is not installed there, or no longer. */
  token(team: string): Promise<BotToken | null>
  /** `true` for the one caller of all processes who may renew that token now. */
  claimRenewal(token: Which, leaseMs: number, now: Temporal.Instant): Promise<boolean>
  renewed(old: Which, fresh: FreshToken): Promise<boolean>
  releaseRenewal(token: Which): Promise<void>
}

export interface SlackInstallations extends TokenStore {
  /** Whether an installation works in a workspace: its own, or the organization's, which has been confirmed. */
  works(team: string, org: string): Promise<boolean>
  /** The organization's own token confirms that the workspace is one of its own. */
  link(team: string, org: string, at: Temporal.Instant): Promise<boolean>
  /** It does not. */
  unlink(team: string, org: string): Promise<void>
  /** `true` for the one caller of all processes who uses it first. */
  useState(state: string, until: Temporal.Instant, now: Temporal.Instant): Promise<boolean>
}

/** What came of "Add to Slack". `team` is a workspace's id, or with `isOrg` an organization's. */
export interface Installed {
  readonly team: string
  readonly isOrg: boolean
  readonly name: string
  readonly url: string
  readonly botUser: string
  readonly scopes: readonly string[]
  /** Slack user id. */
  readonly installedBy: string | null
  readonly token: string
  readonly rotation: { readonly refreshToken: string; readonly expiresAt: Temporal.Instant } | null
  /** By Slack's clock, which dates its events, too. */
  readonly at: Temporal.Instant
}
