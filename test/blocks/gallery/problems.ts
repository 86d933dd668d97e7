import { problemMessage } from '../../../src/blocks/problem.ts'
import { workingMessage } from '../../../src/blocks/working.ts'
import { exhibit, type Room } from './exhibit.ts'

export const problemsRoom: Room = {
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
      name: 'problem-plain',
      when: 'The analytics service does not answer.',
      data: {
        sentence: 'The analytics service did not answer. Try again in a minute.',
        reference: null,
      },
      draw: problemMessage,
    }),
  ],
}
