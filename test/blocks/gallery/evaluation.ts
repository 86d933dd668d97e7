import {
  evaluationAnswer,
  evaluationDone,
  evaluationGone,
  watchedEvaluations,
  watchGivenUp,
  watchStarted,
  watchStopped,
} from '../../../src/blocks/evaluations/evaluation.ts'
import type { Evaluation } from '../../../src/model/evaluation.ts'
import { evaluation, evaluationRef as ref, watch } from '../answer-fixtures.ts'
import { type ExhibitGroup, examplesOf, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: `evaluation ${ref.evaluationId}`, watching: false, ref }
const watching = { ...options, watching: true }
const listed = { shareable: true, command: 'evaluation' }
const ended = (status: string) => ({ status, isFinal: true })
const done = evaluation(ended('completed'))
const { name } = done
const days = 30
const manyPages = Array.from({ length: 14 }, (_, index) => `https://www.northwind.example/page-${index}`)

const answer = (one: Evaluation, asked = options) => evaluationAnswer(one, asked)

export const evaluationGroup: ExhibitGroup = {
  title: 'Website evaluations',
  exhibits: [
    ...exhibitsOf(answer, {
      'evaluation-in-progress': ['You asked for an evaluation that is in progress.', evaluation(), options],
      'evaluation-pending': [
        'It hasn’t started.',
        evaluation({ status: 'pending', cost: 0, tags: [], discovery: null }),
      ],
      'evaluation-watched': ['You asked again for one that you are watching.', evaluation(), watching],
      'evaluation-completed': ['It is done.', done, watching],
      'evaluation-partial': [
        'It ended with a partial result.',
        evaluation({ ...ended('partial'), discovery: false }),
      ],
      'evaluation-failed': [
        'It failed; it is archived and has no addresses.',
        evaluation({ ...ended('failed'), isArchived: true, urls: [] }),
      ],
      'evaluation-another-state': [
        'Its state is one that the specification doesn’t list.',
        evaluation({ status: 'on_hold', urls: manyPages, cost: 1_250 }),
      ],
      'evaluation-no-state': [
        'The service gives neither a state nor a name.',
        evaluation({ status: null, name: '' }),
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
