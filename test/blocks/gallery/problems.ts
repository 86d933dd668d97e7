import { slowAnswerMessage, workingMessage } from '../../../src/blocks/conversation/replies.ts'
import { closedFormAnswered, closedFormRefused, doneModal } from '../../../src/blocks/forms/modal.ts'
import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

export const problemsGroup: ExhibitGroup = {
  title: 'Waiting and problems',
  exhibits: [
    exhibit({
      name: 'working',
      when: 'The answer takes more than a moment; it will replace this message.',
      data: {},
      draw: workingMessage,
    }),
    exhibit({
      name: 'working-stays',
      when: 'The answer to a command takes more than a moment; it will appear below.',
      data: {},
      draw: slowAnswerMessage,
    }),
    exhibit({
      name: 'problem',
      when: 'Sightline doesn’t understand what you typed.',
      data: {
        sentence: 'I don’t know “visibilty”.',
        reference: 'K7Q2M',
        usage: '/sightline visibility | reddit',
        suggestion: 'visibility ChatGPT',
      },
      draw: problemMessage,
    }),
    exhibit({
      name: 'problem-several',
      when: 'What you typed is close to several commands.',
      data: {
        sentence: 'I don’t know “taks”.',
        reference: null,
        suggestions: [
          { text: 'tasks' },
          { text: `tasks ${'page 2 '.repeat(12)}` },
          { text: 'digest list', label: 'See the digests' },
        ],
      },
      draw: problemMessage,
    }),
    exhibit({
      name: 'problem-plain',
      when: 'The analytics service doesn’t answer.',
      data: { sentence: 'The analytics service did not answer. Try again in a minute.', reference: null },
      draw: problemMessage,
    }),
    exhibit({
      name: 'form-closed',
      when: 'You closed a form while it was being checked, and it was saved.',
      data: { title: 'Set up this channel', done: 'Saved for #brand-visibility.' },
      draw: ({ title, done }) => closedFormAnswered(title, doneModal(title, done)),
    }),
    exhibit({
      name: 'form-closed-refused',
      when: 'You closed a form while it was being checked, and it could not be saved.',
      data: {
        title: 'Set up this channel',
        sentences: ['This organization has no such workspace. Choose one from the list.'],
      },
      draw: ({ title, sentences }) => closedFormRefused(title, sentences),
    }),
  ],
}
