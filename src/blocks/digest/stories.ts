/** What followed tasks. Each change is told once: a line in the main message, a chart in the thread. */
import type { Block } from '../../model/message.ts'
import { context, row } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { storyPart } from '../tasks/story.ts'
import { storyInBrief, storySentence } from '../tasks/story-copy.ts'
import { storyButton } from '../tasks/task-elements.ts'
import type { DigestData, DigestStory } from './data.ts'
import type { ThreadPart } from './visibility.ts'

type WithStories = Pick<DigestData, 'stories' | 'detailsInThread'>

/** `Task “Publish a comparison page”, since Mon 12 Oct · Your visibility on Perplexity is up 5.4 points …` [See how] */
export function storyLine({ stories = [], detailsInThread }: WithStories): readonly Block[] {
  const [first, ...others] = stories
  if (first === undefined) return []
  const { organizationId, workspaceId, resultId, taskId, name } = first
  const state = { kind: 'created', taskId, name, description: '', by: '', at: '' } as const
  const where = detailsInThread === false ? 'see /sightline tasks' : 'in the thread'
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'more task has', 'more tasks have')} news: ${where}.`
  const see = storyButton({ organizationId, workspaceId, resultId }, state, oneLine(name, 60, 'the task'))
  return [row([[...wordsOf(first, storyInBrief), more]], see)]
}

const charted = 2
const listed = 15

/** The first stories with their charts, the others on one line each. */
export function storyParts({ stories = [] }: WithStories): readonly ThreadPart[] {
  const rest = stories.slice(charted)
  const lines = rest.slice(0, listed).map((story) => wordsOf(story))
  const omittedCount = rest.length - lines.length
  const more = omittedCount === 0 ? [] : [`${counted(omittedCount, 'more task')} not shown: /sightline tasks`]
  return [
    ...stories.slice(0, charted).map((story) => {
      const { blocks, text } = storyPart(story)
      return { blocks, text: text.map((line) => mrkdwn([line])) }
    }),
    ...(lines.length === 0
      ? []
      : [
          {
            blocks: [richText(lines), ...more.map((line) => context(line))],
            text: [...lines.map(mrkdwn), ...more.map((line) => mrkdwn([line]))],
          },
        ]),
  ]
}

function wordsOf(digestStory: DigestStory, tell = storySentence): Span[] {
  const since = dateWords(digestStory.story.from, digestStory.thisYear)
  return [
    { text: `Task “${oneLine(digestStory.name, 80, '(no name)')}”, since ${since}`, style: 'bold' },
    ` · ${tell(digestStory.story, digestStory)}`,
  ]
}
