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
import { type ExhibitGroup, examplesOf, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: `evaluation ${ref.evaluationId}`, watching: false, ref }
const watching = { ...options, watching: true }
const listed = { shareable: true, command: 'evaluation' }
const done = evaluation({ status: 'completed', isFinal: true })
const { name } = done
const days = 30

export const evaluationGroup: ExhibitGroup = {
  title: 'Website evaluations',
  exhibits: [
    ...exhibitsOf(evaluationAnswer, {
      'evaluation-in-progress': ['You asked for an evaluation that is in progress.', evaluation(), options],
      'evaluation-pending': [
        'It hasn’t started.',
        evaluation({ status: 'pending', cost: 0, tags: [], discovery: null }),
        options,
      ],
      'evaluation-watched': ['You asked again for one that you are watching.', evaluation(), watching],
      'evaluation-completed': ['It is done.', done, watching],
      'evaluation-partial': [
        'It ended with a partial result.',
        evaluation({ status: 'partial', isFinal: true, discovery: false }),
        options,
      ],
      'evaluation-failed': [
        'It failed; it is archived and has no addresses.',
        evaluation({ status: 'failed', isFinal: true, isArchived: true, urls: [] }),
        options,
      ],
      'evaluation-another-state': [
        'Its state is one that the specification doesn’t list.',
        evaluation({
          status: 'on_hold',
          urls: Array.from({ length: 14 }, (_, index) => `https://www.northwind.example/page-${index}`),
          cost: 1_250,
        }),
        options,
      ],
      'evaluation-no-state': [
        'The service gives neither a state nor a name.',
        evaluation({ status: null, name: '' }),
        options,
      ],
    }),
    ...exhibitsOf(watchedEvaluations, {
      evaluations: [
        'You typed /sightline evaluation: those watched in the channel. One can’t be read, and some don’t fit.',
        {
          evaluations: [
            { ok: true, data: evaluation() },
            { ok: true, data: evaluation({ name: 'Blog', status: 'completed', isFinal: true }) },
            { ok: false, reason: 'The service did not answer.', subject: ref.evaluationId },
          ],
          omittedCount: 2,
        },
        listed,
      ],
      'evaluations-none': [
        'No evaluation is watched in the channel.',
        { evaluations: [], omittedCount: 0 },
        listed,
      ],
    }),
    ...examplesOf(watchStarted, {
      'evaluation-watch-started': [
        'You clicked “Notify me when it’s done”; the second time, the service couldn’t be reached.',
        [name, ref, days],
        [null, ref, days],
      ],
    }),
    ...exhibitsOf(watchStopped, {
      'evaluation-watch-stopped': ['You clicked “Stop watching”.', ref],
    }),
    ...exhibitsOf(evaluationDone, {
      'evaluation-told': ['A direct message: the evaluation that you watch is done.', done, watch],
    }),
    ...exhibitsOf(evaluationGone, {
      'evaluation-gone': ['A direct message: the service no longer knows it.', watch],
    }),
    ...exhibitsOf(watchGivenUp, {
      'evaluation-given-up': [
        'A direct message: it didn’t finish within 30 days.',
        watch,
        days,
        'It isn’t done yet.',
      ],
    }),
  ],
}
