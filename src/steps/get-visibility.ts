import { visibilityOutputs } from '../blocks/visibility/step-outputs.ts'
import { filterListsInTime } from '../channels/filter-lists.ts'
import { scopeOf } from '../commands/scope.ts'
import { requestedReport } from '../commands/visibility.ts'
import { Problem } from '../lib/problem.ts'
import type { Question } from '../model/question.ts'
import { quoted } from '../questions/question-text.ts'
import { readVisibility } from '../questions/read.ts'
import { splitWords } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { channelLink } from './channel-link.ts'
import type { Step } from './step.ts'

/** How long to wait for the service's list of engines, which may have new ones. */
const listsWithinMs = 2_000

/** The figures of `/sightline visibility`. */
export const getVisibilityStep: Step = {
  who: 'readers',
  run: async (caller, input, workspace) => {
    const brand = input('brand').replaceAll(/["“”]/g, '').trim()
    const text = [input('engine'), input('period'), brand === '' ? '' : quoted(brand)].join(' ')
    const { report } = await requestedReport(await readAsked(text, caller, workspace), caller, workspace)
    const outputs = visibilityOutputs(report, brand)
    if (outputs === null)
      throw new Problem(
        'no_such_brand',
        `There are no figures for “${brand}”. Write the brand as in /sightline visibility, or leave it blank for your own.`,
      )
    return { ...outputs, link: channelLink(workspace, caller.channel) }
  },
}

async function readAsked(text: string, caller: Caller, workspace: Workspace): Promise<Question> {
  const words = splitWords(text)
  let read = readVisibility(words)
  if (!read.ok && read.mayBeEngine) {
    const { workspace: scope } = await scopeOf(workspace, caller)
    const lists = await filterListsInTime(workspace, scope, listsWithinMs)
    read = readVisibility(words, lists?.engines ?? [])
  }
  if (read.ok) return read.args
  throw new Problem('bad_question', read.sentence)
}
