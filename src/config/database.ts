import { z } from 'zod'
import { number, type Settings, setting } from './kinds.ts'

/** What is kept, where, and for how long. */
export const databaseSettings = {
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
} as const satisfies Settings
