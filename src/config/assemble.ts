import { readFileSync } from 'node:fs'
import type { Values } from './settings.ts'

/** The parsed settings, grouped by use. */
export type Config = ReturnType<typeof assemble>

/** Shown in place of an id while a workspace, one of several, has no API key. */
const notConnected = 'not connected'

export function assemble(values: Values) {
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
                distributed: values.SIGHTLINE_DISTRIBUTED === 'on',
              },
        /** Whether Slackbot may ask, and at which public address; `null`: it may not. */
        slackbot:
          values.SIGHTLINE_SLACKBOT === 'off' ? null : { publicUrl: values.SIGHTLINE_PUBLIC_URL ?? null },
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
    /** For channels without settings of their own. */
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
    /** `null`: not set. */
    contact: values.SIGHTLINE_CONTACT ?? null,
    digest: {
      channels: values.SIGHTLINE_DIGEST_CHANNELS,
      ...values.SIGHTLINE_DIGEST_TIME,
      timeZone: values.SIGHTLINE_TIME_ZONE,
      graceHours: values.SIGHTLINE_DIGEST_GRACE_HOURS,
    },
    /** `null`: no port for the operator. */
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

export function databaseOf(values: Pick<Values, 'DATABASE_URL' | 'SIGHTLINE_DATABASE_FILE'>) {
  return values.DATABASE_URL === undefined
    ? { file: values.SIGHTLINE_DATABASE_FILE }
    : withSecrets({}, { databaseUrl: values.DATABASE_URL })
}

/**
 * Adds secrets as properties that aren't enumerable, so that printing, spreading or serializing the settings reveals none.
 */
function withSecrets<Plain extends object, Secrets extends Readonly<Record<string, string>>>(
  plain: Plain,
  secrets: Secrets,
): Plain & Secrets {
  const config = { ...plain }
  for (const [name, value] of Object.entries(secrets))
    Object.defineProperty(config, name, { get: () => value })
  return config as Plain & Secrets
}
