import { z } from 'zod'
import { list, number, type Settings, setting, text } from './kinds.ts'

const timeZone = z
  .string()
  .default('UTC')
  .refine((zone) => {
    // Temporal takes offsets, too, but they know no summer time.
    if (/^[+-]/.test(zone)) return false
    try {
      Temporal.Now.zonedDateTimeISO(zone)
      return true
    } catch {
      return false
    }
  }, 'must be an IANA time zone')

/** What a channel looks at that nobody has set up. */
export const channelSettings = {
  SIGHTLINE_ORGANIZATION_ID: setting(
    text('is empty'),
    'Organization whose data is shown. Required.',
    '5f0c7a1e-…',
  ),
  SIGHTLINE_WORKSPACE_ID: setting(
    text('is empty'),
    'Workspace inside the organization. Required.',
    '0b9d3c52-…',
  ),
  SIGHTLINE_PROJECT_ID: setting(
    text('is empty'),
    'Analysis (project) whose competitor brands are shown. Required.',
    '77e1d0aa-…',
  ),
  SIGHTLINE_SUBREDDITS: setting(
    list,
    'Subreddits to follow, separated by commas.',
    'saas,smallbusiness',
    'all that the service has',
  ),
  SIGHTLINE_RECOMMENDATIONS: setting(
    list,
    'Ids of recommended actions that every channel tracks, separated by commas.',
    '3f1c…,9a20…',
    'none',
  ),
  SIGHTLINE_TIME_ZONE: setting(
    timeZone,
    'IANA time zone in which weeks are counted and digests are sent.',
    'Europe/Paris',
    '`UTC`',
  ),
  SIGHTLINE_NOISE_BAND: setting(
    number(1, 0, 100, false),
    'A change of at most this many points is not a headline.',
    '1',
    '`1`',
  ),
} as const satisfies Settings
