import { z } from 'zod'
import { number, type Settings, setting, url } from './value-types.ts'

export const runningSettings = {
  SIGHTLINE_SLACK_MODE: setting(
    z.enum(['socket', 'http'], { error: 'must be socket or http' }).default('socket'),
    '`socket` needs no public URL. `http` is for several replicas behind a load balancer, and for several workspaces.',
    'socket',
    '`socket`',
  ),
  SIGHTLINE_HTTP_PORT: setting(number(0, 65_535).prefault('3000'), 'Port for HTTP mode.', '3000', '`3000`'),
  SIGHTLINE_SLACKBOT: setting(
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    'Whether Slack’s own assistant, Slackbot, may ask Sightline (docs/slackbot.md). Requires HTTP mode.',
    'on',
    '`off`',
  ),
  SIGHTLINE_OPS_PORT: setting(
    number(0, 65_535).optional(),
    'Port for `/healthz`, `/readyz` and `/metrics`, in either mode.',
    '9464',
    'none',
  ),
  SIGHTLINE_OPS_HOST: setting(
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be an IP address or a host name')
      .default('127.0.0.1'),
    'Address to listen on for SIGHTLINE_OPS_PORT, which has no login. In a container use `0.0.0.0`, and publish the port only internally.',
    '0.0.0.0',
    '`127.0.0.1`',
  ),
  SIGHTLINE_METRICS: setting(
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    'Whether to serve `/metrics`. Requires SIGHTLINE_OPS_PORT.',
    'on',
    '`off`',
  ),
  SIGHTLINE_SLACK_API_URL: setting(
    url.default('https://slack.com/api/'),
    'URL of the Slack Web API. Change it only for the sandbox.',
    'http://127.0.0.1:4100/api/',
    '`https://slack.com/api/`',
  ),
  SIGHTLINE_API_DEADLINE_SECONDS: setting(
    number(1, 45).prefault('15'),
    'Timeout of a call to the analytics service in seconds, retries included.',
    '15',
    '`15`',
  ),
  SIGHTLINE_API_CACHE_SECONDS: setting(
    number(0, 3600).prefault('60'),
    'How long to cache answers of the analytics service, in seconds; 0 turns it off.',
    '60',
    '`60`',
  ),
  SIGHTLINE_LOG_LEVEL: setting(
    z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent',
      })
      .default('info'),
    'Least severe level to log.',
    'info',
    '`info`',
  ),
} as const satisfies Settings
