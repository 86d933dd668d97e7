/** The answer to "what should we do?". */
import type { NewsSinceDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { ClickOutcome, Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { listMessage } from '../kit/budget.ts'
import { commandButton, heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { code, compact, type Line, richText } from '../kit/spans.ts'
import { clip, manyLines } from '../kit/text.ts'
import { markedRecommendationPart, recommendationTitle } from './recommendation.ts'

type Recommendations = readonly Section<Recommendation>[]

interface ActionsOptions extends AnswerOptions {
  /** What to mark as new; nothing if there is no digest to compare with. */
  readonly news?: NewsSinceDigest
  /** What was just done, in a sentence that is shown first. */
  readonly done?: string
  /** The outcome of a click on one of them. */
  readonly outcome?: ClickOutcome & { readonly resultId: string }
}

/** Those without a task first: as many as fit in a message, and a count of the rest. */
export function actionsAnswer(tracked: Recommendations, options: ActionsOptions): Message {
  const hasTask = (section: Section<Recommendation>) =>
    Number(section.ok && section.data.task.kind === 'created')
  const sections = tracked.toSorted((a, b) => hasTask(a) - hasTask(b))
  const { done, outcome, news = new Map() } = options
  const fresh = news.size === 0 ? [] : [`${news.size} new since the last digest, marked below.`]
  const headline = [actionsHeadline(sections), ...fresh].join(' ')
  return listMessage({
    lead: [
      done !== undefined && richText([[manyLines(done, 600, 'Done.')]]),
      heading(headline),
      sections.length === 0 && richText([howToTrack]),
    ],
    items: sections.map((section, copy) => {
      const fresh = section.ok ? news.get(section.data.resultId) : undefined
      const isClicked = section.ok && section.data.resultId === outcome?.resultId
      return markedRecommendationPart(section, copy, fresh, isClicked ? outcome : undefined)
    }),
    more: (count) => `${counted(count, 'more recommendation')} not shown.`,
    end: answerFooter(options, [
      tracked.length > 0 && commandButton('Stop tracking…', 'actions remove', { index: 1 }),
    ]),
  })
}

export const howToTrack: Line = [
  'To track one, type ',
  code('/sightline actions add'),
  ' and its address in the analytics console, or its id.',
]

/** `Start with “Publish a comparison page”. Recommendations: 3 without a task, 2 with a task.`, as of now. */
export function actionsHeadline(sections: Recommendations): string {
  if (sections.length === 0) return 'No recommendations tracked here yet.'
  const read = sections.filter((section) => section.ok)
  const open = read.filter(({ data }) => data.task.kind === 'none').length
  const done = read.filter(({ data }) => data.task.kind === 'created').length
  const creating = read.filter(({ data }) => data.task.kind === 'creating').length
  const unknown = read.length - open - done - creating
  const parts = compact(
    open > 0 && `${open} without a task`,
    done > 0 && `${done} with a task`,
    creating > 0 && `${creating} with a task being created`,
    unknown > 0 && `${unknown} to check`,
    read.length < sections.length && `${sections.length - read.length} unavailable`,
  )
  const first = read.find(({ data }) => data.task.kind === 'none' && data.briefs.length > 0)
  const start = first === undefined ? '' : `Start with “${clip(recommendationTitle(first), 100)}”. `
  return `${start}Recommendations: ${parts.join(', ')}.`
}
