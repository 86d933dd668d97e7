import { ApiError } from '../../../../src/api/errors.ts'
import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { loadingModal, problemModal } from '../../../../src/blocks/forms/modal.ts'
import { actionsAnswer } from '../../../../src/blocks/tasks/actions.ts'
import { briefModal, briefTitle } from '../../../../src/blocks/tasks/brief.ts'
import { refusalMessage } from '../../../../src/blocks/tasks/task-elements.ts'
import { withTaskState } from '../../../../src/blocks/tasks/task-state.ts'
import type { Recommendation } from '../../../../src/model/recommendation.ts'
import type { Section } from '../../../../src/model/reports.ts'
import { created, creating, ok, recommendation, unknownTask } from '../../fixtures.ts'
import { longBrief } from '../../long-brief.ts'
import { digestData, weeks } from '../digests/digest.ts'
import { type ExhibitGroup, exhibit } from '../exhibit.ts'

const tasks: readonly Recommendation['task'][] = [{ kind: 'none' }, creating, created, unknownTask('stopped')]

const sections: readonly Section<Recommendation>[] = [
  ...tasks.map((task, number) => ok(recommendation(number, { task }))),
  ok(
    recommendation(4, {
      briefs: [...recommendation(4).briefs, ...recommendation(0).briefs, ...recommendation(1).briefs],
    }),
  ),
  { ok: false, reason: 'The service does not know this recommendation.', subject: '3f1c9a20-dead' },
]

const options = { shareable: false, command: 'actions' }
const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'result', briefId: null }
const formatted = { id: 'b-6', taskId: 't', title: 'Publish a comparison page', updatedAt: null }
/** The part before the long paragraphs, and enough text for a second page. */
const shortBrief = longBrief.slice(0, longBrief.indexOf('### More'))
const twoPages = longBrief.slice(0, 10_000)

export const actionsGroup: ExhibitGroup = {
  title: 'Recommendations',
  exhibits: [
    exhibit({
      name: 'actions',
      when: 'You asked what to do: each recommendation with its task, in every state of a task.',
      data: { sections, options },
      draw: ({ sections, options }) => actionsAnswer(sections, options),
    }),
    exhibit({
      name: 'actions-empty',
      when: 'This channel tracks no recommendation.',
      data: { sections: [], options },
      draw: ({ sections, options }) => actionsAnswer(sections, options),
    }),
    exhibit({
      name: 'task-state-after-a-click',
      when: 'A task was created: every message that shows the recommendation says so.',
      seenBy: 'channel',
      data: {
        digest: digestData({ report: { ok: false, reason: 'Left out here.' }, reddit: null }),
        clicked: recommendation(1),
        task: created,
      },
      draw: ({ digest, clicked, task }) => {
        const { main } = digestMessages(digest)
        return { ...main, blocks: withTaskState(main.blocks, clicked, task) }
      },
    }),
    exhibit({
      name: 'task-refused-after-a-click',
      when: 'The service refused to create a task: the message that was clicked says why, without a name.',
      seenBy: 'channel',
      data: {
        digest: weeks.ordinary,
        clicked: recommendation(0),
        error: new ApiError({ message: '403', userMessage: '', retryable: false, code: 'forbidden' }),
        reference: 'K7QM-2XPA',
      },
      draw: ({ digest, clicked, error, reference }) => {
        const { main } = digestMessages(digest)
        const { sentence } = refusalMessage(error, clicked.resultId)
        const outcome = { sentence, reference }
        return { ...main, blocks: withTaskState(main.blocks, clicked, { kind: 'none' }, outcome) }
      },
    }),
    exhibit({
      name: 'brief',
      when: 'You clicked “View brief”: the service’s Markdown as Slack shows it, without links or mentions.',
      data: { briefs: [...recommendation(0).briefs, { ...formatted, body: shortBrief }], ref },
      draw: ({ briefs, ref }) => briefModal(briefs, { ...ref, page: 1 }),
    }),
    exhibit({
      name: 'brief-last-page',
      when: 'A long brief is shown in full, on several pages; this is the last.',
      data: { briefs: [{ ...formatted, body: twoPages }], ref },
      draw: ({ briefs, ref }) => briefModal(briefs, { ...ref, page: 2 }),
    }),
    exhibit({
      name: 'brief-states',
      when: 'A brief is being fetched, does not exist yet, or can’t be read.',
      data: { ref, sentence: 'The service did not answer.', reference: 'K7Q2M' },
      draw: ({ ref, sentence, reference }) => [
        loadingModal(briefTitle),
        briefModal([], { ...ref, page: 1 }),
        problemModal('Brief', { sentence, reference }),
      ],
    }),
  ],
}
