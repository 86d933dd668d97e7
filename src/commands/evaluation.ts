import { evaluationAnswer, watchedEvaluations } from '../blocks/evaluations/evaluation.ts'
import { channelScope } from '../channels/settings.ts'
import { Problem } from '../lib/problem.ts'
import type { Message } from '../model/message.ts'
import { type Parsed, parsed, parseError } from '../questions/read.ts'
import { notUnderstood, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { evaluationIdFrom, loadEvaluation, readEvaluations } from '../watches/evaluation.ts'
import { watchDays } from '../watches/watches.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

const usage = 'evaluation [id or address]'

/** @returns the id; `null`: all evaluations watched in the channel */
function evaluationArguments([evaluation, extra]: readonly Word[]): Parsed<string | null> {
  if (evaluation === undefined) return parsed(null)
  if (evaluation.mention !== undefined) return parseError(notUnderstood(evaluation))
  if (extra !== undefined)
    return parseError('Enter one website evaluation at a time: its console address, or its id.')
  const id = evaluationIdFrom(evaluation.text)
  return id.ok ? parsed(id.value) : parseError(id.problem)
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

/** Lists evaluations that people watch from the channel, or watched until they ended. */
async function listWatched(caller: Caller, workspace: Workspace): Promise<Message> {
  const { store, clock, api } = workspace
  const { team, channel } = caller
  const scope = await channelScope(workspace, caller)
  const since = clock.now().subtract({ hours: 24 * watchDays })
  const watched = await store.watches.watchedIn({ team, channel, ...scope.workspace }, since)
  const read = await readEvaluations(api, scope.workspace, [...watched.keys()])
  return watchedEvaluations(read, sharing(caller, 'evaluation'))
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
