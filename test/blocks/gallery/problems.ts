import { slowAnswerMessage, workingMessage } from '../../../src/blocks/conversation/replies.ts'
import { closedFormAnswered, closedFormRefused, doneModal } from '../../../src/blocks/forms/modal.ts'
import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const title = 'Set up this channel'

export const problemsGroup: ExhibitGroup = {
  title: 'Waiting and problems',
  exhibits: [
    ...exhibitsOf(workingMessage, {
      working: ['The answer takes more than a moment; it will replace this message.'],
    }),
    ...exhibitsOf(slowAnswerMessage, {
      'working-stays': ['The answer to a command takes more than a moment; it will appear below.'],
    }),
    ...exhibitsOf(problemMessage, {
      problem: [
        'Sightline doesn’t understand what you typed.',
        {
          sentence: 'I don’t know “visibilty”.',
          reference: 'K7Q2M',
          usage: '/sightline visibility | reddit',
          suggestion: 'visibility ChatGPT',
        },
      ],
      'problem-several': [
        'What you typed is close to several commands.',
        {
          sentence: 'I don’t know “taks”.',
          reference: null,
          suggestions: [
            { text: 'tasks' },
            { text: `tasks ${'page 2 '.repeat(12)}` },
            { text: 'digest list', label: 'See the digests' },
          ],
        },
      ],
    }),
    ...exhibitsOf((title: string, done: string) => closedFormAnswered(title, doneModal(title, done)), {
      'form-closed': [
        'You closed a form while it was being checked, and it was saved.',
        title,
        'Saved for #brand-visibility.',
      ],
    }),
    ...exhibitsOf(closedFormRefused, {
      'form-closed-refused': [
        'You closed a form while it was being checked, and it could not be saved.',
        title,
        ['This organization has no such workspace. Choose one from the list.'],
      ],
    }),
  ],
}
