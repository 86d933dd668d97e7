import { existsSync, statSync } from 'node:fs'
import { z } from 'zod'
import { zoneNamed } from '../lib/dates.ts'
import type { ChangeRule, Contact } from '../model/permission.ts'

/** One variable. `about`, `example` and `fallback`, what holds if it isn't set, are for docs/settings.md. */
export interface Setting<Output = unknown> {
  /** Of its text; `undefined`: it isn't set, and has no default. */
  readonly schema: z.ZodType<Output, string | undefined>
  readonly about: string
  readonly example: string
  readonly fallback: string
  readonly default: string | undefined
}

/** With a default, that is the example, too, unless another one says more. */
type Documented =
  | { readonly default: string; readonly example?: string }
  | { readonly example: string; readonly fallback?: string }

const setting = <S extends z.ZodType<unknown, string | undefined>>(
  schema: S,
  about: string,
  documented: Documented,
) =>
  'default' in documented
    ? { schema, about, example: documented.default, fallback: `\`${documented.default}\``, ...documented }
    : { schema, about, fallback: '', default: undefined, ...documented }

const text = z.string({ error: 'is missing' })
const withPrefix = (prefix: string) => text.startsWith(prefix, `must start with ${prefix}`)
const url = z
  .url({
    error: ({ input }) =>
      input === undefined ? 'is missing' : 'must be a URL that starts with http:// or https://',
    protocol: /^https?$/,
  })
  .regex(/^\w+:\/\/[^/?#@]+(\/[^?#]*)?$/, 'must have no user, query or fragment')
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
const number = (min: number, max: number, whole = true) =>
  z
    .string()
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => value >= min && value <= max && (!whole || Number.isInteger(value)),
      `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    )
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((word) => word === 'on')

/** An AES-256 key has 32 bytes: 44 characters in base64, or 64 hexadecimal digits. */
const encryptionKeys = list.transform((texts, context): readonly Buffer[] => {
  const keys = texts.map((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  if (keys.some(({ length }) => length !== 32)) {
    context.addIssue(
      'must be keys of 32 bytes in base64, separated by commas; `openssl rand -base64 32` makes one',
    )
    return z.NEVER
  }
  return keys
})

const timeZone = z.string().transform((text, context) => {
  const name = zoneNamed(text)
  if (name === null) context.addIssue('must be an IANA time zone')
  return name ?? z.NEVER
})

const weekdays: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const digestTime = z.string().transform((value, context) => {
  const match = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)$/i.exec(value.trim())
  if (match === null) {
    context.addIssue('must be a weekday (mon to sun) and a time from 00:00 to 23:59')
    return z.NEVER
  }
  const day = (match[1] ?? '').toLowerCase()
  return { weekday: weekdays.indexOf(day) + 1, time: `${match[2]}:${match[3]}` }
})

const changers = list.transform((words, context): ChangeRule => {
  const [only] = words
  if (words.length === 1 && (only === 'anyone' || only === 'admins')) return { kind: only }
  if (words.length === 0 || !words.every((word) => /^[UWS][A-Z0-9]{2,}$/.test(word))) {
    context.addIssue('must be anyone, admins, or Slack ids of users (U…) and user groups (S…)')
    return z.NEVER
  }
  return {
    kind: 'list',
    users: words.filter((word) => !word.startsWith('S')),
    groups: words.filter((word) => word.startsWith('S')),
  }
})

const contact = z
  .string()
  .transform((value, context): Contact => {
    const user = /^<?@?([UW][A-Z0-9]{2,})>?$/.exec(value.trim())?.[1]
    if (user !== undefined) return { kind: 'user', id: user }
    const address = z.email().safeParse(value.trim())
    if (address.success) return { kind: 'email', address: address.data }
    context.addIssue('must be a Slack user id (U…) or an e-mail address')
    return z.NEVER
  })
  .optional()

export const settings = {
  // Slack
  SLACK_BOT_TOKEN: setting(
    withPrefix('xoxb-'),
    'Bot token, from "OAuth & Permissions" of your Slack app. Required.',
    { example: 'xoxb-…' },
  ),
  SLACK_APP_TOKEN: setting(
    withPrefix('xapp-').optional(),
    'App-level token with `connections:write`. Required in Socket Mode.',
    { example: 'xapp-…' },
  ),
  SLACK_SIGNING_SECRET: setting(
    text.optional(),
    'Signing secret, from "Basic Information". Required in HTTP mode.',
    { example: '8f742231b10e…' },
  ),
  SLACK_CLIENT_ID: setting(
    text.optional(),
    'Client ID, from "Basic Information". Set it for several workspaces: each installs Sightline with "Add to Slack" and has its own token and API key. Requires HTTP mode.',
    { example: '1234567890.1234567890123', fallback: 'one workspace' },
  ),
  SLACK_CLIENT_SECRET: setting(
    text.optional(),
    'Client Secret, from "Basic Information". Required for several workspaces.',
    { example: '4b6c07f1e2d3…' },
  ),
  SIGHTLINE_DISTRIBUTED: setting(
    onOff,
    'Whether the app’s manifest was written by `npm run manifest` with `--distribute`: “Add to Slack” then asks for fewer permissions.',
    { default: 'off', example: 'on' },
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
    { example: 'https://sightline.example.com' },
  ),

  // The analytics service
  SIGHTLINE_API_KEY: setting(
    withPrefix('sk-').optional(),
    'API key, from the console of the analytics service. Required, unless it is in a file or is entered in Slack (SIGHTLINE_ENCRYPTION_KEY).',
    { example: 'sk-…' },
  ),
  SIGHTLINE_API_KEY_FILE: setting(
    text
      .refine((path) => existsSync(path) && statSync(path).isFile(), 'must be the path of an existing file')
      .optional(),
    'File with the API key. It is read at each call, so that a rotated key needs no restart.',
    { example: '/run/secrets/sightline-api-key' },
  ),
  SIGHTLINE_ENCRYPTION_KEY: setting(
    encryptionKeys,
    'Keys for API keys and Slack tokens in the database, separated by commas: the first encrypts, all decrypt. `openssl rand -base64 32` makes one. Required for several workspaces, and for `/sightline connect`.',
    { example: 'kZ3v…=', fallback: 'no secrets in the database' },
  ),
  SIGHTLINE_API_URL: setting(url, 'Base URL of the core API, without `/v1`. Required.', {
    example: 'https://api.example.com',
  }),
  SIGHTLINE_SEARCH_API_URL: setting(url, 'Base URL of the search-analytics API, without `/v1`. Required.', {
    example: 'https://search.example.com',
  }),

  // Defaults for channels
  SIGHTLINE_ORGANIZATION_ID: setting(text, 'Id of the organization. Required.', { example: '5f0c7a1e-…' }),
  SIGHTLINE_WORKSPACE_ID: setting(text, 'Id of the workspace in the organization. Required.', {
    example: '0b9d3c52-…',
  }),
  SIGHTLINE_PROJECT_ID: setting(text, 'Id of the analysis (project) with the brands to compare. Required.', {
    example: '77e1d0aa-…',
  }),
  SIGHTLINE_SUBREDDITS: setting(list, 'Subreddits to show, separated by commas.', {
    example: 'saas,smallbusiness',
    fallback: 'all in the service',
  }),
  SIGHTLINE_RECOMMENDATIONS: setting(
    list,
    'Ids of recommendations that every channel tracks, separated by commas.',
    { example: '3f1c…,9a20…', fallback: 'none' },
  ),
  SIGHTLINE_TIME_ZONE: setting(timeZone, 'IANA time zone for weeks and digests.', {
    default: 'UTC',
    example: 'Europe/Paris',
  }),

  // People
  SIGHTLINE_CHANGERS: setting(
    changers,
    'Who may change settings and create tasks: `anyone` (all members), `admins` (and owners), or, with one workspace, ids of users and user groups, separated by commas.',
    { default: 'anyone', example: 'U0123ABCD,S0456EFGH' },
  ),
  SIGHTLINE_GUESTS: setting(
    z.enum(['nothing', 'read', 'change'], { error: 'must be nothing, read or change' }),
    'What guests, and people from other organizations in shared channels, may do: `nothing`, `read` or `change`.',
    { default: 'nothing', example: 'read' },
  ),
  SIGHTLINE_CONTACT: setting(
    contact,
    'Whom people can ask: a Slack user id, who also gets what a digest’s owner can’t, or an e-mail address. With several workspaces only an address.',
    { example: 'U0123ABCD', fallback: 'none' },
  ),

  // Digests
  SIGHTLINE_DIGEST_CHANNELS: setting(
    list.refine(
      (ids) => ids.every((id) => /^[CG][A-Z0-9]{2,}$/.test(id)),
      'must be Slack channel ids, which start with C or G',
    ),
    'Ids of the channels that get a weekly digest at the first start, separated by commas. People change and delete it in Slack.',
    { example: 'C0123ABCD,C0456EFGH', fallback: 'none' },
  ),
  SIGHTLINE_DIGEST_TIME: setting(
    digestTime,
    'Weekday and time of that digest when it is set up, in SIGHTLINE_TIME_ZONE.',
    { default: 'mon 09:00' },
  ),
  SIGHTLINE_DIGEST_GRACE_HOURS: setting(
    number(1, 168),
    'After downtime, digests that are late by up to this many hours are still posted.',
    { default: '12' },
  ),

  // The database
  SIGHTLINE_RETENTION_DAYS: setting(
    number(30, 3_650),
    'Days to keep the history of digests, the audit log, and copies of messages.',
    { default: '400' },
  ),
  DATABASE_URL: setting(
    z.url({ error: 'must be a PostgreSQL URL', protocol: /^postgres(ql)?$/ }).optional(),
    'PostgreSQL database, instead of the SQLite file. Required for several replicas.',
    { example: 'postgres://sightline@db/sightline', fallback: 'SQLite file' },
  ),
  SIGHTLINE_DATABASE_FILE: setting(z.string(), 'Path of the SQLite file.', {
    default: './data/sightline.db',
  }),

  // The process
  SIGHTLINE_SLACK_MODE: setting(
    z.enum(['socket', 'http'], { error: 'must be socket or http' }),
    '`socket` needs no public URL. `http` is for several replicas behind a load balancer, and for several workspaces.',
    { default: 'socket' },
  ),
  SIGHTLINE_HTTP_PORT: setting(number(0, 65_535), 'Port for HTTP mode.', { default: '3000' }),
  SIGHTLINE_SLACKBOT: setting(
    onOff,
    'Whether Slack’s own assistant, Slackbot, may ask Sightline (docs/slackbot.md). Requires HTTP mode.',
    { default: 'off', example: 'on' },
  ),
  SIGHTLINE_OPS_PORT: setting(
    number(0, 65_535).optional(),
    'Port for `/healthz`, `/readyz` and `/metrics`, in either mode.',
    { example: '9464', fallback: 'none' },
  ),
  SIGHTLINE_OPS_HOST: setting(
    z.string().regex(/^[\w.:-]+$/, 'must be an IP address or a host name'),
    'Address to listen on for SIGHTLINE_OPS_PORT, which has no login. In a container use `0.0.0.0`, and publish the port only internally.',
    { default: '127.0.0.1', example: '0.0.0.0' },
  ),
  SIGHTLINE_METRICS: setting(onOff, 'Whether to serve `/metrics`. Requires SIGHTLINE_OPS_PORT.', {
    default: 'off',
    example: 'on',
  }),
  SIGHTLINE_SLACK_API_URL: setting(url, 'URL of the Slack Web API. Change it only for the sandbox.', {
    default: 'https://slack.com/api/',
    example: 'http://127.0.0.1:4100/api/',
  }),
  SIGHTLINE_API_DEADLINE_SECONDS: setting(
    number(1, 45),
    'Timeout of a call to the analytics service in seconds, retries included.',
    { default: '15' },
  ),
  SIGHTLINE_API_CACHE_SECONDS: setting(
    number(0, 3600),
    'How long to cache answers of the analytics service, in seconds; 0 turns it off.',
    { default: '60' },
  ),
  SIGHTLINE_LOG_LEVEL: setting(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    }),
    'Least severe level to log.',
    { default: 'info' },
  ),
} satisfies Readonly<Record<string, Setting>>

export type Name = keyof typeof settings
export type Values = { readonly [K in Name]: z.output<(typeof settings)[K]['schema']> }

/** The rows of docs/settings.md. */
export const settingRows: readonly { name: string; about: string; example: string; fallback: string }[] =
  Object.entries(settings).map(([name, { about, example, fallback }]) => ({ name, about, example, fallback }))
