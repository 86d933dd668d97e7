import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { type Name, type Setting, settings, type Values } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings are invalid: one problem per line, each with its cause and the next step. The process exits with code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Fix these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Settings for a single workspace. With several, each workspace has its own. */
const singleWorkspaceSettings: ReadonlySet<string> = new Set([
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

function problemOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is invalid'
}

/** What Kubernetes sets for a Service that is called “sightline”, or whose name begins so: `NAME=value`. */
const ofService = /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)|_PORT=(tcp|udp|sctp):/

/** A `SIGHTLINE_` variable that nothing reads is a typo. */
function unknownSettings(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SIGHTLINE_') && !(name in settings))
    .filter((name) => !ofService.test(`${name}=${env[name]}`))
    .map((name) => `${name} isn’t a setting. Check its spelling in docs/settings.md.`)
}

export type Config = ReturnType<typeof assemble>

export const databaseName = ({ database }: Config): string => ('file' in database ? 'SQLite' : 'PostgreSQL')

/** Shown in place of an id while a workspace, one of several, has no API key. */
const notConnected = 'not connected'

function assemble(values: Values) {
  const file = values.SIGHTLINE_API_KEY_FILE
  return {
    slack: withSecrets(
      {
        mode: values.SIGHTLINE_SLACK_MODE,
        apiUrl: values.SIGHTLINE_SLACK_API_URL,
        port: values.SIGHTLINE_HTTP_PORT,
        /** For several workspaces; `null`: one workspace, with its bot token. */
        install:
          values.SLACK_CLIENT_ID === undefined
            ? null
            : {
                clientId: values.SLACK_CLIENT_ID,
                publicUrl: values.SIGHTLINE_PUBLIC_URL ?? '',
                distributed: values.SIGHTLINE_DISTRIBUTED,
              },
        /** Whether Slackbot may ask, and at which public address; `null`: it may not. */
        slackbot: values.SIGHTLINE_SLACKBOT ? { publicUrl: values.SIGHTLINE_PUBLIC_URL ?? null } : null,
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
      /** `false`: each workspace's key is in the database. */
      keyIsConfigured: values.SIGHTLINE_API_KEY !== undefined || file !== undefined,
      /** Reads the file at each call, so that a rotated key needs no restart. */
      key: () => (file === undefined ? (values.SIGHTLINE_API_KEY ?? '') : readFileSync(file, 'utf8').trim()),
      deadlineMs: values.SIGHTLINE_API_DEADLINE_SECONDS * 1000,
      cacheSeconds: values.SIGHTLINE_API_CACHE_SECONDS,
    },
    database: databaseOf(values),
    /** A function, so that printing the settings reveals no key. */
    encryptionKeys: () => values.SIGHTLINE_ENCRYPTION_KEY,
    channel: {
      placeFrom: values.SLACK_CLIENT_ID === undefined ? ('configuration' as const) : ('connection' as const),
      organizationId: values.SIGHTLINE_ORGANIZATION_ID ?? notConnected,
      workspaceId: values.SIGHTLINE_WORKSPACE_ID ?? notConnected,
      projectId: values.SIGHTLINE_PROJECT_ID ?? notConnected,
      subreddits: values.SIGHTLINE_SUBREDDITS,
      recommendations: values.SIGHTLINE_RECOMMENDATIONS,
      timeZone: values.SIGHTLINE_TIME_ZONE,
    },
    access: { changers: values.SIGHTLINE_CHANGERS, guests: values.SIGHTLINE_GUESTS },
    contact: values.SIGHTLINE_CONTACT ?? null,
    digest: {
      channels: values.SIGHTLINE_DIGEST_CHANNELS,
      ...values.SIGHTLINE_DIGEST_TIME,
      timeZone: values.SIGHTLINE_TIME_ZONE,
      graceHours: values.SIGHTLINE_DIGEST_GRACE_HOURS,
    },
    ops:
      values.SIGHTLINE_OPS_PORT === undefined
        ? null
        : {
            port: values.SIGHTLINE_OPS_PORT,
            host: values.SIGHTLINE_OPS_HOST,
            metrics: values.SIGHTLINE_METRICS,
          },
    retentionDays: values.SIGHTLINE_RETENTION_DAYS,
    logLevel: values.SIGHTLINE_LOG_LEVEL,
  }
}

function databaseOf(values: Pick<Values, 'DATABASE_URL' | 'SIGHTLINE_DATABASE_FILE'>) {
  return values.DATABASE_URL === undefined
    ? { file: values.SIGHTLINE_DATABASE_FILE }
    : withSecrets({}, { databaseUrl: values.DATABASE_URL })
}

/** Secrets aren't enumerable, so that printing, spreading or serializing the settings reveals none. */
function withSecrets<Plain extends object, Secrets extends Readonly<Record<string, string>>>(
  plain: Plain,
  secrets: Secrets,
): Plain & Secrets {
  const config = { ...plain }
  for (const [name, value] of Object.entries(secrets))
    Object.defineProperty(config, name, { get: () => value })
  return config as Plain & Secrets
}

/**
 * Reads the settings; nothing else reads the environment. An empty variable counts as unset, as in a `.env` file.
 * @throws {ConfigError} with all problems at once, but without values, since one may be a secret in the wrong variable
 */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const isOther = Boolean(env.SLACK_CLIENT_ID) && singleWorkspaceSettings.has(name)
    const parsed = parse(setting, isOther ? undefined : env[name])
    values[name] = parsed.data
    if (isOther && env[name])
      problems.push(
        `${name} is for one workspace, but SLACK_CLIENT_ID is for several. Remove one of the two.`,
      )
    if (!isOther && parsed.error)
      problems.push(`${name} ${problemOf(parsed.error)}. Example: ${name}=${setting.example}`)
  }
  problems.push(...combinationProblems(env, values), ...unknownSettings(env))
  if (problems.length > 0) throw new ConfigError(problems)
  return assemble(values as Values)
}

