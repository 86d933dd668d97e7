import {
  evaluationAnswer,
  evaluationDone,
  evaluationGone,
  watchedEvaluations,
  watchGivenUp,
  watchStarted,
  watchStopped,
} from '../../../src/blocks/evaluations/evaluation.ts'
import { evaluation, evaluationRef as ref, watch } from '../answer-fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: `evaluation ${ref.evaluationId}`, watching: false, ref }

const answer = (
  name: string,
  when: string,
  more: Parameters<typeof evaluation>[0],
  watching = false,
): Exhibit =>
  exhibit({
    name: `evaluation-${name}`,
    when,
    data: { one: evaluation(more), options: { ...options, watching } },
    draw: ({ one, options }) => evaluationAnswer(one, options),
  })

const listed = { shareable: true, command: 'evaluation' }
const urls = Array.from({ length: 14 }, (_, index) => `https://www.northwind.example/page-${index}`)

export const evaluationGroup: ExhibitGroup = {
  title: 'Website evaluations',
  exhibits: [
    answer('in-progress', 'You asked for an evaluation that is in progress.', {}),
    answer('pending', 'It hasn’t started.', { status: 'pending', cost: 0, tags: [], discovery: null }),
    answer('watched', 'You asked again for one that you are watching.', {}, true),
    answer('completed', 'It is done.', { status: 'completed', isFinal: true }, true),
    answer('partial', 'It ended with a partial result.', {
      status: 'partial',
      isFinal: true,
      discovery: false,
    }),
    answer('failed', 'It failed; it is archived and has no addresses.', {
      status: 'failed',
      isFinal: true,
      isArchived: true,
      urls: [],
    }),
    answer('another-state', 'Its state is one that the specification doesn’t list.', {
      status: 'on_hold',
      urls,
      cost: 1_250,
    }),
    answer('no-state', 'The service gives neither a state nor a name.', { status: null, name: '' }),
    exhibit({
      name: 'evaluations',
      when: 'You typed /sightline evaluation: those watched in the channel. One can’t be read, and some don’t fit.',
      data: {
        here: {
          evaluations: [
            { ok: true, data: evaluation() } as const,
            { ok: true, data: evaluation({ name: 'Blog', status: 'completed', isFinal: true }) } as const,
            { ok: false, reason: 'The service did not answer.', subject: ref.evaluationId } as const,
          ],
          omittedCount: 2,
        },
        options: listed,
      },
      draw: ({ here, options }) => watchedEvaluations(here, options),
    }),
    exhibit({
      name: 'evaluations-none',
      when: 'No evaluation is watched in the channel.',
      data: { here: { evaluations: [], omittedCount: 0 }, options: listed },
      draw: ({ here, options }) => watchedEvaluations(here, options),
    }),
    exhibit({
      name: 'evaluation-watch-started',
      when: 'You clicked “Notify me when it’s done”; the second time, the service couldn’t be reached.',
      data: { name: 'Product pages, English', ref, days: 30 },
      draw: ({ name, ref, days }) => [
        watchStarted(name, ref, { already: false, days }),
        watchStarted(null, ref, { already: false, days }),
      ],
    }),
    exhibit({
      name: 'evaluation-watch-already',
      when: 'You clicked it again.',
      data: { name: 'Product pages, English', ref, days: 30 },
      draw: ({ name, ref, days }) => watchStarted(name, ref, { already: true, days }),
    }),
    exhibit({
      name: 'evaluation-watch-stopped',
      when: 'You clicked “Stop watching”, then clicked it again.',
      data: { ref },
      draw: ({ ref }) => [watchStopped(true, ref), watchStopped(false, ref)],
    }),
    exhibit({
      name: 'evaluation-told',
      when: 'A direct message: the evaluation that you watch is done.',
      data: { one: evaluation({ status: 'completed', isFinal: true }), watch },
      draw: ({ one, watch }) => evaluationDone(one, watch),
    }),
    exhibit({
      name: 'evaluation-gone',
      when: 'A direct message: the service no longer knows it.',
      data: { watch },
      draw: ({ watch }) => evaluationGone(watch),
    }),
    exhibit({
      name: 'evaluation-given-up',
      when: 'A direct message: it didn’t finish within 30 days.',
      data: { watch, why: 'It isn’t done yet.', days: 30 },
      draw: ({ watch, why, days }) => watchGivenUp(watch, days, why),
    }),
  ],
}
