import { z } from 'zod'
import { number, type Settings, setting } from './value-types.ts'

export const databaseSettings = {
  SIGHTLINE_RETENTION_DAYS: setting(
    number(30, 3_650).prefault('400'),
    'Days to keep the history of digests, the audit log, and copies of messages.',
    '400',
    '`400`',
  ),
  DATABASE_URL: setting(
    z.url({ error: 'must be a PostgreSQL URL', protocol: /^postgres(ql)?$/ }).optional(),
    'PostgreSQL database, instead of the SQLite file. Required for several replicas.',
    'postgres://sightline@db/sightline',
    'SQLite file',
  ),
  SIGHTLINE_DATABASE_FILE: setting(
    z.string().default('./data/sightline.db'),
    'Path of the SQLite file.',
    './data/sightline.db',
    '`./data/sightline.db`',
  ),
} as const satisfies Settings
