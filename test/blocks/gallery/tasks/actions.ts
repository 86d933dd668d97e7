import { ApiError } from '../../../../src/api/errors.ts'
import type { DigestData } from '../../../../src/blocks/digest/data.ts'
import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { loadingModal, problemModal } from '../../../../src/blocks/forms/modal.ts'
import { briefModal, briefTitle } from '../../../../src/blocks/tasks/brief.ts'
import { actionsAnswer } from '../../../../src/blocks/tasks/recommendations.ts'
import { refusalMessage, withTaskState } from '../../../../src/blocks/tasks/task-state.ts'
import type { Message } from '../../../../src/model/message.ts'
import type { Recommendation } from '../../../../src/model/recommendation.ts'
import type { Section } from '../../../../src/model/reports.ts'
import { created, creating, ok, recommendation, unknownTask } from '../../fixtures.ts'
import { longBrief } from '../../long-brief.ts'
import { digestData, weeks } from '../digests/digest.ts'
import { type ExhibitGroup, exhibit, exhibitsOf, inChannel } from '../exhibit.ts'

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

type Rest = Parameters<typeof withTaskState> extends [unknown, unknown, ...infer Others] ? Others : never

const options = { shareable: false, command: 'actions' }
const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'result', briefId: null }
const formatted = { id: 'b-6', taskId: 't', title: 'Publish a comparison page', updatedAt: null }
/** The part before the long paragraphs, and enough text for a second page. */
const shortBrief = longBrief.slice(0, longBrief.indexOf('### More'))
const twoPages = longBrief.slice(0, 10_000)

function afterClick(digest: DigestData, clicked: Recommendation, ...more: Rest): Message {
  const { main } = digestMessages(digest)
  return { ...main, blocks: withTaskState(main.blocks, clicked, ...more) }
}
function refused(digest: DigestData, error: ApiError, where: { readonly reference: string }): Message {
  const clicked = recommendation(0)
  const { sentence } = refusalMessage(error, clicked.resultId)
  return afterClick(digest, clicked, { kind: 'none' }, { sentence, ...where })
}

export const actionsGroup: ExhibitGroup = {
  title: 'Recommendations',
  exhibits: [
    ...exhibitsOf(actionsAnswer, {
      actions: [
        'You asked what to do: each recommendation with its task, in every state of a task.',
        sections,
        options,
      ],
      'actions-empty': ['This channel tracks no recommendation.', [], options],
      'actions-added': [
        'You added a recommendation; what the last digest didn’t show is marked.',
        [0, 1, 2].map((number) => ok(recommendation(number))),
        {
          ...options,
          news: new Map([
            [recommendation(1).resultId, { tracked: false, briefs: 2 }],
            [recommendation(2).resultId, { tracked: true, briefs: 1 }],
          ]),
          done: 'Added. This channel now tracks 3 recommendations.',
        },
      ],
    }),
    ...inChannel(afterClick, {
      'task-state-after-a-click': [
        'A task was created: every message that shows the recommendation says so.',
        digestData({ report: { ok: false, reason: 'Left out here.' }, reddit: null }),
        recommendation(1),
        created,
      ],
    }),
    ...inChannel(refused, {
      'task-refused-after-a-click': [
        'The service refused to create a task: the message that was clicked says why, without a name.',
        weeks.ordinary,
        new ApiError({ message: '403', userMessage: '', retryable: false, code: 'forbidden' }),
        { reference: 'K7QM-2XPA' },
      ],
    }),
    ...exhibitsOf(briefModal, {
      brief: [
        'You clicked “View brief”: the service’s Markdown as Slack shows it, without links or mentions.',
        [...recommendation(0).briefs, { ...formatted, body: shortBrief }],
        { ...ref, page: 1 },
      ],
      'brief-last-page': [
        'A long brief is shown in full, on several pages; this is the last.',
        [{ ...formatted, body: twoPages }],
        { ...ref, page: 2 },
      ],
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
