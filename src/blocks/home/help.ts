/** Help, written from the descriptions of the commands that the reader may use. */
import type { Button } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { button, buttons, commandButton, context, heading, messageOf, row } from '../kit/elements.ts'
import { bold, code, type Line, oneLine, richText } from '../kit/text.ts'

/** A command, as help describes it. `usage`, `run` and `examples` are what is typed after `/sightline `. */
export interface VerbDescription {
  readonly name: string
  readonly summary: string
  readonly usage: string
  /** What its usage doesn't explain; `null`: nothing. */
  readonly details: string | null
  readonly group: HelpGroup
  readonly isCommon: boolean
  readonly label: string
  /** What its button runs; `null`: it needs more than a click. */
  readonly run: string | null
  /** Each works here, and changes nothing without asking. */
  readonly examples: readonly string[]
}

const groups = {
  ask: 'Ask',
  act: 'Act',
  digests: 'Digests and alerts',
  setUp: 'Set up',
} as const

export type HelpGroup = keyof typeof groups

const title = 'See where your brand stands in AI answers, and act on it'

const examplesShown = 2

/** The commands by group, each with a button if a click can run it. @param all includes less common ones */
export function helpMessage(verbs: readonly VerbDescription[], { all }: { readonly all: boolean }): Message {
  const shown = all ? verbs : verbs.filter(({ isCommon }) => isCommon)
  const parts = Object.entries(groups).flatMap(([group, name]): Block[] => {
    const members = shown.filter((verb) => verb.group === group)
    if (members.length === 0) return []
    const lines = members.map((verb): Line => [code(`/sightline ${verb.name}`), ` ${verb.summary}`])
    return [row([[bold(name)], ...lines], null), ...(all ? buttons(members.map(runButton)) : [])]
  })
  const more =
    shown.length < verbs.length &&
    button(
      'More',
      { kind: 'run_verb', text: 'help all', inPlace: true },
      { index: shown.length, about: 'More commands' },
    )
  return messageOf([
    heading(title),
    ...parts,
    ...(all ? [] : buttons([...shown.map(runButton), more])),
    context(`About one command: /sightline help ${shown[0]?.name ?? 'help'}`),
  ])
}

/** For a person who isn't allowed to read anything. */
export function helpRefused(sentence: string): Message {
  return messageOf([heading(title), richText([[oneLine(sentence, 900)]])])
}

function runButton({ label, run }: VerbDescription, index: number): Button | null {
  return run === null ? null : commandButton(label, run, { index, about: `${label}: /sightline ${run}` })
}

/** One command: what it does, its usage, and examples to run with a click. */
export function verbHelp({ name, summary, usage, details, examples }: VerbDescription): Message {
  return messageOf([
    richText([
      [code(`/sightline ${name}`), ` ${summary}`],
      ['Usage: ', code(`/sightline ${usage}`)],
      details !== null && [details],
    ]),
    ...buttons(
      examples
        .slice(0, examplesShown)
        .map((example, index) => commandButton(`/sightline ${example}`, example, { index })),
    ),
  ])
}
