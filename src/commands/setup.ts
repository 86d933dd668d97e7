import { z } from 'zod'
import { loadingModal } from '../blocks/kit/modal.ts'
import { setupModal, setupTitle } from '../blocks/settings/setup-form.ts'
import { loadSetup } from '../channels/setup.ts'
import { Problem } from '../lib/problem.ts'
import type { Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb } from './verb.ts'

const nothing = z.array(z.custom<Word>()).transform((words, context) => {
  const [first] = words
  if (first !== undefined)
    context.addIssue({
      code: 'custom',
      message: `“${first.text.slice(0, 60)}” can't be set here: “setup” opens a form with every setting.`,
      params: { suggestion: '' },
    })
  return null
})

export const setupVerb: Verb = defineVerb(
  {
    name: 'setup',
    aliases: ['configure', 'settings'],
    summary:
      'Sets up what this channel looks at: workspace, analysis, time zone, subreddits, tracked recommendations.',
    usage: 'setup',
    examples: ['setup'],
    who: 'changers',
  },
  nothing,
  () => ({
    kind: 'modal',
    loading: () => loadingModal(setupTitle),
    form: async (caller, deps) => {
      if (caller.channel === '')
        throw new Problem(
          'no_channel',
          'Settings belong to a channel. Type /sightline setup in the channel that you want to set up.',
        )
      return setupModal(await loadSetup(deps, caller))
    },
  }),
)
