import { commands } from '../../../src/commands/index.ts'
import type { Message } from '../../../src/model/message.ts'
import type { Permission } from '../../../src/model/permission.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

/** What the real commands answer: help is generated from the registered commands. */
const answered = ({
  text,
  refused,
}: {
  readonly text: string
  readonly refused: readonly (readonly [Permission, string])[]
}): Message => {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant') throw new Error(`“${text}” is answered at once.`)
  return plan.answer(new Map(refused))
}
const notAnAdmin = [
  'admins',
  'Only admins and owners of this workspace can do this. Ask one of them.',
] as const
const guest = 'Guests can’t use Sightline here. Ask a colleague in this workspace to help.'

export const helpGroup: ExhibitGroup = {
  title: 'Help',
  exhibits: [
    exhibit({
      name: 'help',
      when: 'You typed `/sightline` or `/sightline help`.',
      data: { text: 'help', refused: [notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'help-all',
      when: 'You clicked “More”.',
      data: { text: 'help all', refused: [notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'help-all-for-an-admin',
      when: 'You clicked “More”, and are an admin of the workspace.',
      data: { text: 'help all', refused: [] },
      draw: answered,
    }),
    exhibit({
      name: 'help-for-a-guest',
      when: 'You typed `/sightline` and are a guest.',
      data: { text: 'help', refused: [['readers', guest], ['changers', guest], notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'help-of-one-command',
      when: 'You asked for help about one command.',
      data: { text: 'help visibility', refused: [notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'help-of-a-refused-command',
      when: 'You asked for help about a command that only admins may use.',
      data: { text: 'help connect', refused: [notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'command-misspelt',
      when: 'You typed `/sightline digest paus 2`.',
      data: { text: 'digest paus 2', refused: [notAnAdmin] },
      draw: answered,
    }),
    exhibit({
      name: 'command-unknown',
      when: 'You typed `/sightline perhaps not`.',
      data: { text: 'perhaps not', refused: [notAnAdmin] },
      draw: answered,
    }),
  ],
}
