/** What can be asked, generated from the commands' own descriptions. */
import type { SectionBlock } from '@slack/types'
import { compose } from './budget.ts'
import { type ButtonOptions, button, buttons, confirmation, context, heading, summary } from './elements.ts'
import { limits } from './limits.ts'
import type { Block, Message } from './message.ts'
import { counted } from './numbers.ts'
import { richText, type Span } from './spans.ts'
import { clip, code, escapeText, oneLine } from './text.ts'

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

/** All verbs with their first example and a button that runs it. */
export function helpMessage(verbs: readonly VerbDescription[], { intro }: HelpOptions): Message {
  const about = verbs.find(({ name }) => name !== 'help')?.name ?? 'help'
  const said = intro === null ? [] : [oneLine(intro, 600)]
  const { blocks } = compose([
    { lead: [heading(title), ...said.map((line) => richText([[line]]))] },
    {
      items: verbs.map((verb) => ({ blocks: [verbSection(verb)] })),
      more: (left) => [context(`${counted(left, 'more command')} not shown.`)],
    },
    { lead: [context(`More about one command: /sightline help ${oneLine(about, 60)}`)] },
  ])
  const lines = verbs.map(
    (verb) => `${code(`/sightline ${verb.name}`, 200)}: ${escapeText(oneLine(verb.summary, 300))}`,
  )
  return { text: summary([escapeText(title), ...said.map(escapeText), ...lines]), blocks }
}

/** One verb: what it does, how it is written, and examples to run with a click. */
export function verbHelp(verb: VerbDescription): Message {
  const name = `/sightline ${oneLine(verb.name, 60, '?')}`
  const lines: Span[][] = [
    [{ text: name, style: 'code' }],
    [oneLine(verb.summary, 300)],
    ['Usage: ', { text: `/sightline ${oneLine(verb.usage, 500, '')}`, style: 'code' }],
  ]
  const examples = verb.examples.slice(0, 10).map((example) => oneLine(example, 200, verb.name))
  const blocks: Block[] = [
    richText(lines),
    ...(examples.length === 0 ? [] : [richText([['Try it:']])]),
    ...buttons(
      examples.map((example, index) =>
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

function verbSection(verb: VerbDescription): SectionBlock {
  const example = verb.examples[0]
  // The bare verb stands above already; one that shows what else can be said tells more.
  const telling = verb.examples.find((each) => each !== verb.name)
  const lines = [
    code(`/sightline ${verb.name}`, 200),
    escapeText(oneLine(verb.summary, 300)),
    ...(telling === undefined ? [] : [`For example: ${code(`/sightline ${telling}`, 300)}`]),
  ]
  const tryIt =
    example === undefined
      ? null
      : button(
          'Try it',
          { kind: 'run_verb', text: example },
          { about: `Try /sightline ${example}`, ...confirming(verb) },
        )
  return {
    type: 'section',
    text: { type: 'mrkdwn', text: clip(lines.join('\n'), limits.text), verbatim: true },
    ...(tryIt === null ? {} : { accessory: tryIt }),
  }
}
