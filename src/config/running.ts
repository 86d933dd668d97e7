import { z } from 'zod'
import { number, type Settings, setting, url, wholeNumber } from './kinds.ts'

/** How the process is reached, how long it waits, and what it says. */
export const runningSettings = {
  SIGHTLINE_SLACK_MODE: setting(
    z.enum(['socket', 'http'], { error: 'must be socket or http' }).default('socket'),
    '`socket` needs no public address; `http` is for several replicas behind a load balancer.',
    'socket',
    '`socket`',
  ),
  SIGHTLINE_HTTP_PORT: setting(number(3000, 0, 65_535), 'Port of HTTP mode.', '3000', '`3000`'),
  SIGHTLINE_OPS_PORT: setting(
    wholeNumber(0, 65_535).optional(),
    'Port of `/healthz`, `/readyz` and `/metrics` for the operator, in either mode.',
    '9464',
    'none is opened',
  ),
  SIGHTLINE_OPS_HOST: setting(
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be an IP address or a host name')
      .default('127.0.0.1'),
    'Address that this port is opened on. Whoever reaches it can read it: in a container `0.0.0.0`, and publish the port to nobody else.',
    '0.0.0.0',
    '`127.0.0.1`',
  ),
  SIGHTLINE_METRICS: setting(
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
    'Whether `/metrics` is there; it needs the port above.',
    'on',
    '`off`',
  ),
  SIGHTLINE_SLACK_API_URL: setting(
    url.default('https://slack.com/api/'),
    'Address of the Slack Web API; change it only to use the sandbox.',
    'http://127.0.0.1:4100/api/',
    '`https://slack.com/api/`',
  ),
  SIGHTLINE_API_DEADLINE_SECONDS: setting(
    number(15, 1, 45),
    'How long one question to the analytics service may take, repeats included.',
    '15',
    '`15`',
  ),
  SIGHTLINE_API_CACHE_SECONDS: setting(
    number(60, 0, 3600),
    'How long an answer of the analytics service may be used again; 0 switches that off.',
    '60',
    '`60`',
  ),
  SIGHTLINE_LOG_LEVEL: setting(
    z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent',
      })
      .default('info'),
    'Least severe line that is logged.',
    'info',
    '`info`',
  ),
} as const satisfies Settings
