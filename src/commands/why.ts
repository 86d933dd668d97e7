import { whyAnswer } from '../blocks/visibility/why.ts'
import type { Message } from '../model/message.ts'
import type { Question } from '../model/question.ts'
import { isPeriodText } from '../questions/period.ts'
import { whyText, withFixedPeriod } from '../questions/question-text.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { standingReport } from '../weeks/report.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'
import { questionArguments, questionHere, requestedReasons } from './visibility.ts'

/** Splits the change of the question's subject, or of the brand whose change is the headline. */
export async function answerWhy(typed: Question, caller: Caller, workspace: Workspace): Promise<Message> {
  const { args, asked } = await questionHere(typed, caller, workspace)
  const { report } = await standingReport(workspace, asked)
  const reasons = await requestedReasons(report, caller, workspace)
  const shown = withFixedPeriod(args, report.period)
  return whyAnswer(report, reasons, sharing(caller, whyText(shown)))
}

export const whyVerb: Verb = defineVerb(
  {
    name: 'why',
    group: 'ask',
    summary: 'See where a change comes from.',
    usage: 'why [engines] [period] ["Brand"] [filter:value]',
    examples: ['why', 'why last month'],
    who: 'readers',
  },
  questionArguments,
  answering((typed, caller, workspace) => answerWhy(typed, caller, workspace)),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
