import type { z } from 'zod'
import { settings, type Values } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

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
export const singleWorkspaceSettings: ReadonlySet<string> = new Set([
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

/** Problems with settings for several workspaces: missing ones, and values that can't apply to all workspaces. */
export function multiWorkspaceProblems(
  env: Environment,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const { SIGHTLINE_CHANGERS: changers, SIGHTLINE_CONTACT: contact } = values as Partial<Values>
  return [
    ...(env.SIGHTLINE_SLACK_MODE === 'http'
      ? []
      : ['SIGHTLINE_SLACK_MODE must be http for several workspaces. Example: SIGHTLINE_SLACK_MODE=http']),
    ...(['SLACK_CLIENT_SECRET', 'SIGHTLINE_PUBLIC_URL'] as const)
      .filter((name) => !env[name])
      .map(
        (name) =>
          `${name} is missing. SLACK_CLIENT_ID requires it. Example: ${name}=${settings[name].example}`,
      ),
    ...(env.SIGHTLINE_ENCRYPTION_KEY
      ? []
      : [
          "SIGHTLINE_ENCRYPTION_KEY is missing. It encrypts the workspaces' tokens and API keys. Make one with `openssl rand -base64 32`.",
        ]),
    ...(changers?.kind === 'list'
      ? [
          'SIGHTLINE_CHANGERS can’t list people, since Slack ids differ between workspaces. Set it to anyone or admins.',
        ]
      : []),
    ...(contact?.kind === 'user'
      ? [
          'SIGHTLINE_CONTACT can’t be a Slack user, since Slack ids differ between workspaces. Set it to an e-mail address.',
        ]
      : []),
  ]
}

export function problemOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is invalid'
}

/** A `SIGHTLINE_` variable that nothing reads is a typo. */
export function unknownSettings(env: Environment): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SIGHTLINE_') && !(name in settings))
    .map((name) => `${name} isn’t a setting. Check its spelling in docs/settings.md.`)
}
