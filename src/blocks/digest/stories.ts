/** What followed tasks. Each change is told once: a line in the main message, a chart in the thread. */
import type { Button } from '@slack/types'
import { context } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { storyPart } from '../tasks/story.ts'
import { measuredSentence, storySentence } from '../tasks/story-copy.ts'
import { storyButton as taskButton } from '../tasks/task-elements.ts'
import type { DigestData, DigestStory } from './data.ts'
import type { ThreadPart } from './visibility.ts'

type WithStories = Pick<DigestData, 'stories' | 'detailsInThread'>

/** `Task “Publish a comparison page”, since Mon 12 Oct · Your visibility on Perplexity is up 5.4 points …`, and the number of other tasks. */
export function storyLines({ stories = [], detailsInThread }: WithStories, longest = 300): readonly Span[][] {
  const [first, ...others] = stories
  if (first === undefined) return []
  const where = detailsInThread === false ? 'see /sightline tasks' : 'in the thread'
  const more =
    others.length === 0
      ? ''
      : ` ${counted(others.length, 'more task has', 'more tasks have')} news: ${where}.`
  return [[...storyLine(first, longest), more]]
}

export function storyButton({ stories: [first] = [] }: WithStories): Button | null {
  if (first === undefined) return null
  const { organizationId, workspaceId, resultId, taskId, name } = first
  const state = { kind: 'created', taskId, name, description: '', by: '', at: '' } as const
  return taskButton({ organizationId, workspaceId, resultId }, state, oneLine(name, 60, 'the task'))
}

const charted = 2
const listed = 15

/** The first stories with their charts, the others on one line each. */
export function storyParts({ stories = [] }: WithStories): readonly ThreadPart[] {
  const rest = stories.slice(charted)
  const lines = rest.slice(0, listed).map((story) => storyLine(story, 300))
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

function storyLine(digestStory: DigestStory, longest: number): Span[] {
  const since = dateWords(digestStory.story.from, digestStory.thisYear)
  // A sentiment that is cut in the middle says nothing, so it is omitted instead.
  const sentence = storySentence(digestStory.story, digestStory)
  return [
    { text: `Task “${oneLine(digestStory.name, 80, '(no name)')}”, since ${since}`, style: 'bold' },
    ' · ',
    sentence.length <= longest ? sentence : clip(measuredSentence(digestStory.story, digestStory), longest),
  ]
}
