import { z } from 'zod'
import { list, number, type Settings, setting } from './value-types.ts'

const weekdays: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const digestTime = z
  .string()
  .default('mon 09:00')
  .transform((value, context) => {
    const match = /^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):([0-5]\d)$/i.exec(value.trim())
    if (match === null) {
      context.addIssue('must be a weekday (mon to sun) and a time from 00:00 to 23:59')
      return z.NEVER
    }
    const day = (match[1] ?? '').toLowerCase()
    return { weekday: weekdays.indexOf(day) + 1, time: `${match[2]}:${match[3]}` }
  })

export const digestSettings = {
  SIGHTLINE_DIGEST_CHANNELS: setting(
    list.refine(
      (ids) => ids.every((id) => /^[CG][A-Z0-9]{2,}$/.test(id)),
      'must be Slack channel ids, which start with C or G',
    ),
    'Ids of the channels that get the weekly digest, separated by commas.',
    'C0123ABCD,C0456EFGH',
    'none',
  ),
  SIGHTLINE_DIGEST_TIME: setting(
    digestTime,
    'Weekday and time of the weekly digest, in SIGHTLINE_TIME_ZONE.',
    'mon 09:00',
    '`mon 09:00`',
  ),
  SIGHTLINE_DIGEST_GRACE_HOURS: setting(
    number(1, 168).prefault('12'),
    'After downtime, digests that are late by up to this many hours are still posted.',
    '12',
    '`12`',
  ),
} as const satisfies Settings
