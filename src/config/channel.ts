import { z } from 'zod'
import { zoneNamed } from '../lib/time-zone.ts'
import { list, type Settings, setting, text } from './value-types.ts'

const timeZone = z
  .string()
  .default('UTC')
  .transform((text, context) => {
    const name = zoneNamed(text)
    if (name === null) context.addIssue('must be an IANA time zone')
    return name ?? z.NEVER
  })

export const channelSettings = {
  SIGHTLINE_ORGANIZATION_ID: setting(text, 'Id of the organization. Required.', '5f0c7a1e-…'),
  SIGHTLINE_WORKSPACE_ID: setting(text, 'Id of the workspace in the organization. Required.', '0b9d3c52-…'),
  SIGHTLINE_PROJECT_ID: setting(
    text,
    'Id of the analysis (project) with the brands to compare. Required.',
    '77e1d0aa-…',
  ),
  SIGHTLINE_SUBREDDITS: setting(
    list,
    'Subreddits to show, separated by commas.',
    'saas,smallbusiness',
    'all in the service',
  ),
  SIGHTLINE_RECOMMENDATIONS: setting(
    list,
    'Ids of recommendations that every channel tracks, separated by commas.',
    '3f1c…,9a20…',
    'none',
  ),
  SIGHTLINE_TIME_ZONE: setting(timeZone, 'IANA time zone for weeks and digests.', 'Europe/Paris', '`UTC`'),
} as const satisfies Settings
