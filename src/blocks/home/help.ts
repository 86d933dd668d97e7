/** Help, written from the descriptions of the commands that the reader may use. */
import type { Button, SectionBlock } from '@slack/types'
import type { Message } from '../../model/message.ts'
import { messageOf } from '../kit/block-text.ts'
import { compact } from '../kit/compact.ts'
import { button, buttons, commandButton, context, heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { code, type Line, richText } from '../kit/spans.ts'
import { codeMrkdwn, escapeText, oneLine } from '../kit/text.ts'

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

/** In characters: several times what today's commands need. All groups together fit in a message. */
const groupLength = 2_000
const examplesShown = 2

/** The commands by group, each with a button if a click can run it. @param all includes less common ones */
export function helpMessage(verbs: readonly VerbDescription[], { all }: { readonly all: boolean }): Message {
  const shown = all ? verbs : verbs.filter(({ isCommon }) => isCommon)
  const parts = Object.entries(groups).flatMap(([group, name]) => {
    const members = shown.filter((verb) => verb.group === group)
    return members.length === 0 ? [] : [partOf(name, members)]
  })
  const omittedCount = parts.reduce((count, part) => count + part.omittedCount, verbs.length - shown.length)
  const more =
    all || omittedCount === 0
      ? null
      : button(
          'More',
          { kind: 'run_verb', text: 'help all', inPlace: true },
          { index: shown.length, about: 'More commands' },
        )
  const how = `About one command: /sightline help ${oneLine(shown[0]?.name ?? 'help', 60)}`
  return messageOf([
    heading(title),
    ...parts.flatMap(({ section, members }) => [section, ...(all ? buttons(members.map(runButton)) : [])]),
    ...(all ? [] : buttons([...shown.map(runButton), more])),
    context(all && omittedCount > 0 ? `${counted(omittedCount, 'more command')} not shown. ${how}` : how),
  ])
}

/** For a person who isn't allowed to read anything. */
export function helpRefused(sentence: string): Message {
  const line = oneLine(sentence, 900)
  return messageOf([heading(title), richText([[line]])])
}

interface Part {
  readonly section: SectionBlock
  readonly members: readonly VerbDescription[]
  /** How many did not fit. */
  readonly omittedCount: number
}

function partOf(name: string, verbs: readonly VerbDescription[]): Part {
  const lines = [`*${escapeText(name)}*`]
  let room = groupLength - name.length
  for (const verb of verbs) {
    const line = `${codeMrkdwn(`/sightline ${verb.name}`, 80)} ${escapeText(oneLine(verb.summary, 300))}`
    room -= line.length + 1
    if (room < 0) break
    lines.push(line)
  }
  const members = verbs.slice(0, lines.length - 1)
  return {
    section: { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n'), verbatim: true } },
    members,
    omittedCount: verbs.length - members.length,
  }
}

function runButton({ label, run }: VerbDescription, index: number): Button | null {
  if (run === null) return null
  return commandButton(label, run, { index, about: `${label}: /sightline ${run}` })
}

/** One command: what it does, its usage, and examples to run with a click. */
export function verbHelp(verb: VerbDescription): Message {
  const name = `/sightline ${oneLine(verb.name, 60, '?')}`
  const examples = verb.examples.slice(0, examplesShown).map((example) => oneLine(example, 200, verb.name))
  const lines: Line[] = compact<Line>(
    [code(name), ` ${oneLine(verb.summary, 300)}`],
    ['Usage: ', code(`/sightline ${oneLine(verb.usage, 500, '')}`)],
    verb.details !== null && [oneLine(verb.details, 500)],
  )
  return messageOf([
    richText(lines),
    ...buttons(examples.map((example, index) => commandButton(`/sightline ${example}`, example, { index }))),
  ])
}
