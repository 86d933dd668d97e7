import { z } from 'zod'
import { evaluationIdFrom, loadEvaluation } from '../insights/evaluation.ts'
import { lazy } from '../lib/lazily.ts'
import { Problem } from '../lib/problem.ts'
import { scopeOf, sharing } from './deps.ts'
import { notUnderstood, type Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb } from './verb.ts'

const usage = 'evaluation <id or address>'

const evaluationArgs = z.array(z.custom<Word>()).transform(([which, extra], context): string => {
  if (which === undefined) {
    context.addIssue('Say which website evaluation: its id, or its address in the console.')
    return z.NEVER
  }
  if (which.mention !== undefined || extra !== undefined) {
    context.addIssue(
      which.mention !== undefined
        ? notUnderstood(which)
        : 'One website evaluation at a time, please: its id, or its address in the console.',
    )
    return z.NEVER
  }
  const read = evaluationIdFrom(which.text)
  if (read.ok) return read.evaluationId
  context.addIssue(read.problem)
  return z.NEVER
})

const views = lazy(() => import('../blocks/evaluations/evaluation.ts'))

export const evaluationVerb: Verb = defineVerb(
  {
    name: 'evaluation',
    aliases: ['eval', 'website'],
    summary: 'Shows how a website evaluation is doing, and can tell you when it is done.',
    usage,
    examples: ['evaluation d4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01'],
    who: 'readers',
  },
  evaluationArgs,
  (evaluationId) => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { team, workspace } = await scopeOf(deps, caller)
      const ref = { ...workspace, evaluationId }
      const [evaluation, watching] = await Promise.all([
        loadEvaluation(deps.api, workspace, evaluationId, { fresh: true }),
        // Who else sees a shared answer may watch for themselves.
        caller.shares === true ? false : deps.store.watches.isWatching({ team, user: caller.user, ...ref }),
      ])
      if (evaluation === null)
        throw new Problem(
          'evaluation_unknown',
          `The analytics service doesn't know a website evaluation ${evaluationId} in this channel's workspace. Check the id, or copy the evaluation's address from the console.`,
          { usage: `/sightline ${usage}` },
        )
      const { evaluationAnswer } = await views()
      return evaluationAnswer(evaluation, {
        ref,
        watching,
        ...sharing(caller, `evaluation ${evaluationId}`),
      })
    },
  }),
)
