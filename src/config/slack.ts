import { z } from 'zod'
import { type Settings, setting, text, withPrefix } from './kinds.ts'

/** How Slack knows the bot, in one workspace or in many. */
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
    text('is empty').optional(),
    'Signing secret, from "Basic Information". Required in HTTP mode.',
    '8f742231b10e…',
  ),
  SLACK_CLIENT_ID: setting(
    text('is empty').optional(),
    'Client ID, from "Basic Information". With it, many workspaces install Sightline by "Add to Slack"; each brings its own token and API key, so that the settings have none. Needs HTTP mode.',
    '1234567890.1234567890123',
    'one workspace',
  ),
  SLACK_CLIENT_SECRET: setting(
    text('is empty').optional(),
    'Client Secret, from "Basic Information". Required for several workspaces.',
    '4b6c07f1e2d3…',
  ),
  SIGHTLINE_PUBLIC_URL: setting(
    z
      .url({ error: 'must be an address that starts with https://', protocol: /^https?$/ })
      .refine(
        (address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(address),
        'must be an address that starts with https://',
      )
      .optional(),
    'Where people reach Sightline with a browser: `/slack/install` is below it. Required for several workspaces.',
    'https://sightline.example.com',
  ),
} as const satisfies Settings
