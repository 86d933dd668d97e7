/** docs/questions.md: what a marketing lead asks, and the first sentence of each answer. */
import { APP, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { textOf } from '../../../src/blocks/kit/block-text.ts'
import type { Block } from '../../../src/model/message.ts'
import { eightWeeks } from '../../browser/eight-weeks.ts'
import { mondayDigest } from '../../e2e/slack-screen.ts'
import { startStage } from '../../stage.ts'

/** Each question, and what a first sentence says if it answers it. */
const questions: readonly (readonly [question: string, answered: RegExp])[] = [
  ['How are we doing?', /Northwind (?:rose|fell|is at) .*\d of \d|\d+(?:st|nd|rd|th) of/],
  ['Why did we drop?', /Northwind fell .* on /],
  ['Is that drop significant?', /^(?:Yes|No): Northwind/],
  ['Should I worry about last week?', /^(?:Yes|No): Northwind/],
  ['How is Contoso doing on Perplexity in October?', /^Contoso .* Perplexity in October/],
  ['Have we passed Acme?', /^(?:Yes|No|Too close to call): you are .* Acme/],
  ['Are we losing to Globex?', /^(?:Yes|No|Too close to call): you are .* Globex/],
  ['Who overtook us?', /passed you/],
  ['Who is our biggest competitor?', /leads with/],
  ['What’s our share of voice?', /share of voice is \d/],
  ['How often does ChatGPT mention us?', /mentioned \d+ times on ChatGPT/],
  ['Which engine hurts us most?', /weakest|lowest|below|stands out/],
  ['How do we compare with Contoso and Globex on ChatGPT?', /Contoso .*Globex .*you/],
  ['Where are we behind?', /behind/],
  ['What should we do next?', /^Start with “/],
  ['What’s on my plate?', /tasks? (?:is|are) open/],
  ['What does Reddit say about us?', /(?:positive|negative|mixed|neutral) in r\//],
  ['When is the next digest?', /Next: \S/],
  ['Is the data complete?', /complete|missing|last collected/],
  ['Did the pricing page help?', /since/],
]

export interface AnsweredQuestion {
  readonly question: string
  readonly sentence: string
  readonly isAnswered: boolean
}

/** Asks each question as a mention in the sandbox’s channel. */
export async function askAll(): Promise<readonly AnsweredQuestion[]> {
  const stage = await startStage({ ...eightWeeks, log: { write: () => {} } })
  try {
    await mondayDigest(stage)
    const { slack, channel } = stage
    const all: AnsweredQuestion[] = []
    for (const [question, answered] of questions) {
      const ts = slack.post({ user: USERS.member, channel, text: `<@${APP.botUser}> ${question}` })
      const isAnswer = (one: ShownMessage) =>
        one.thread_ts === ts && one.ts !== ts && !one.text.startsWith('Looking it up')
      const answer = await slack.until(
        () => slack.messages(channel).find(isAnswer),
        `an answer to ${question}`,
      )
      const name = (_: string, id: string) => `#${slack.channels.get(id)?.name ?? id}`
      const sentence = firstSentence(answer)
        .replaceAll(/<#(\w+)>/g, name)
        .replaceAll(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
      all.push({ question, sentence, isAnswered: answered.test(sentence) })
    }
    return all
  } finally {
    await stage.stop()
  }
}

/** The small lines above it say how the question was read, and for which days. */
function firstSentence({ blocks }: ShownMessage): string {
  const lines = (blocks as unknown as readonly Block[]).filter(({ type }) => type !== 'context')
  const [line = ''] = textOf(lines).split('\n')
  return line
}

export function questionsPage(all: readonly AnsweredQuestion[]): string {
  const answered = all.filter(({ isAnswered }) => isAnswered).length
  const rows = [
    ['asked', '', 'first sentence'],
    ...all.map(({ question, sentence, isAnswered }) => [
      question,
      isAnswered ? '✓' : '–',
      sentence.replaceAll('|', '\\|'),
    ]),
  ]
  const widths = [0, 1, 2].map((at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [header = [], ...others] = rows
  return `# What a marketing lead asks

\`npm run questions\` asks the sandbox’s demo these questions, each as a mention in a new thread, and writes this page. ${answered} of ${all.length} are answered by the first sentence; the others are marked with –. A test holds this page against fresh answers.

${line(header)}
${line(widths.map((width) => '-'.repeat(width)))}
${others.map(line).join('\n')}
`
}
