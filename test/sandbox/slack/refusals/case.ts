import type { WebClient } from '@slack/web-api'
import type { SandboxClock } from '../../../../sandbox/clock.ts'
import { CHANNELS, TEAM } from '../../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../../sandbox/slack/sandbox.ts'

/** The app's settings at Slack, for the installation cases. */
export const oauthApp = {
  clientId: '1234567890.1234567890',
  clientSecret: 'sandbox-client-secret-1',
  redirectUrl: () => 'https://sightline.example.com/slack/oauth_redirect',
}

/** How the app names itself when it exchanges a code. */
export const asApp = { client_id: oauthApp.clientId, client_secret: oauthApp.clientSecret }

/** What an app gets when a user agrees to its installation. */
export async function installationCode({ url }: SlackSandbox, more: Readonly<Record<string, string>> = {}) {
  const asked = new URLSearchParams({ client_id: oauthApp.clientId, team: TEAM.id, ...more })
  const sent = await fetch(`${url}oauth/v2/answer?${asked}`, { redirect: 'manual' })
  return new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

/** The context of a case: a new workspace without an app. */
export interface Tried {
  readonly slack: SlackSandbox
  readonly client: WebClient
  readonly clock: SandboxClock
  /** A trigger_id from a user's command, or with a view, from a click in that modal. */
  trigger(viewId?: string): Promise<string>
}

/** Prepares a refusal, and returns the arguments of the call that is refused. */
export type Refusal = (tried: Tried) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Slack's error → how to cause it. */
export type Refusals = Readonly<Record<string, Refusal>>

/** Channels in which nothing can be sent. @param more what is sent */
export const unreachable = (more: () => object) => ({
  channel_not_found: () => ({ channel: 'C0NOWHERE', ...more() }),
  not_in_channel: () => ({ channel: CHANNELS.general, ...more() }),
  is_archived: () => ({ channel: CHANNELS.archive, ...more() }),
})

/** Method → its refusals, besides those of every method. */
export type CasesByMethod = Readonly<Record<string, Refusals>>
