import {
  deliverySettled,
  deliveryUnknown,
  digestNotPosted,
  digestPaused,
  ownerFound,
  ownerWanted,
  withPreface,
} from '../../../../src/blocks/digests/notices.ts'
import { type ExhibitGroup, exhibit } from '../exhibit.ts'
import { homeDigest } from '../home.ts'

const which = { name: 'Weekly brand visibility', channel: 'C0BRAND', slot: '2026-11-16T08:00:00Z' }
const deliveryId = '9f2c7a52-0000-4000-8000-000000000001'
const subscriptionId = '1c0e7a52-0000-4000-8000-000000000009'

export const digestFailureGroup: ExhibitGroup = {
  title: 'When a digest needs a person',
  exhibits: [
    exhibit({
      name: 'digest-paused',
      when: 'Slack permanently refuses a digest of yours: it is paused, and you get one direct message.',
      data: (
        [
          'is_archived',
          'not_in_channel',
          'channel_not_found',
          'restricted_action',
          'missing_scope',
          { code: 'slack_refused', detail: 'no_such_luck' },
        ] as const
      ).map((reason) => ({ ...which, reason })),
      draw: (all) => all.map(digestPaused),
    }),
    exhibit({
      name: 'notice-preface',
      when: 'Slack didn’t confirm that message, so you get it again; or the owner can’t be reached, and you are the named contact.',
      data: [
        { again: true, insteadOf: null },
        { again: false, insteadOf: 'U0BEN' },
        { again: true, insteadOf: 'C0BRAND' },
      ],
      draw: (all) => all.map((how) => withPreface(digestPaused({ ...which, reason: 'is_archived' }), how)),
    }),
    exhibit({
      name: 'digest-not-posted',
      when: 'A digest of yours could not be posted this time; the next one is posted as usual.',
      data: {
        ...which,
        reason: { code: 'not_composed', detail: 'The analytics service refuses the key.' } as const,
        hours: 12,
      },
      draw: digestNotPosted,
    }),
    exhibit({
      name: 'delivery-unknown',
      when: 'Slack didn’t confirm a digest of yours, and Sightline isn’t allowed to read the channel.',
      data: { ...which, deliveryId },
      draw: deliveryUnknown,
    }),
    exhibit({
      name: 'delivery-settled',
      when: 'You pressed “Post again”: it was posted, or it turned out to be there already.',
      data: [
        { digest: homeDigest(), by: 'U0ANA', outcome: 'posted' as const },
        { digest: homeDigest(), by: 'U0ANA', outcome: 'found' as const },
      ],
      draw: (all) => all.map(({ digest, by, outcome }) => deliverySettled(digest, by, outcome)),
    }),
    exhibit({
      name: 'digest-owner-wanted',
      when: 'The digest’s owner has left.',
      seenBy: 'channel',
      data: { name: which.name, gone: 'U0BEN', subscriptionId },
      draw: ({ name, gone, subscriptionId: id }) => ownerWanted(name, gone, id),
    }),
    exhibit({
      name: 'digest-owner-found',
      when: 'A person pressed “Own this digest”.',
      seenBy: 'channel',
      data: [
        { digest: homeDigest(), owner: 'U0ANA' },
        {
          digest: homeDigest({ pausedFor: 'is_archived', pausedAt: '2026-11-16T08:00:05Z', nextRuns: [] }),
          owner: 'U0ANA',
        },
      ],
      draw: (all) => all.map(({ digest, owner }) => ownerFound(digest, owner)),
    }),
  ],
}
