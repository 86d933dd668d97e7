import type { WebClient } from '@slack/web-api'
import type { SandboxClock } from '../../../../sandbox/clock.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/model.ts'

/** The app's settings at Slack, for the cases of installing it. */
export const oauthApp = {
  clientId: '1234567890.1234567890',
  clientSecret: 'sandbox-client-secret-1',
  redirectUrl: () => 'https://sightline.example.com/slack/oauth_redirect',
}

/** What a case is tried on: a fresh workspace without an app behind it. */
export interface Tried {
  readonly slack: SlackSandbox
  readonly client: WebClient
  readonly clock: SandboxClock
  /** A trigger_id as a person's command brings it to the app; with a view, as a click in that modal does. */
  trigger(viewId?: string): Promise<string>
}

/** How a refusal is met: the arguments of the call, after whatever has to be so before it. */
export type Refusal = (tried: Tried) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Slack's error → how it is met. */
export type Refusals = Readonly<Record<string, Refusal>>

/** The method → its refusals, beside those that every method has. */
export type CasesByMethod = Readonly<Record<string, Refusals>>
