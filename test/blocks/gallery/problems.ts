import { closedFormAnswered, closedFormRefused } from '../../../src/blocks/forms/closed-form.ts'
import { doneModal } from '../../../src/blocks/kit/modal.ts'
import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { workingMessage } from '../../../src/blocks/kit/working.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

export const problemsGroup: ExhibitGroup = {
  title: 'Waiting and problems',
  exhibits: [
    exhibit({
      name: 'working',
      when: 'The answer takes longer than a moment; it will stand in the same place.',
      data: {},
      draw: workingMessage,
    }),
    exhibit({
      name: 'problem',
      when: 'What was typed is not understood.',
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
      when: 'What was typed is near several commands.',
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
      when: 'The analytics service does not answer.',
      data: {
        sentence: 'The analytics service did not answer. Try again in a minute.',
        reference: null,
      },
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
