/** The texts of the recommendations, from `recommendations.txt`: their tasks and briefs, in order of creation. */
import { type Section, sectionsOf } from './text-file.ts'

export interface TaskText {
  readonly name: string
  readonly description: string
  /** The position in the recommendation, which is not the order of creation. */
  readonly sortOrder: number
  /** Several paragraphs of Markdown; missing if the task has no brief yet. */
  readonly brief?: string
}

/** @param lines `why: …`, the steps as `- …`, `source: text <address>` and `check: …` */
function briefOf(lines: readonly string[]): string {
  const those = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))
  const sources = those('source: ').map((source) => source.replace(/^(.*) <(.*)>$/, '- [$1]($2)'))
  return [
    `## Why now\n\n${those('why: ')}`,
    `## What to do\n\n${those('- ')
      .map((step) => `- ${step}`)
      .join('\n')}`,
    `## Sources\n\n${sources.join('\n')}`,
    `## How to see that it worked\n\n${those('check: ')}`,
  ].join('\n\n')
}

function taskOf({ heading, lines: [description = '', ...brief] }: Section): TaskText {
  const [, sortOrder, name = ''] = /^\w+ ?(\d*): (.*)$/.exec(heading) ?? []
  const task = { name, description, sortOrder: Number(sortOrder) }
  return brief.length === 0 ? task : { ...task, brief: briefOf(brief) }
}

const groups: Section[][] = []
for (const section of sectionsOf('recommendations.txt')) {
  if (section.heading.startsWith('recommendation')) groups.push([])
  else groups.at(-1)?.push(section)
}
const tasksIn = (kind: 'task' | 'next') =>
  groups.map((group) => group.filter(({ heading }) => heading.startsWith(kind)).map(taskOf))

export const RECOMMENDATIONS: readonly (readonly TaskText[])[] = tasksIn('task').slice(0, -1)

/** Further tasks of each recommendation, in order of creation; last those of one that has no task yet. */
const NEXT = tasksIn('next')

/**
 * The text of a recommendation's next task.
 * @param recommendation its index among the recommendations with tasks, or -1 for one without
 * @param asked how many were created before; after the last text they start over
 */
export function nextTask(recommendation: number, asked: number): TaskText {
  const texts = NEXT.at(recommendation) ?? []
  const { name = '', description = '' } = texts[asked % texts.length] ?? {}
  const brief = briefOf([
    `why: ${description} Closing this gap is the quickest way to be named more often for this recommendation.`,
    '- Collect what engines say today, with the pages that they cite',
    '- Write the page for the reader first: the answer in two sentences, then the evidence',
    '- Have it checked by somebody from support before it goes online',
    'source: What good pages have in common <https://www.northwind.example/handbook/pages>',
    'check: Compare the presence rate of the next four weeks with that of the last four.',
  ])
  return { name, description, sortOrder: 0, brief }
}
