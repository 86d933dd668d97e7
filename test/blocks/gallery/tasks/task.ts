import { taskAnswer } from '../../../../src/blocks/tasks/recommendations.ts'
import { aimModal, alreadyDoneModal, markDoneModal } from '../../../../src/blocks/tasks/task-forms.ts'
import { created, creating, recommendation, unknownTask } from '../../fixtures.ts'
import { type ExhibitGroup, examplesOf, exhibitsOf } from '../exhibit.ts'

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

const filterNames = [{ filter: 'topics' as const, id: 't1', name: 'Pricing' }]
const aimForm = {
  place: form.place,
  aim,
  by: null,
  engines: ['ChatGPT', 'Perplexity', 'GoogleAIO', 'Gemini'],
  filterNames,
}

export const taskGroup: ExhibitGroup = {
  title: 'A task for one recommendation',
  exhibits: [
    ...exhibitsOf(taskAnswer, {
      task: [
        'You asked for the task of a recommendation; the button asks for confirmation.',
        recommendation(0),
      ],
      'task-no-brief': ['The recommendation has no brief yet.', recommendation(1, { briefs: [] })],
      'task-creating': ['Another person has just clicked.', recommendation(0, { task: creating })],
      'task-created': ['It has its task.', recommendation(0, { task: created })],
      'task-done': [
        'A team member marked it as done.',
        recommendation(0, { task: { ...created, done: { on: '2026-11-20', by: 'U0BEN' } } }),
      ],
      'task-reopened': [
        'A team member marked it as not done again.',
        recommendation(0, { task: { ...created, reopenedBy: 'U0BEN' } }),
      ],
      'task-aimed': [
        'You asked for the task of a recommendation whose text names its aim.',
        recommendation(0),
        { aim: { aim, filterNames } },
      ],
      'task-unknown': ['An earlier click got no clear answer.', recommendation(0, { task: unknownTask() })],
    }),
    ...examplesOf(aimModal, {
      'task-aim-form': [
        'You clicked “Change aim”: the aim comes from the text; or another person changed it, and what you entered can’t be used.',
        [aimForm],
        [
          { ...aimForm, aim: { ...aim, subreddit: 'two words' }, by: 'U0BEN' },
          { errors: { subreddit: 'Enter one subreddit, such as r/crm.' } },
        ],
      ],
    }),
    ...examplesOf(markDoneModal, {
      'task-done-form': [
        'You clicked “Mark as done”; or you chose a day in the future.',
        [form],
        [form, { errors: { day: 'Choose today or an earlier day.' } }],
      ],
    }),
    ...exhibitsOf(alreadyDoneModal, {
      'task-done-already': [
        'Another person marked it before you submitted the form.',
        created.name,
        { on: '2026-11-20', by: 'U0BEN', thisYear: 2026 },
      ],
    }),
  ],
}
