import { exported } from '../../../../src/blocks/kit/figures.ts'
import { counted } from '../../../../src/blocks/kit/formats.ts'
import { taskBriefModal } from '../../../../src/blocks/tasks/brief.ts'
import { storyAnswer, storyModal } from '../../../../src/blocks/tasks/story.ts'
import {
  newTask,
  taskChecked,
  taskCreated,
  taskNotConfirmed,
  taskNotShown,
  taskTaken,
} from '../../../../src/blocks/tasks/task-replies.ts'
import { type ListedTask, tasksAnswer } from '../../../../src/blocks/tasks/tasks.ts'
import type { TaskEvidence, TaskState } from '../../../../src/model/recommendation.ts'
import type { Aim, Story } from '../../../../src/model/story.ts'
import { created, creating, recommendation, unknownTask } from '../../fixtures.ts'
import { type ExhibitGroup, examplesOf, exhibit, exhibitsOf, inChannel } from '../exhibit.ts'
import { down, otherStories, storyNotes, storyWords, up } from './stories.ts'

const { organizationId, workspaceId, resultId } = recommendation(0)
const ref = { organizationId, workspaceId, resultId }
const unknown = unknownTask()
const foundTask: TaskState = {
  ...created,
  taskId: '7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d003',
  name: 'Get listed in the three most quoted buying guides',
  description: '',
  at: '2026-11-16T08:31:00Z',
  confirmedBy: 'U0BEN',
}

const nothing: TaskEvidence = { by: 'U0BEN', at: '2026-11-16T08:14:30Z', items: [], briefs: 2, undated: 0 }
const sign = (number: number) => ({
  taskId: `7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d00${number}`,
  briefId: `b-${number}`,
  title: recommendation(number).briefs[0]?.title ?? '',
  writtenAt: `2026-11-16T08:2${number}:00Z`,
})

const readAim: Aim = { engines: ['Perplexity'], rival: 'Contoso', topics: [], subreddit: 'running' }
const aimed = { aim: readAim, filterNames: [] }

const done: TaskState = { ...created, done: { on: '2026-10-09', by: 'U0BEN' } } as TaskState

const listed = (number: number, state: TaskState, story: Story | null = null): ListedTask => ({
  story,
  aim: readAim,
  organizationId,
  workspaceId,
  resultId: recommendation(number).resultId,
  title: state.kind === 'created' ? null : (recommendation(number).briefs[0]?.title ?? null),
  state,
})
const tasks = [listed(0, creating), listed(1, created), listed(2, unknown), listed(3, foundTask)]
const counts = { created: 11, creating: 1, unknown: 1, done: 2 }
const options = { shareable: true, command: 'tasks' }

export const tasksGroup: ExhibitGroup = {
  title: 'Tasks',
  exhibits: [
    ...exhibitsOf(tasksAnswer, {
      tasks: [
        'You asked for the tasks that were created from this channel.',
        { tasks, counts, page: 1, pages: 2 },
        options,
      ],
      'tasks-stories': [
        'You asked for the tasks, with what was measured since: every possible result.',
        {
          tasks: [
            listed(0, created, up),
            listed(1, done, down),
            ...Object.values(otherStories).map((story, index) => listed(index + 2, created, story)),
          ],
          counts: { created: 9, creating: 0, unknown: 0, done: 1 },
          page: 1,
          pages: 1,
          ...storyWords,
        },
        options,
      ],
      'tasks-none': [
        'No task has been created from this channel.',
        { tasks: [], counts: { created: 0, creating: 0, unknown: 0, done: 0 }, page: 1, pages: 1 },
        options,
      ],
    }),
    exhibit({
      name: 'task-story',
      when: 'You clicked “See how”: the weeks before and since, with the competitors and the channel’s notes.',
      data: { name: 'Publish a comparison of daily trainers', story: up, notes: storyNotes, ...storyWords },
      draw: (told) => [storyAnswer(told), storyModal(told, { ...ref, taskId: sign(1).taskId })],
    }),
    exhibit({
      name: 'task-story-states',
      when: 'You clicked “See how”, and the weeks could not be read, or there is nothing to show.',
      data: [down, ...Object.values(otherStories)].map((story) => ({
        name: 'Answer the pricing thread on r/saas',
        story,
        ...storyWords,
      })),
      draw: (all) => all.map(storyAnswer),
    }),
    ...inChannel(tasksAnswer, {
      'tasks-shared': [
        'A person showed the last page of the tasks to the whole channel.',
        { tasks: [listed(1, created)], counts, page: 2, pages: 2 },
        { shareable: false, command: 'tasks page 2', sharedBy: 'U0ANA' },
      ],
    }),
    ...exhibitsOf((count: number, filename: string) => exported(counted(count, 'task'), filename), {
      'tasks-exported': ['You asked for the tasks as a file.', 13, 'sightline-tasks-2026-11-16.csv'],
    }),
    ...examplesOf(taskTaken, {
      'task-taken': [
        'You clicked a task’s button after another person did.',
        [ref, creating, 'U0ANA'],
        [ref, { kind: 'creating', by: 'U0ANA', at: '2026-11-16T08:13:59Z' }, 'U0ANA'],
        [ref, created, 'U0ANA'],
        [ref, unknown, 'U0ANA'],
        [ref, { kind: 'none' }, 'U0ANA'],
      ],
    }),
    exhibit({
      name: 'task-not-shown',
      when: 'Your click worked, but its message is gone, too old, or in a channel that Sightline has left.',
      data: { ref, created, unknown, aimed },
      draw: ({ ref, created, unknown, aimed }) => [
        taskCreated(ref, created, aimed, false),
        taskNotShown(ref, unknown),
      ],
    }),
    ...inChannel(newTask, {
      'task-announced': [
        'A task was created in another channel, whose settings announce new tasks here.',
        ref,
        created,
        { name: created.name, channel: 'C0BRAND' },
      ],
    }),
    ...examplesOf(taskCreated, {
      'task-created-by-you': [
        'You created a task, in a digest or in the list: its aim, or that the aim couldn’t be read.',
        [ref, created, aimed],
        [ref, created, null],
      ],
    }),
    ...exhibitsOf(taskChecked, {
      'task-checked-nothing': [
        'You checked again whether a task exists, and there is no sign of it.',
        ref,
        nothing,
      ],
      'task-checked-one': [
        'You checked again, and a brief has appeared since.',
        ref,
        { ...nothing, items: [sign(1)], briefs: 3, undated: 1 },
      ],
      'task-checked-many': [
        'You checked again, and several briefs have appeared since.',
        ref,
        { ...nothing, items: [4, 3, 2, 1].map(sign), briefs: 9, undated: 2 },
      ],
    }),
    exhibit({
      name: 'task-confirmed',
      when: 'You chose which brief is the task; or that brief no longer exists.',
      data: { ref, state: { ...created, confirmedBy: 'U0OLIVIA' }, aimed },
      draw: ({ ref, state, aimed }) => [taskCreated(ref, state, aimed), taskNotConfirmed(ref)],
    }),
    ...examplesOf(taskBriefModal, {
      'task-brief-waiting': [
        'You opened the brief of a new task, which is not written yet.',
        [recommendation(0).briefs, { ...ref, taskId: 'new' }],
        [[], { ...ref, taskId: 'new' }],
      ],
    }),
  ],
}
