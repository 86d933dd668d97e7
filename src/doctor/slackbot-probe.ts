import type { SlackHealth } from '../slack/port.ts'
import { slackbotScope } from '../slack/scopes.ts'
import type { McpAnswer } from '../slack/send/mcp-check.ts'
import { failed, notChecked, type Probe, passed } from './probe.ts'

export interface SlackbotNeeds {
  /** Asks the public address as Slackbot does; `null`: no public address is set. */
  readonly ask: (() => Promise<McpAnswer>) | null
  /** `null` if each workspace has its own token. */
  readonly slackHealth: (() => Promise<SlackHealth>) | null
}

/** Checks the way that Slackbot's questions take, from the public address on. */
export const slackbotAddress: Probe<SlackbotNeeds> = {
  name: 'Slackbot',
  fix: 'See docs/slackbot.md.',
  run: async ({ ask, slackHealth }) => {
    if (ask === null) return notChecked('To have its address checked, set SIGHTLINE_PUBLIC_URL.')
    const { address, status, tools } = await ask()
    if (status === null)
      return failed(
        `Nothing answers at ${address}.`,
        'Check that this address has a valid certificate and leads to SIGHTLINE_HTTP_PORT of a running Sightline.',
      )
    if (status === 401)
      return failed(
        `${address} refuses what is signed with SLACK_SIGNING_SECRET.`,
        'Check that Sightline runs there with the same signing secret, and that its clock is right.',
      )
    if (status === 404)
      return failed(
        `${address} isn’t open to Slackbot.`,
        'Start Sightline there with SIGHTLINE_SLACKBOT=on, and check that the proxy before it passes /mcp on.',
      )
    if (tools === null)
      return failed(
        `${address} answers with status ${status}, and with no tools.`,
        'Check that the proxy before Sightline passes the request on unchanged, and its log.',
      )
    const scopes = (await slackHealth?.().catch(() => null))?.scopes ?? null
    if (scopes !== null && !scopes.includes(slackbotScope))
      return failed(
        `${address} answers, but the token lacks ${slackbotScope}, so Slackbot doesn’t ask.`,
        'Add it and mcp_servers to the app’s manifest, as docs/slackbot.md says, then reinstall the app.',
      )
    return passed(`${address} answers Slackbot with ${tools} tools.`)
  },
}
