/** What can be asked, generated from the commands' own descriptions. */
import type { SectionBlock } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import {
  type ButtonOptions,
  button,
  buttons,
  confirmation,
  context,
  heading,
  summary,
} from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { richText, type Span } from '../kit/spans.ts'
import { clip, code, escapeText, oneLine } from '../kit/text.ts'

/** A verb, as help tells it. `usage` and `examples` are what is typed after `/sightline `. */
export interface VerbDescription {
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly examples: readonly string[]
  /** What the person has to know before a click runs it, since others see what it does; nothing for the rest. */
  readonly warning?: string
}

export interface HelpOptions {
  /** What the reader should know first, for instance that the channel is not set up yet; `null` for nothing. */
  readonly intro: string | null
}

const title = 'Sightline: where your brand stands in the answers of AI assistants and search engines'

/** Slack shows a longer row of buttons as several, which reads like a second list. */
const buttonsInHelp = 9
/** Two sections hold four times today's commands; a message holds at most three. */
const sectionsInHelp = 2

/** All verbs, a line each, and buttons that run those that need nothing else to be typed. */
export function helpMessage(verbs: readonly VerbDescription[], { intro }: HelpOptions): Message {
  const introLines = intro === null ? [] : [oneLine(intro, 600)]
  const others = verbs.filter(({ name }) => name !== 'help')
  const lines = others.map((verb) => `${code(`/sightline ${verb.name}`, 200)} ${summaryOf(verb)}`)
  const shown = sections(lines).slice(0, sectionsInHelp)
  const left = others.length - shown.reduce((count, section) => count + section.length, 0)
  const more = `What one command can do: /sightline help ${oneLine(others[0]?.name ?? 'help', 60)}`
  const runnable = others.filter(({ name, examples }) => examples.includes(name)).slice(0, buttonsInHelp)
  return {
    text: summary([
      escapeText(title),
      ...introLines.map(escapeText),
      // Short enough that the line is never cut inside a name.
      `Commands: ${others.map(({ name }) => code(`/sightline ${name}`, 40)).join(', ')}.`,
      escapeText(more),
    ]),
    blocks: [
      heading(title),
      ...introLines.map((line) => richText([[line]])),
      ...shown.map(sectionOf),
      ...(left > 0 ? [context(`${counted(left, 'more command')} not shown.`)] : []),
      ...buttons(
        runnable.map(({ name }, index) => button(name, { kind: 'run_verb', text: name }, { index })),
      ),
      context(more),
    ],
  }
}

function summaryOf(verb: VerbDescription): string {
  return escapeText(oneLine(verb.summary, 300))
}

/** As many lines in each section as Slack takes. */
function sections(lines: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = []
  let room = 0
  for (const line of lines) {
    if (line.length + 1 > room) {
      all.push([])
      room = limits.text
    }
    all.at(-1)?.push(line)
    room -= line.length + 1
  }
  return all
}

function sectionOf(lines: readonly string[]): SectionBlock {
  return {
    type: 'section',
    text: { type: 'mrkdwn', text: clip(lines.join('\n'), limits.text), verbatim: true },
  }
}

const someId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

/** One verb: what it does, how it is written, and examples to run with a click. */
export function verbHelp(verb: VerbDescription): Message {
  const name = `/sightline ${oneLine(verb.name, 60, '?')}`
  const examples = verb.examples.slice(0, 10).map((example) => oneLine(example, 200, verb.name))
  // An id is only an example: with a click, it would be looked up and not be found.
  const runnable = examples.filter((example) => !someId.test(example))
  const others = examples.filter((example) => someId.test(example))
  const lines: Span[][] = [
    [{ text: name, style: 'code' }],
    [oneLine(verb.summary, 300)],
    ['Usage: ', { text: `/sightline ${oneLine(verb.usage, 500, '')}`, style: 'code' }],
    ...others.map((example): Span[] => ['For example: ', { text: `/sightline ${example}`, style: 'code' }]),
  ]
  const blocks: Block[] = [
    richText(lines),
    ...(runnable.length === 0 ? [] : [richText([['Try it:']])]),
    ...buttons(
      runnable.map((example, index) =>
        button(`/sightline ${example}`, { kind: 'run_verb', text: example }, { index, ...confirming(verb) }),
      ),
    ),
  ]
  const text = [
    `${code(name)}: ${escapeText(oneLine(verb.summary, 300))}`,
    `Usage: ${code(`/sightline ${verb.usage}`, 600)}`,
    ...examples.map((example) => `Example: ${code(`/sightline ${example}`, 300)}`),
  ]
  return { text: summary(text), blocks }
}

function confirming({ name, warning }: VerbDescription): Pick<ButtonOptions, 'confirm'> {
  return warning === undefined
    ? {}
    : { confirm: confirmation(`Run /sightline ${name}?`, warning, 'Run it', 'Not now') }
}