const parse = <Output>({ schema, default: initial }: Setting<Output>, value: string | undefined) =>
  schema.safeParse(value || initial)

/** Problems of settings that are valid by themselves. */
function combinationProblems(env: Environment, values: Partial<Values>): readonly string[] {
  const isHttp = env.SIGHTLINE_SLACK_MODE === 'http'
  const isMulti = Boolean(env.SLACK_CLIENT_ID)
  const hasKey = Boolean(env.SIGHTLINE_API_KEY || env.SIGHTLINE_API_KEY_FILE || env.SIGHTLINE_ENCRYPTION_KEY)
  const missing = (name: Name, why: string) =>
    `${name} is missing. ${why} Example: ${name}=${settings[name].example}`
  const required = 'SLACK_CLIENT_ID requires it.'
  const problems: readonly (readonly [isProblem: boolean, sentence: string])[] = [
    [!isHttp && !isMulti && !env.SLACK_APP_TOKEN, missing('SLACK_APP_TOKEN', 'Socket Mode requires it.')],
    [
      (isHttp || isMulti) && !env.SLACK_SIGNING_SECRET,
      missing('SLACK_SIGNING_SECRET', 'HTTP mode requires it.'),
    ],
    [
      !isHttp && env.SIGHTLINE_SLACKBOT === 'on',
      'SIGHTLINE_SLACKBOT is on, but Slackbot reaches only HTTP mode. Set it. Example: SIGHTLINE_SLACK_MODE=http',
    ],
    [
      isMulti && !isHttp,
      'SIGHTLINE_SLACK_MODE must be http for several workspaces. Example: SIGHTLINE_SLACK_MODE=http',
    ],
    [isMulti && !env.SLACK_CLIENT_SECRET, missing('SLACK_CLIENT_SECRET', required)],
    [isMulti && !env.SIGHTLINE_PUBLIC_URL, missing('SIGHTLINE_PUBLIC_URL', required)],
    [
      isMulti && !env.SIGHTLINE_ENCRYPTION_KEY,
      "SIGHTLINE_ENCRYPTION_KEY is missing. It encrypts the workspaces' tokens and API keys. Make one with `openssl rand -base64 32`.",
    ],
    [
      isMulti && values.SIGHTLINE_CHANGERS?.kind === 'list',
      'SIGHTLINE_CHANGERS can’t list people, since Slack ids differ between workspaces. Set it to anyone or admins.',
    ],
    [
      isMulti && values.SIGHTLINE_CONTACT?.kind === 'user',
      'SIGHTLINE_CONTACT can’t be a Slack user, since Slack ids differ between workspaces. Set it to an e-mail address.',
    ],
    [!isMulti && !hasKey, missing('SIGHTLINE_API_KEY', 'Set it or SIGHTLINE_API_KEY_FILE.')],
    [
      env.SIGHTLINE_METRICS === 'on' && !env.SIGHTLINE_OPS_PORT,
      'SIGHTLINE_METRICS is on, but there is no port to serve /metrics. Set one. Example: SIGHTLINE_OPS_PORT=9464',
    ],
  ]
  return problems.flatMap(([isProblem, sentence]) => (isProblem ? [sentence] : []))
}

/** What is wrong with a setting's value, for example `must start with sk-`; `null`: nothing. */
export function settingProblem(name: Name, value: string): string | null {
  const { error } = parse<unknown>(settings[name], value)
  return error === undefined ? null : problemOf(error)
}

/** Only the database's settings, since a backup needs no token. @throws {ConfigError} */
export function readDatabase(env: Environment = process.env): Config['database'] {
  const { DATABASE_URL: url, SIGHTLINE_DATABASE_FILE: file } = settings
  const { data, error } = parse(url, env.DATABASE_URL)
  if (error !== undefined)
    throw new ConfigError([`DATABASE_URL ${problemOf(error)}. Example: DATABASE_URL=${url.example}`])
  const path = parse(file, env.SIGHTLINE_DATABASE_FILE).data ?? ''
  return databaseOf({ DATABASE_URL: data, SIGHTLINE_DATABASE_FILE: path })
}
