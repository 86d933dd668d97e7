import { taskAnswer } from '../../../src/blocks/tasks/task-confirmation.ts'
import type { Recommendation } from '../../../src/model/recommendation.ts'
import { created, recommendation } from '../fixtures.ts'
import { type Exhibit, exhibit, type Room } from './exhibit.ts'

const answer = (name: string, when: string, one: Recommendation): Exhibit =>
  exhibit({ name, when, data: { one }, draw: ({ one }) => taskAnswer(one) })

export const taskRoom: Room = {
  title: 'A task for one recommendation',
  exhibits: [
    answer(
      'task',
      'You asked for the task of a recommendation; the button asks once more.',
      recommendation(0),
    ),
    answer('task-no-brief', 'The recommendation has no brief yet.', recommendation(1, { briefs: [] })),
    answer(
      'task-creating',
      'Somebody else has just clicked.',
      recommendation(0, { task: { kind: 'creating', by: 'U0BEN', at: '2026-11-16T08:13:59Z' } }),
    ),
    answer('task-created', 'It has its task.', recommendation(0, { task: created })),
    answer(
      'task-unknown',
      'An earlier click got no clear answer.',
      recommendation(0, {
        task: { kind: 'unknown', by: 'U0BEN', at: '2026-11-16T08:14:30Z', reason: 'outcome_unknown' },
      }),
    ),
  ],
}
