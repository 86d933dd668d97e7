import { assemble, type Config, databaseOf } from './assemble.ts'
import {
  ConfigError,
  type Environment,
  multiWorkspaceProblems,
  problemOf,
  singleWorkspaceSettings,
  unknownSettings,
} from './problems.ts'
import { type Name, settings, type Values } from './settings.ts'

export type { Config } from './assemble.ts'
export { ConfigError } from './problems.ts'
export { settingRows } from './settings.ts'

/**
 * Reads the settings; nothing else reads the environment. An empty variable counts as unset, as in a `.env` file.
 * @throws {ConfigError} with all problems at once, but without values, since one may be a secret in the wrong variable
 */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const isMultiWorkspace = Boolean(env.SLACK_CLIENT_ID)
  for (const [name, { schema, example }] of Object.entries(settings)) {
    if (isMultiWorkspace && singleWorkspaceSettings.has(name)) {
      if (env[name])
        problems.push(
          `${name} is for one workspace, but SLACK_CLIENT_ID is for several. Remove one of the two.`,
        )
      values[name] = schema.safeParse(undefined).data
      continue
    }
    const parsed = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name} ${problemOf(parsed.error)}. Example: ${name}=${example}`)
  }
  const mode = env.SIGHTLINE_SLACK_MODE || 'socket'
  if (mode === 'socket' && !isMultiWorkspace && !env.SLACK_APP_TOKEN)
    problems.push('SLACK_APP_TOKEN is missing. Socket Mode requires it. Example: SLACK_APP_TOKEN=xapp-…')
  if (mode === 'http' && !env.SLACK_SIGNING_SECRET)
    problems.push(
      'SLACK_SIGNING_SECRET is missing. HTTP mode requires it. Example: SLACK_SIGNING_SECRET=8f742231b10e…',
    )
  if (mode !== 'http' && env.SIGHTLINE_SLACKBOT === 'on')
    problems.push(
      'SIGHTLINE_SLACKBOT is on, but Slackbot reaches only HTTP mode. Set it. Example: SIGHTLINE_SLACK_MODE=http',
    )
  if (isMultiWorkspace) problems.push(...multiWorkspaceProblems(env, values))
  if (
    !isMultiWorkspace &&
    !env.SIGHTLINE_API_KEY &&
    !env.SIGHTLINE_API_KEY_FILE &&
    !env.SIGHTLINE_ENCRYPTION_KEY
  )
    problems.push(
      'SIGHTLINE_API_KEY is missing. Set it or SIGHTLINE_API_KEY_FILE. Example: SIGHTLINE_API_KEY=sk-…',
    )
  if (env.SIGHTLINE_METRICS === 'on' && !env.SIGHTLINE_OPS_PORT)
    problems.push(
      'SIGHTLINE_METRICS is on, but there is no port to serve /metrics. Set one. Example: SIGHTLINE_OPS_PORT=9464',
    )
  problems.push(...unknownSettings(env))
  if (problems.length > 0) throw new ConfigError(problems)
  return assemble(values as Values)
}

/** What is wrong with a setting's value, for example `must start with sk-`; `null`: nothing. */
export function settingProblem(name: Name, value: string): string | null {
  const { error } = settings[name].schema.safeParse(value === '' ? undefined : value)
  return error === undefined ? null : problemOf(error)
}

/**
 * Reads only the database's settings, since a backup needs no token.
 * @throws {ConfigError}
 */
export function readDatabase(env: Environment = process.env): Config['database'] {
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
