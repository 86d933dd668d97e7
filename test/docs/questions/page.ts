/** docs/questions.md: what a marketing lead asks, and the first sentence of each answer. */
import { APP, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { textOf } from '../../../src/blocks/kit/block-text.ts'
import type { Block } from '../../../src/model/message.ts'
import { eightWeeks } from '../../browser/eight-weeks.ts'
import { mondayDigest } from '../../e2e/slack-screen.ts'
import { startStage } from '../../stage.ts'

interface Asked {
  readonly question: string
  /** What a first sentence says if it answers the question. */
  readonly answered: RegExp
}

const questions: readonly Asked[] = [
  {
    question: 'How are we doing?',
    answered: /Northwind (?:rose|fell|is at) .*\d of \d|\d+(?:st|nd|rd|th) of/,
  },
  { question: 'Why did we drop?', answered: /Northwind fell .* on / },
  { question: 'Is that drop significant?', answered: /^(?:Yes|No): Northwind/ },
  { question: 'Should I worry about last week?', answered: /^(?:Yes|No): Northwind/ },
  {
    question: 'How is Contoso doing on Perplexity in October?',
    answered: /^Contoso .* Perplexity in October/,
  },
  { question: 'Have we passed Acme?', answered: /^(?:Yes|No|Too close to call): you are .* Acme/ },
  { question: 'Are we losing to Globex?', answered: /^(?:Yes|No|Too close to call): you are .* Globex/ },
  { question: 'Who overtook us?', answered: /passed you/ },
  { question: 'Who is our biggest competitor?', answered: /leads with/ },
  { question: 'What’s our share of voice?', answered: /share of voice is \d/ },
  { question: 'How often does ChatGPT mention us?', answered: /mentioned \d+ times on ChatGPT/ },
  { question: 'Which engine hurts us most?', answered: /weakest|lowest|below|stands out/ },
  { question: 'How do we compare with Contoso and Globex on ChatGPT?', answered: /Contoso .*Globex .*you/ },
  { question: 'Where are we behind?', answered: /behind/ },
  { question: 'What should we do next?', answered: /^Start with “/ },
  { question: 'What’s on my plate?', answered: /tasks? (?:is|are) open/ },
  { question: 'What does Reddit say about us?', answered: /(?:positive|negative|mixed|neutral) in r\// },
  { question: 'When is the next digest?', answered: /Next: \S/ },
  { question: 'Is the data complete?', answered: /complete|missing|last collected/ },
  { question: 'Did the pricing page help?', answered: /since/ },
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
    for (const { question, answered } of questions) {
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
