import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ChangeRule } from './access/access.ts'
import type { Contact } from './access/contact.ts'

/**
 * Every setting of the bot, and the only place that reads the environment.
 *
 * Each variable has its own schema, its words for the README's table, and an example for the error message.
 * All problems are told at once; a value is never repeated, so that a secret in the wrong variable stays secret.
 */

/** What a person must know of one variable. `fallback` is the default as the README shows it. */
interface Setting {
  readonly schema: z.ZodType<unknown, string | undefined>
  readonly about: string
  readonly example: string
  readonly fallback: string
}

const setting = <S extends z.ZodType<unknown, string | undefined>>(
  schema: S,
  about: string,
  example: string,
  fallback = '',
) => ({ schema, about, example, fallback }) satisfies Setting

const text = (problem: string) => z.string({ error: 'is missing' }).min(1, problem)
const withPrefix = (prefix: string) => text('is empty').startsWith(prefix, `must start with ${prefix}`)
const url = z.url({ error: 'must be an address that starts with http:// or https://', protocol: /^https?$/ })
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
const number = (fallback: number, min: number, max: number, whole = true) =>
  z
    .string()
    .default(String(fallback))
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => value >= min && value <= max && (!whole || Number.isInteger(value)),
      `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    )

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((value) => (value.trim() === '' ? Number.NaN : Number(value)))
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    )

const timeZone = z
  .string()
  .default('UTC')
  .refine((zone) => {
    // Temporal takes offsets, too, but they know no summer time.
    if (/^[+-]/.test(zone)) return false
    try {
      Temporal.Now.zonedDateTimeISO(zone)
      return true
    } catch {
      return false
    }
  }, 'must be an IANA time zone')

/** AES-256 takes 32 bytes: 44 characters of base64, or 64 of hexadecimal digits. */
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

const weekdays: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const digestTime = z
  .string()
  .default('mon 09:00')
  .transform((value, context) => {
    const match = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)$/i.exec(value.trim())
    if (match === null) {
      context.addIssue('must be a weekday (mon to sun) and a time from 00:00 to 23:59')
      return z.NEVER
    }
    const day = (match[1] ?? '').toLowerCase()
    return { weekday: weekdays.indexOf(day) + 1, time: `${match[2]}:${match[3]}` }
  })

const changers = z
  .string()
  .default('anyone')
  .transform((value, context): ChangeRule => {
    const words = value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
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

const settings = {
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
  SIGHTLINE_API_KEY: setting(
    withPrefix('sk-').optional(),
    'Key of the analytics service, from its console. Required, unless the key is in a file, or entered in Slack (SIGHTLINE_ENCRYPTION_KEY).',
    'sk-…',
  ),
  SIGHTLINE_API_KEY_FILE: setting(
    text('is empty')
      .refine((path) => existsSync(path), 'is not a file that can be found')
      .optional(),
    'File that holds the key; it is read again when the key is rotated, without a restart.',
    '/run/secrets/sightline-api-key',
  ),
  SIGHTLINE_ENCRYPTION_KEY: setting(
    encryptionKeys,
    'Keys under which API keys and Slack tokens are kept in the database, separated by commas: the first seals, all open. `openssl rand -base64 32` makes one. Required for several workspaces, and for `/sightline connect`.',
    'kZ3v…=',
    'nothing secret is kept',
  ),
  SIGHTLINE_API_URL: setting(
    url,
    'Base address of the core API, without `/v1`. Required.',
    'https://api.example.com',
  ),
  SIGHTLINE_SEARCH_API_URL: setting(
    url,
    'Base address of the search-analytics API, without `/v1`. Required.',
    'https://search.example.com',
  ),
  SIGHTLINE_ORGANIZATION_ID: setting(
    text('is empty'),
    'Organization whose data is shown. Required.',
    '5f0c7a1e-…',
  ),
  SIGHTLINE_WORKSPACE_ID: setting(
    text('is empty'),
    'Workspace inside the organization. Required.',
    '0b9d3c52-…',
  ),
  SIGHTLINE_PROJECT_ID: setting(
    text('is empty'),
    'Analysis (project) whose competitor brands are shown. Required.',
    '77e1d0aa-…',
  ),
  SIGHTLINE_SUBREDDITS: setting(
    list,
    'Subreddits to follow, separated by commas.',
    'saas,smallbusiness',
    'all that the service has',
  ),
  SIGHTLINE_RECOMMENDATIONS: setting(
    list,
    'Ids of recommended actions that every channel tracks, separated by commas.',
    '3f1c…,9a20…',
    'none',
  ),
  SIGHTLINE_TIME_ZONE: setting(
    timeZone,
    'IANA time zone in which weeks are counted and digests are sent.',
    'Europe/Paris',
    '`UTC`',
  ),
  SIGHTLINE_NOISE_BAND: setting(
    number(1, 0, 100, false),
    'A change of at most this many points is not a headline.',
    '1',
    '`1`',
  ),
  SIGHTLINE_CHANGERS: setting(
    changers,
    'Who may change settings and create tasks: `anyone` (members), `admins` (and owners), or ids of users and user groups, separated by commas.',
    'U0123ABCD,S0456EFGH',
    '`anyone`',
  ),
  SIGHTLINE_GUESTS: setting(
    z.enum(['nothing', 'read', 'change'], { error: 'must be nothing, read or change' }).default('nothing'),
    'What guests, and people of other organizations in shared channels, may do.',
    'read',
    '`nothing`',
  ),
  SIGHTLINE_CONTACT: setting(
    contact,
    'Whom people ask for help with Sightline: a Slack user id, or an e-mail address.',
    'U0123ABCD',
    'whoever installed it',
  ),
  SIGHTLINE_DIGEST_CHANNELS: setting(
    list.refine(
      (ids) => ids.every((id) => /^[CG][A-Z0-9]{2,}$/.test(id)),
      'must be Slack channel ids, which start with C or G',
    ),
    'Channels (ids) that get the weekly digest, separated by commas.',
    'C0123ABCD,C0456EFGH',
    'none',
  ),
  SIGHTLINE_DIGEST_TIME: setting(
    digestTime,
    'Weekday and time of the weekly digest, in the time zone above.',
    'mon 09:00',
    '`mon 09:00`',
  ),
  SIGHTLINE_DIGEST_GRACE_HOURS: setting(
    number(12, 1, 168),
    'A digest that was missed during downtime is still sent when it is younger than this.',
    '12',
    '`12`',
  ),
  SIGHTLINE_RETENTION_DAYS: setting(
    number(400, 30, 3_650),
    'How long the history of digests, the audit, and copies of messages are kept.',
    '400',
    '`400`',
  ),
  DATABASE_URL: setting(
    z.url({ error: 'must be a PostgreSQL address', protocol: /^postgres(ql)?$/ }).optional(),
    'PostgreSQL instead of the file, for several replicas.',
    'postgres://sightline@db/sightline',
    'SQLite file',
  ),
  SIGHTLINE_DATABASE_FILE: setting(
    z.string().default('./data/sightline.db'),
    'The SQLite file.',
    './data/sightline.db',
    '`./data/sightline.db`',
  ),
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
} as const satisfies Record<string, Setting>

type Name = keyof typeof settings
type Values = { readonly [K in Name]: z.output<(typeof settings)[K]['schema']> }

/** The settings after parsing, by the parts of the house that use them. */
export type Config = ReturnType<typeof assemble>

/** Rows of the README's table of settings: name, what it is, its default. */
export const settingRows: readonly { name: string; about: string; example: string; fallback: string }[] =
  Object.entries(settings).map(([name, { about, example, fallback }]) => ({ name, about, example, fallback }))

/** Thrown when the environment can't be used: `problems` has one line for each variable. The start ends with exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings can't be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Parses the environment. An empty variable counts as unset, as in a `.env` file with blanks.
 * @throws {ConfigError} with every problem at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const several = Boolean(env.SLACK_CLIENT_ID)
  for (const [name, { schema, example }] of Object.entries(settings)) {
    if (several && ofOneWorkspace.has(name)) {
      if (env[name])
        problems.push(`${name} is one workspace's. With SLACK_CLIENT_ID there are many: take it out.`)
      values[name] = schema.safeParse(undefined).data
      continue
    }
    const parsed = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name} ${problemOf(parsed.error)}. Example: ${name}=${example}`)
  }
  const mode = env.SIGHTLINE_SLACK_MODE || 'socket'
  if (mode === 'socket' && !several && !env.SLACK_APP_TOKEN)
    problems.push('SLACK_APP_TOKEN is missing, and Socket Mode needs it. Example: SLACK_APP_TOKEN=xapp-…')
  if (mode === 'http' && !env.SLACK_SIGNING_SECRET)
    problems.push(
      'SLACK_SIGNING_SECRET is missing, and HTTP mode needs it. Example: SLACK_SIGNING_SECRET=8f742231b10e…',
    )
  if (several) problems.push(...problemsOfSeveral(env, values))
  if (!several && !env.SIGHTLINE_API_KEY && !env.SIGHTLINE_API_KEY_FILE && !env.SIGHTLINE_ENCRYPTION_KEY)
    problems.push(
      'SIGHTLINE_API_KEY is missing: set it, or SIGHTLINE_API_KEY_FILE. Example: SIGHTLINE_API_KEY=sk-…',
    )
  if (env.SIGHTLINE_METRICS === 'on' && !env.SIGHTLINE_OPS_PORT)
    problems.push('SIGHTLINE_METRICS needs a port to be read at. Example: SIGHTLINE_OPS_PORT=9464')
  for (const name of misspelt(env)) problems.push(name)
  if (problems.length > 0) throw new ConfigError(problems)
  return assemble(values as Values)
}

/**
 * Only where the database is: a backup needs no token.
 * @throws {ConfigError}
 */
export function readDatabase(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config['database'] {
  const { DATABASE_URL: url, SIGHTLINE_DATABASE_FILE: file } = settings
  const databaseUrl = url.schema.safeParse(env.DATABASE_URL || undefined)
  if (!databaseUrl.success)
    throw new ConfigError([
      `DATABASE_URL ${problemOf(databaseUrl.error)}. Example: DATABASE_URL=${url.example}`,
    ])
  return databaseOf({
    DATABASE_URL: databaseUrl.data,
    SIGHTLINE_DATABASE_FILE: file.schema.parse(env.SIGHTLINE_DATABASE_FILE || undefined),
  })
}

function databaseOf(values: Pick<Values, 'DATABASE_URL' | 'SIGHTLINE_DATABASE_FILE'>) {
  return values.DATABASE_URL === undefined
    ? { file: values.SIGHTLINE_DATABASE_FILE }
    : keeping({}, { databaseUrl: values.DATABASE_URL })
}

/** What each workspace brings itself, when there are many. */
const ofOneWorkspace: ReadonlySet<string> = new Set([
  'SLACK_BOT_TOKEN',
  'SLACK_APP_TOKEN',
  'SIGHTLINE_API_KEY',
  'SIGHTLINE_API_KEY_FILE',
  'SIGHTLINE_ORGANIZATION_ID',
  'SIGHTLINE_WORKSPACE_ID',
  'SIGHTLINE_PROJECT_ID',
  'SIGHTLINE_RECOMMENDATIONS',
  'SIGHTLINE_DIGEST_CHANNELS',
])

/** What many workspaces need besides, and what can't be the same for all of them. */
function problemsOfSeveral(
  env: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const { SIGHTLINE_CHANGERS: rule, SIGHTLINE_CONTACT: whom } = values as Partial<Values>
  return [
    ...(env.SIGHTLINE_SLACK_MODE === 'http'
      ? []
      : ['SIGHTLINE_SLACK_MODE must be http: several workspaces reach Sightline by its public address.']),
    ...(['SLACK_CLIENT_SECRET', 'SIGHTLINE_PUBLIC_URL'] as const)
      .filter((name) => !env[name])
      .map(
        (name) =>
          `${name} is missing, and SLACK_CLIENT_ID needs it. Example: ${name}=${settings[name].example}`,
      ),
    ...(env.SIGHTLINE_ENCRYPTION_KEY
      ? []
      : [
          "SIGHTLINE_ENCRYPTION_KEY is missing: the workspaces' tokens and API keys are sealed under it. Make one with `openssl rand -base64 32`.",
        ]),
    ...(rule?.kind === 'list'
      ? ["SIGHTLINE_CHANGERS can't name people of one workspace: take anyone or admins."]
      : []),
    ...(whom?.kind === 'user'
      ? ["SIGHTLINE_CONTACT can't be a person of one workspace: take an e-mail address."]
      : []),
  ]
}

function problemOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? "can't be read"
}

/** A `SIGHTLINE_` variable that nothing reads is a typing mistake, and would otherwise be silently ignored. */
function misspelt(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SIGHTLINE_') && !(name in settings))
    .map((name) => `${name} is not a setting of Sightline. The README lists them all.`)
}

/** What people read in the place of an id while their workspace, one of many, has no API key. */
const notConnected = 'not connected'

function assemble(values: Values) {
  const file = values.SIGHTLINE_API_KEY_FILE
  return {
    slack: keeping(
      {
        mode: values.SIGHTLINE_SLACK_MODE,
        apiUrl: values.SIGHTLINE_SLACK_API_URL,
        port: values.SIGHTLINE_HTTP_PORT,
        /** How many workspaces install it; `null`: it is in one, by its token. */
        install:
          values.SLACK_CLIENT_ID === undefined
            ? null
            : { clientId: values.SLACK_CLIENT_ID, publicUrl: values.SIGHTLINE_PUBLIC_URL ?? '' },
      },
      {
        botToken: values.SLACK_BOT_TOKEN ?? '',
        appToken: values.SLACK_APP_TOKEN ?? '',
        signingSecret: values.SLACK_SIGNING_SECRET ?? '',
        clientSecret: values.SLACK_CLIENT_SECRET ?? '',
      },
    ),
    api: {
      baseUrl: values.SIGHTLINE_API_URL,
      searchBaseUrl: values.SIGHTLINE_SEARCH_API_URL,
      /** Whether the settings hold the key; else the workspace's own is kept in the database. */
      keyIsConfigured: values.SIGHTLINE_API_KEY !== undefined || file !== undefined,
      /** The key as it is now: a file is read at each call, so that a rotated key needs no restart. */
      key: () => (file === undefined ? (values.SIGHTLINE_API_KEY ?? '') : readFileSync(file, 'utf8').trim()),
      deadlineMs: values.SIGHTLINE_API_DEADLINE_SECONDS * 1000,
      cacheSeconds: values.SIGHTLINE_API_CACHE_SECONDS,
    },
    database: databaseOf(values),
    /** A function, so that printing the settings shows none. */
    encryptionKeys: () => values.SIGHTLINE_ENCRYPTION_KEY,
    /** What a channel without settings of its own shows. */
    channel: {
      placeFrom: values.SLACK_CLIENT_ID === undefined ? ('configuration' as const) : ('connection' as const),
      organizationId: values.SIGHTLINE_ORGANIZATION_ID ?? notConnected,
      workspaceId: values.SIGHTLINE_WORKSPACE_ID ?? notConnected,
      projectId: values.SIGHTLINE_PROJECT_ID ?? notConnected,
      subreddits: values.SIGHTLINE_SUBREDDITS,
      recommendations: values.SIGHTLINE_RECOMMENDATIONS,
      timeZone: values.SIGHTLINE_TIME_ZONE,
      noiseBand: values.SIGHTLINE_NOISE_BAND,
    },
    access: { changers: values.SIGHTLINE_CHANGERS, guests: values.SIGHTLINE_GUESTS },
    /** `null`: nobody is named. */
    contact: values.SIGHTLINE_CONTACT ?? null,
    digest: {
      channels: values.SIGHTLINE_DIGEST_CHANNELS,
      ...values.SIGHTLINE_DIGEST_TIME,
      timeZone: values.SIGHTLINE_TIME_ZONE,
      graceHours: values.SIGHTLINE_DIGEST_GRACE_HOURS,
    },
    /** The operator's port; `null`: none is opened. */
    ops:
      values.SIGHTLINE_OPS_PORT === undefined
        ? null
        : {
            port: values.SIGHTLINE_OPS_PORT,
            host: values.SIGHTLINE_OPS_HOST,
            metrics: values.SIGHTLINE_METRICS === 'on',
          },
    retentionDays: values.SIGHTLINE_RETENTION_DAYS,
    logLevel: values.SIGHTLINE_LOG_LEVEL,
  }
}

/**
 * `plain` with secrets that are there for whoever asks for one by its name, and for nobody else: printing, spreading or
 * serialising the settings shows none.
 */
function keeping<Plain extends object, Secrets extends Readonly<Record<string, string>>>(
  plain: Plain,
  secrets: Secrets,
): Plain & Secrets {
  const kept = { ...plain }
  for (const [name, value] of Object.entries(secrets)) Object.defineProperty(kept, name, { get: () => value })
  return kept as Plain & Secrets
}
