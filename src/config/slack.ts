import { z } from 'zod'
import { type Settings, setting, text, withPrefix } from './value-types.ts'

/** Access to Slack. */
export const slackSettings = {
  SLACK_BOT_TOKEN: setting(
    withPrefix('xoxb-'),
    'Bot token, from "OAuth & Permissions" of your Slack app. Required.',
    'xoxb-…',
  ),
  SLACK_APP_TOKEN: setting(
    withPrefix('xapp-').optional(),
    'App-level token with `connections:write`. Required in Socket Mode.',
    'xapp-…',
  ),
  SLACK_SIGNING_SECRET: setting(
    text.optional(),
    'Signing secret, from "Basic Information". Required in HTTP mode.',
    '8f742231b10e…',
  ),
  SLACK_CLIENT_ID: setting(
    text.optional(),
    'Client ID, from "Basic Information". Set it for several workspaces: each installs Sightline with "Add to Slack" and has its own token and API key. Requires HTTP mode.',
    '1234567890.1234567890123',
    'one workspace',
  ),
  SLACK_CLIENT_SECRET: setting(
    text.optional(),
    'Client Secret, from "Basic Information". Required for several workspaces.',
    '4b6c07f1e2d3…',
  ),
  SIGHTLINE_DISTRIBUTED: setting(
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    'Whether the app’s manifest was written with `npm run manifest -- --distribute`: “Add to Slack” then asks for fewer permissions.',
    'on',
    '`off`',
  ),
  SIGHTLINE_PUBLIC_URL: setting(
    z
      .url({ error: 'must be a URL that starts with https://', protocol: /^https?$/ })
      .refine(
        (address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(address),
        'must be a URL that starts with https://',
      )
      .optional(),
    'Public base URL, for example of `/slack/install`. Required for several workspaces; `npm run doctor` uses it to check Slackbot’s address.',
    'https://sightline.example.com',
  ),
} as const satisfies Settings
