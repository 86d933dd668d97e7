import { exported } from '../../../src/blocks/kit/csv.ts'
import { counted } from '../../../src/blocks/kit/numbers.ts'
import { reviewAnswer, reviewDigest } from '../../../src/blocks/review/review.ts'
import type { Review } from '../../../src/model/review.ts'
import { crowdedReview, earlyReview, emptyReview, quarterReview, unreadReview } from '../review-fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const answer = (name: string, when: string, review: Review): Exhibit =>
  exhibit({
    name,
    when,
    data: { review },
    draw: ({ review }) =>
      reviewAnswer(review, 'review quarter', { shareable: true, command: 'review quarter' }),
  })

export const reviewGroup: ExhibitGroup = {
  title: 'Review',
  exhibits: [
    answer('review', 'You asked what came of this quarter’s work.', quarterReview),
    answer('review-early', 'Every task is too young to say anything of it.', earlyReview),
    answer('review-empty', 'Nothing was done in that time.', emptyReview),
    answer('review-unread', 'The figures can’t be had, or are too few.', unreadReview),
    answer('review-crowded', 'A big team’s quarter, with long texts.', crowdedReview),
    exhibit({
      name: 'review-shared',
      when: 'A person showed it to the whole channel.',
      seenBy: 'channel',
      data: { review: quarterReview },
      draw: ({ review }) =>
        reviewAnswer(review, 'review quarter', {
          shareable: false,
          command: 'review quarter',
          sharedBy: 'U0ANA',
        }),
    }),
    exhibit({
      name: 'review-digest',
      when: 'The monthly review, posted as its own digest.',
      seenBy: 'channel',
      data: { review: quarterReview, name: 'Monthly review', label: null as string | null },
      draw: ({ review, name, label }) =>
        reviewDigest(review, {
          name,
          label,
          text: 'review 2026-10-01..2026-10-31',
          footer: ['Set up by ', { user: 'U0ANA' }, ' · The 1st of every month at 9:00 (Paris)'],
        }),
    }),
    exhibit({
      name: 'review-exported',
      when: 'You clicked “Download CSV”.',
      data: { rows: 9, filename: 'sightline-review-2026-10-01-2026-11-22.csv' },
      draw: ({ rows, filename }) => exported(counted(rows, 'row'), filename),
    }),
  ],
}
