import { loadingModal } from '../blocks/kit/modal.ts'
import { setupModal, setupTitle } from '../blocks/settings/setup-form.ts'
import { loadSetup } from '../channels/setup.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { Problem } from '../lib/problem.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

function setupArguments([first]: readonly Word[]): Parsed<null> {
  if (first === undefined) return parsed(null)
  return parseError(
    `“${first.text.slice(0, 60)}” can't be set here: “setup” opens a form with every setting.`,
    '',
  )
}

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
  setupArguments,
  (_, verb) => ({
    ...verb,
    kind: 'modal',
    loading: () => loadingModal(setupTitle),
    form: async (caller, workspace) => {
      if (caller.channel === '')
        throw new Problem(
          'no_channel',
          'Settings belong to a channel. Type /sightline setup in the channel that you want to set up.',
        )
      return setupModal(await loadSetup(workspace, caller))
    },
  }),
)
