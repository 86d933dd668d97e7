import { existsSync } from 'node:fs'
import { z } from 'zod'
import { list, type Settings, setting, text, url, withPrefix } from './value-types.ts'

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

export const serviceSettings = {
  SIGHTLINE_API_KEY: setting(
    withPrefix('sk-').optional(),
    'API key, from the console of the analytics service. Required, unless it is in a file or is entered in Slack (SIGHTLINE_ENCRYPTION_KEY).',
    'sk-…',
  ),
  SIGHTLINE_API_KEY_FILE: setting(
    text.refine((path) => existsSync(path), 'must be the path of an existing file').optional(),
    'File with the API key. It is read at each call, so that a rotated key needs no restart.',
    '/run/secrets/sightline-api-key',
  ),
  SIGHTLINE_ENCRYPTION_KEY: setting(
    encryptionKeys,
    'Keys for API keys and Slack tokens in the database, separated by commas: the first encrypts, all decrypt. `openssl rand -base64 32` makes one. Required for several workspaces, and for `/sightline connect`.',
    'kZ3v…=',
    'no secrets in the database',
  ),
  SIGHTLINE_API_URL: setting(
    url,
    'Base URL of the core API, without `/v1`. Required.',
    'https://api.example.com',
  ),
  SIGHTLINE_SEARCH_API_URL: setting(
    url,
    'Base URL of the search-analytics API, without `/v1`. Required.',
    'https://search.example.com',
  ),
} as const satisfies Settings
