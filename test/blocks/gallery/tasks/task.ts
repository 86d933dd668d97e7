import { taskAnswer } from '../../../../src/blocks/tasks/recommendation.ts'
import { aimModal, alreadyDoneModal, markDoneModal } from '../../../../src/blocks/tasks/task-forms.ts'
import type { Recommendation } from '../../../../src/model/recommendation.ts'
import { created, creating, recommendation, unknownTask } from '../../fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from '../exhibit.ts'

const { organizationId, workspaceId, resultId } = recommendation(0)
const aim = { engines: ['Perplexity'], rival: 'Acme', topics: ['t1'], subreddit: 'running' }
const form = {
  place: {
    organizationId,
    workspaceId,
    resultId,
    taskId: created.taskId,
    channel: 'C0TEAM',
    messageTs: '1763280840.000100',
    privateAddress: null,
    page: null,
  },
  name: created.name,
  day: '2026-11-20',
}

const aimForm = {
  place: form.place,
  aim,
  by: null,
  engines: ['ChatGPT', 'Perplexity', 'GoogleAIO', 'Gemini'],
  filterNames: [{ filter: 'topics' as const, id: 't1', name: 'Pricing' }],
}

const answer = (name: string, when: string, one: Recommendation): Exhibit =>
  exhibit({ name, when, data: { one }, draw: ({ one }) => taskAnswer(one) })

export const taskGroup: ExhibitGroup = {
  title: 'A task for one recommendation',
  exhibits: [
    answer(
      'task',
      'You asked for the task of a recommendation; the button asks for confirmation.',
      recommendation(0),
    ),
    answer('task-no-brief', 'The recommendation has no brief yet.', recommendation(1, { briefs: [] })),
    answer('task-creating', 'Another person has just clicked.', recommendation(0, { task: creating })),
    answer('task-created', 'It has its task.', recommendation(0, { task: created })),
    answer(
      'task-done',
      'A team member marked it as done.',
      recommendation(0, { task: { ...created, done: { on: '2026-11-20', by: 'U0BEN' } } }),
    ),
    answer(
      'task-reopened',
      'A team member marked it as not done again.',
      recommendation(0, { task: { ...created, reopenedBy: 'U0BEN' } }),
    ),
    exhibit({
      name: 'task-aimed',
      when: 'You asked for the task of a recommendation whose text names its aim.',
      data: {
        one: recommendation(0),
        aim: { aim, filterNames: [{ filter: 'topics' as const, id: 't1', name: 'Pricing' }] },
      },
      draw: ({ one, aim: aimed }) => taskAnswer(one, { aim: aimed }),
    }),
    exhibit({
      name: 'task-aim-form',
      when: 'You clicked “Change aim”: the aim comes from the text; or another person changed it, and what you entered can’t be used.',
      data: { read: aimForm, changed: { ...aimForm, aim: { ...aim, subreddit: 'two words' }, by: 'U0BEN' } },
      draw: ({ read, changed }) => [
        aimModal(read),
        aimModal(changed, { errors: { subreddit: 'Enter one subreddit, such as r/crm.' } }),
      ],
    }),
    exhibit({
      name: 'task-done-form',
      when: 'You clicked “Mark as done”; or you chose a day in the future.',
      data: { form },
      draw: ({ form }) => [
        markDoneModal(form),
        markDoneModal(form, { errors: { day: 'Choose today or an earlier day.' } }),
      ],
    }),
    exhibit({
      name: 'task-done-already',
      when: 'Another person marked it before you submitted the form.',
      data: { name: created.name, done: { on: '2026-11-20', by: 'U0BEN', thisYear: 2026 } },
      draw: ({ name, done }) => alreadyDoneModal(name, done),
    }),
    answer(
      'task-unknown',
      'An earlier click got no clear answer.',
      recommendation(0, { task: unknownTask() }),
    ),
  ],
}
