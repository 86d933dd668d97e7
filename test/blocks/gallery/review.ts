import { reviewAnswer, reviewDigest } from '../../../src/blocks/review/review.ts'
import type { Review } from '../../../src/model/review.ts'
import { crowdedReview, earlyReview, emptyReview, quarterReview, unreadReview } from '../review-fixtures.ts'
import { type ExhibitGroup, exhibitsOf, inChannel } from './exhibit.ts'

const text = 'review quarter'
const answer = (review: Review) => reviewAnswer(review, text, { shareable: true, command: text })
const shared = (review: Review) =>
  reviewAnswer(review, text, { shareable: false, command: text, sharedBy: 'U0ANA' })
const asDigest = (review: Review, name: string) =>
  reviewDigest(review, {
    name,
    label: null,
    text: 'review 2026-10-01..2026-10-31',
    footer: ['Set up by ', { user: 'U0ANA' }, ' · The 1st of every month at 9:00 (Paris)'],
  })

export const reviewGroup: ExhibitGroup = {
  title: 'Review',
  exhibits: [
    ...exhibitsOf(answer, {
      review: ['You asked what came of this quarter’s work.', quarterReview],
      'review-early': ['Every task is too young to say anything of it.', earlyReview],
      'review-empty': ['Nothing was done in that time.', emptyReview],
      'review-unread': ['The figures can’t be had, or are too few.', unreadReview],
      'review-crowded': ['A big team’s quarter, with long texts.', crowdedReview],
    }),
    ...inChannel(shared, { 'review-shared': ['A person showed it to the whole channel.', quarterReview] }),
    ...inChannel(asDigest, {
      'review-digest': ['The monthly review, posted as its own digest.', quarterReview, 'Monthly review'],
    }),
  ],
}
