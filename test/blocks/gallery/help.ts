import { commands } from '../../../src/commands/index.ts'
import type { Message } from '../../../src/model/message.ts'
import type { Permission } from '../../../src/model/permission.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

type Refused = readonly (readonly [Permission, string])[]

const notAnAdmin = [
  'admins',
  'Only admins and owners of this workspace can do this. Ask one of them.',
] as const
const guest = 'Guests can’t use Sightline here. Ask a colleague in this workspace to help.'

/** What the real commands answer: help is generated from the registered commands. */
const answered = (text: string, refused: Refused = [notAnAdmin]): Message => {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant') throw new Error(`“${text}” is answered at once.`)
  return plan.answer(new Map(refused))
}

export const helpGroup: ExhibitGroup = {
  title: 'Help',
  exhibits: exhibitsOf(answered, {
    help: ['You typed `/sightline` or `/sightline help`.', 'help'],
    'help-all': ['You clicked “More”.', 'help all'],
    'help-all-for-an-admin': ['You clicked “More”, and are an admin of the workspace.', 'help all', []],
    'help-for-a-guest': [
      'You typed `/sightline` and are a guest.',
      'help',
      [['readers', guest], ['changers', guest], notAnAdmin],
    ],
    'help-of-one-command': ['You asked for help about one command.', 'help visibility'],
    'help-of-a-refused-command': [
      'You asked for help about a command that only admins may use.',
      'help connect',
      [notAnAdmin],
    ],
    'command-misspelt': ['You typed `/sightline digest paus 2`.', 'digest paus 2'],
    'command-unknown': ['You typed `/sightline perhaps not`.', 'perhaps not'],
  }),
}
