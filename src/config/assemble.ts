import { readFileSync } from 'node:fs'
import type { Values } from './settings.ts'

/** The settings after parsing, by the parts of the house that use them. */
export type Config = ReturnType<typeof assemble>

/** What people read in the place of an id while their workspace, one of many, has no API key. */
const notConnected = 'not connected'

export function assemble(values: Values) {
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

export function databaseOf(values: Pick<Values, 'DATABASE_URL' | 'SIGHTLINE_DATABASE_FILE'>) {
  return values.DATABASE_URL === undefined
    ? { file: values.SIGHTLINE_DATABASE_FILE }
    : keeping({}, { databaseUrl: values.DATABASE_URL })
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
