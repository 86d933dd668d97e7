import { evaluationAnswer, watchedEvaluations } from '../blocks/evaluations/evaluation.ts'
import { channelScope } from '../channels/settings.ts'
import { section } from '../insights/section.ts'
import { Problem } from '../lib/problem.ts'
import { fewAtOnce } from '../lib/queues.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Message } from '../model/message.ts'
import type { Section } from '../model/reports.ts'
import { notUnderstood, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { evaluationIdFrom, loadEvaluation } from '../watches/evaluation.ts'
import { watchDays } from '../watches/watches.ts'
import { answering, defineVerb, type Parsed, parsed, parseError, sharing, type Verb } from './verb.ts'

const usage = 'evaluation [id or address]'

/** @returns the id; `null`: all evaluations watched in the channel */
function evaluationArguments([evaluation, extra]: readonly Word[]): Parsed<string | null> {
  if (evaluation === undefined) return parsed(null)
  if (evaluation.mention !== undefined) return parseError(notUnderstood(evaluation))
  if (extra !== undefined)
    return parseError('Enter one website evaluation at a time: its console address, or its id.')
  const id = evaluationIdFrom(evaluation.text)
  return id.ok ? parsed(id.evaluationId) : parseError(id.problem)
}

export const evaluationVerb: Verb = defineVerb(
  {
    name: 'evaluation',
    group: 'ask',
    summary: 'Check a website evaluation, or see those watched here.',
    usage,
    details: 'Watch one to get a message when it’s done. A digest can report on it, too.',
    examples: ['evaluation', 'digest add'],
    who: 'readers',
  },
  evaluationArguments,
  answering((evaluationId, caller, workspace) =>
    evaluationId === null ? listWatched(caller, workspace) : check(evaluationId, caller, workspace),
  ),
)

/** Each costs a request. */
const mostListed = 10

/** Lists evaluations that people watch from the channel, or watched until they ended. */
async function listWatched(caller: Caller, workspace: Workspace): Promise<Message> {
  const { store, clock, api } = workspace
  const { team, channel } = caller
  const scope = await channelScope(workspace, caller)
  const since = clock.now().subtract({ hours: 24 * watchDays })
  const watched = await store.watches.watchedIn({ team, channel, ...scope.workspace }, since)
  const ids = [...watched.keys()]
  const read = await fewAtOnce(ids.slice(0, mostListed), (id) =>
    section(id, loadEvaluation(api, scope.workspace, id)),
  )
  // Omits deleted evaluations: their watchers have been told.
  const evaluations = read.flatMap((one): readonly Section<Evaluation>[] => {
    if (!one.ok) return [one]
    return one.data === null ? [] : [{ ok: true, data: one.data }]
  })
  const omittedCount = Math.max(0, ids.length - mostListed)
  return watchedEvaluations({ evaluations, omittedCount }, sharing(caller, 'evaluation'))
}

async function check(evaluationId: string, caller: Caller, workspace: Workspace): Promise<Message> {
  const scope = await channelScope(workspace, caller)
  const ref = { ...scope.workspace, evaluationId }
  const [evaluation, watching] = await Promise.all([
    loadEvaluation(workspace.api, scope.workspace, evaluationId, { fresh: true }),
    // A shared answer is for all readers, so it shows the button for people who aren't watching.
    caller.shares === true || caller.inConversation === true
      ? false
      : workspace.store.watches.isWatching({ team: caller.team, user: caller.user, ...ref }),
  ])
  if (evaluation === null)
    throw new Problem(
      'evaluation_unknown',
      `The website evaluation ${evaluationId} isn’t in this channel’s workspace. Check the id, or copy the evaluation’s address from the console.`,
      { usage: `/sightline ${usage}` },
    )
  return evaluationAnswer(evaluation, { ref, watching, ...sharing(caller, `evaluation ${evaluationId}`) })
}
