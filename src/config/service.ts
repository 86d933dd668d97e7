import { existsSync } from 'node:fs'
import { z } from 'zod'
import { list, type Settings, setting, text, url, withPrefix } from './kinds.ts'

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

/** The analytics service, and the secrets that open it. */
export const serviceSettings = {
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
} as const satisfies Settings
