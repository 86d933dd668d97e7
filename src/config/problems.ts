import type { z } from 'zod'
import { settings, type Values } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Thrown when the environment can't be used: `problems` has one line for each variable. The start ends with exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings can't be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** What each workspace brings itself, when there are many. */
export const ofOneWorkspace: ReadonlySet<string> = new Set([
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
export function problemsOfSeveral(env: Environment, values: Readonly<Record<string, unknown>>): string[] {
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

export function problemOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? "can't be read"
}

/** A `SIGHTLINE_` variable that nothing reads is a typing mistake, and would otherwise be silently ignored. */
export function misspelt(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SIGHTLINE_') && !(name in settings))
    .map((name) => `${name} is not a setting of Sightline. The README lists them all.`)
}
