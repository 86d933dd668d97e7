import { setupTitle } from '../blocks/settings/setup-form.ts'
import { settingsView } from '../channels/setup.ts'
import { Problem } from '../lib/problem.ts'
import type { Word } from '../questions/tokenizer.ts'
import { defineVerb, opening, type Parsed, parsed, parseError, type Verb } from './verb.ts'

function setupArguments([first]: readonly Word[]): Parsed<null> {
  if (first === undefined) return parsed(null)
  return parseError(`“${first.text.slice(0, 60)}” can’t be set here: the form has every setting.`, '')
}

export const setupVerb: Verb = defineVerb(
  {
    name: 'settings',
    aliases: ['setup'],
    group: 'setUp',
    isCommon: true,
    summary: 'Change what this channel tracks.',
    usage: 'settings',
    examples: ['settings', 'status'],
    who: 'changers',
  },
  setupArguments,
  opening(setupTitle, async (caller, workspace) => {
    if (caller.channel === '')
      throw new Problem(
        'no_channel',
        'Settings belong to a channel. Type /sightline settings in the channel you mean.',
      )
    return settingsView(workspace, { ...caller, back: false })
  }),
)
