import { helpMessage, type VerbDescription, verbHelp } from '../../../src/blocks/home/help.ts'
import { commands } from '../../../src/commands/index.ts'
import { exhibit, type Room } from './exhibit.ts'

/** The real ones: help is made from what is registered, and so is its picture. */
const verbs = commands.verbs.map(
  ({ name, summary, usage, examples, warning }): VerbDescription => ({
    name,
    summary,
    usage,
    examples,
    ...(warning === undefined ? {} : { warning }),
  }),
)
const visibility = verbs.find(({ name }) => name === 'visibility')
if (visibility === undefined) throw new Error('There is no verb called visibility.')

export const helpRoom: Room = {
  title: 'Help',
  exhibits: [
    exhibit({
      name: 'help',
      when: 'You typed `/sightline` or `/sightline help`.',
      data: verbs,
      draw: (verbs) => helpMessage(verbs, { intro: null }),
    }),
    exhibit({
      name: 'help-of-one-command',
      when: 'You asked for help about one command.',
      data: visibility,
      draw: verbHelp,
    }),
  ],
}
