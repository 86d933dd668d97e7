import {
  deliverySettled,
  deliveryUnknown,
  digestNotPosted,
  digestPaused,
  ownerFound,
  ownerWanted,
  withPreface,
} from '../../../../src/blocks/digests/notices.ts'
import type { HomeDigest } from '../../../../src/blocks/home/home.ts'
import { type ExhibitGroup, examplesOf, exhibitsOf, inChannel } from '../exhibit.ts'
import { homeDigest } from '../home.ts'

const which = { name: 'Weekly brand visibility', channel: 'C0BRAND', slot: '2026-11-16T08:00:00Z' }
const prefaced = (how: Parameters<typeof withPreface>[1]) =>
  withPreface(digestPaused({ ...which, reason: 'is_archived' }), how)
const settled = (digest: HomeDigest, by: string) =>
  (['posted', 'found'] as const).map((outcome) => deliverySettled(digest, by, outcome))

export const digestFailureGroup: ExhibitGroup = {
  title: 'When a digest needs a person',
  exhibits: [
    ...examplesOf(digestPaused, {
      'digest-paused': [
        'Slack permanently refuses a digest of yours: it is paused, and you get one direct message.',
        [{ ...which, reason: 'is_archived' }],
        [{ ...which, reason: 'not_in_channel' }],
        [{ ...which, reason: 'channel_not_found' }],
        [{ ...which, reason: 'restricted_action' }],
        [{ ...which, reason: 'missing_scope' }],
        [{ ...which, reason: { code: 'slack_refused', detail: 'no_such_luck' } }],
      ],
    }),
    ...examplesOf(prefaced, {
      'notice-preface': [
        'Slack didn’t confirm that message, so you get it again; or the owner can’t be reached, and you are the named contact.',
        [{ again: true, insteadOf: null }],
        [{ again: false, insteadOf: 'U0BEN' }],
        [{ again: true, insteadOf: 'C0BRAND' }],
      ],
    }),
    ...exhibitsOf(digestNotPosted, {
      'digest-not-posted': [
        'A digest of yours could not be posted this time; the next one is posted as usual.',
        {
          ...which,
          reason: { code: 'not_composed', detail: 'The analytics service refuses the key.' },
          hours: 12,
        },
      ],
    }),
    ...exhibitsOf(deliveryUnknown, {
      'delivery-unknown': [
        'Slack didn’t confirm a digest of yours, and Sightline isn’t allowed to read the channel.',
        { ...which, deliveryId: '9f2c7a52-0000-4000-8000-000000000001' },
      ],
    }),
    ...exhibitsOf(settled, {
      'delivery-settled': [
        'You pressed “Post again”: it was posted, or it turned out to be there already.',
        homeDigest(),
        'U0ANA',
      ],
    }),
    ...inChannel(ownerWanted, {
      'digest-owner-wanted': [
        'The digest’s owner has left.',
        which.name,
        'U0BEN',
        '1c0e7a52-0000-4000-8000-000000000009',
      ],
    }),
    ...examplesOf(
      ownerFound,
      {
        'digest-owner-found': [
          'A person pressed “Own this digest”.',
          [homeDigest(), 'U0ANA'],
          [homeDigest({ pausedFor: 'is_archived', pausedAt: '2026-11-16T08:00:05Z', nextRuns: [] }), 'U0ANA'],
        ],
      },
      { seenBy: 'channel' },
    ),
  ],
}
