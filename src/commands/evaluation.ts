import { evaluationAnswer } from '../blocks/evaluations/evaluation.ts'
import { evaluationIdFrom, loadEvaluation } from '../insights/evaluation.ts'
import { notUnderstood, type Word } from '../insights/question/tokenizer.ts'
import { Problem } from '../lib/problem.ts'
import { evaluationAsks } from './asks/ask.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

const usage = 'evaluation <id or address>'

function evaluationArguments([which, extra]: readonly Word[]): Parsed<string> {
  if (which === undefined) return parseError('Which website evaluation? Add its console address, or its id.')
  if (which.mention !== undefined) return parseError(notUnderstood(which))
  if (extra !== undefined)
    return parseError('Enter one website evaluation at a time: its console address, or its id.')
  const id = evaluationIdFrom(which.text)
  return id.ok ? parsed(id.evaluationId) : parseError(id.problem)
}

export const evaluationVerb: Verb = defineVerb(
  {
    name: 'evaluation',
    aliases: ['eval', 'website'],
    group: 'ask',
    isCommon: false,
    summary: 'Check a website evaluation.',
    usage,
    examples: [],
    who: 'readers',
    asks: evaluationAsks,
  },
  evaluationArguments,
  (evaluationId, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const scope = await scopeOf(workspace, caller)
      const ref = { ...scope.workspace, evaluationId }
      const [evaluation, watching] = await Promise.all([
        loadEvaluation(workspace.api, scope.workspace, evaluationId, { fresh: true }),
        // A shared answer is for every reader, so it shows the button of somebody who isn't watching.
        caller.shares === true
          ? false
          : workspace.store.watches.isWatching({ team: caller.team, user: caller.user, ...ref }),
      ])
      if (evaluation === null)
        throw new Problem(
          'evaluation_unknown',
          `The website evaluation ${evaluationId} isn't in this channel's workspace. Check the id, or copy the evaluation's address from the console.`,
          { usage: `/sightline ${usage}` },
        )
      return evaluationAnswer(evaluation, {
        ref,
        watching,
        ...sharing(caller, `evaluation ${evaluationId}`),
      })
    },
  }),
)
