import { visibilityOutputs } from '../blocks/visibility/step-outputs.ts'
import { readQuestion, requestedReport } from '../commands/visibility.ts'
import { Problem } from '../lib/problem.ts'
import { quoted } from '../questions/question-text.ts'
import { splitWords } from '../questions/tokenizer.ts'
import { channelLink } from './channel-link.ts'
import type { Step } from './step.ts'

/** The figures of `/sightline visibility`. */
export const getVisibilityStep: Step = {
  who: 'readers',
  run: async (caller, input, workspace) => {
    const brand = input('brand').replaceAll(/["“”]/g, '').trim()
    const text = [input('engine'), input('period'), brand === '' ? '' : quoted(brand)].join(' ')
    const question = await readQuestion(splitWords(text), caller, workspace)
    const { report } = await requestedReport(question, caller, workspace)
    const outputs = visibilityOutputs(report, brand)
    if (outputs === null)
      throw new Problem(
        'no_such_brand',
        `There are no figures for “${brand}”. Write the brand as in /sightline visibility, or leave it blank for your own.`,
      )
    return { ...outputs, link: channelLink(workspace, caller.channel) }
  },
}
