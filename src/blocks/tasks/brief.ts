/** Briefs in a modal: the whole text, split into pages to stay within a view's limits. */
import type { RichTextBlock } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import type { BriefSummary, RecommendationIds } from '../../model/recommendation.ts'
import { contentModal } from '../forms/modal.ts'
import { textLength } from '../kit/block-text.ts'
import { buttons, context, contextOf, header, pageButtons } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { compact, joinedLines, type Line, oneLine, richText } from '../kit/text.ts'
import { markdownPieces } from '../markdown/rich-text.ts'

interface BriefOptions extends RecommendationIds {
  /** The brief that is shown; `null`: all of them. */
  readonly briefId: string | null
  /** From 1; one beyond the last shows the last. */
  readonly page: number
  /** The channel that the modal was opened for. */
  readonly channel?: string
}

/** In characters: about as much as a person reads in one go, and far below a view's limits. */
const pageText = 9_000
const pageBlocks = 60
/** Slack accepts views of up to 250 KB; a character may take three bytes. */
const pageJsonLength = 60_000

/** One page of the briefs, in the service's order. "Next page" and "Previous page" are `view_brief` buttons. */
export function briefModal(briefs: readonly BriefSummary[], options: BriefOptions): ModalView {
  const shown = options.briefId === null ? briefs : briefs.filter(({ id }) => id === options.briefId)
  if (shown.length === 0)
    return modal([richText([['No brief yet. Create the task, and the service writes one.']])])
  const pages = pagesOf(shown.flatMap((brief, index) => briefBlocks(brief, index, shown.length)))
  const page = Math.min(Math.max(1, options.page), pages.length)
  return modal([...(pages[page - 1] ?? []), ...pager(options, page, pages.length)])
}

/** While the service hasn't written it, the modal says so and shows the recommendation's briefs. */
export function taskBriefModal(
  briefs: readonly BriefSummary[],
  { taskId, ...options }: Omit<BriefOptions, 'briefId' | 'page'> & { readonly taskId: string },
): ModalView {
  const taskBrief = briefs.find((brief) => brief.taskId === taskId)
  if (taskBrief !== undefined) return briefModal(briefs, { ...options, briefId: taskBrief.id, page: 1 })
  const waiting = 'This task’s brief isn’t written yet. Check back in a few minutes.'
  if (briefs.length === 0) return modal([richText([[waiting]])])
  const { blocks } = briefModal(briefs, { ...options, briefId: null, page: 1 })
  return modal([context(`${waiting} Until then, here’s what the recommendation has:`), ...blocks])
}

export const briefTitle = 'Brief'

function modal(blocks: readonly Block[]): ModalView {
  return contentModal(briefTitle, blocks)
}

function briefBlocks(brief: BriefSummary, index: number, of: number): readonly Block[] {
  const title = oneLine(brief.title, limits.header, '(untitled brief)')
  const about = compact<Line>(
    of > 1 && [`Brief ${index + 1} of ${of}`],
    brief.updatedAt !== null && ['Updated ', { at: brief.updatedAt }],
  )
  const pieces = markdownPieces(brief.body)
  return compact<Block>(
    header(title),
    about.length > 0 && contextOf(joinedLines(about, ' · ')),
    pieces.length === 0 && context('This brief has no text yet.'),
    ...pieces.map((piece): Block => ({ type: 'rich_text', elements: [piece] })),
  )
}

/** Splits blocks into pages. Neighbouring rich text becomes one block, so that lists and paragraphs flow. */
function pagesOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const pages: Block[][] = []
  let page: Block[] = []
  let [pageLength, pageJson, blockLength] = [0, 0, 0]
  for (const block of blocks) {
    const length = textLength(block)
    const json = JSON.stringify(block).length
    const full =
      pageLength + length > pageText || pageJson + json > pageJsonLength || page.length >= pageBlocks
    if (page.length > 0 && full) {
      pages.push(page)
      page = []
      pageLength = 0
      pageJson = 0
    }
    pageLength += length
    pageJson += json
    const last = page.at(-1)
    if (last?.type === 'rich_text' && block.type === 'rich_text' && blockLength + length <= limits.text) {
      page[page.length - 1] = { type: 'rich_text', elements: joined(last.elements, block.elements) }
      blockLength += length
    } else {
      page.push(block)
      blockLength = length
    }
  }
  return page.length > 0 ? [...pages, page] : pages
}

type Pieces = RichTextBlock['elements']

/** Merges neighbouring lines into one section, and list items into one list, as Slack's own composer does. */
function joined(before: Pieces, after: Pieces): Pieces {
  const last = before.at(-1)
  const [first, ...others] = after
  if (last?.type === 'rich_text_section' && first?.type === 'rich_text_section')
    return [...before.slice(0, -1), { ...last, elements: [...last.elements, ...first.elements] }, ...others]
  if (last?.type === 'rich_text_list' && first?.type === 'rich_text_list' && last.indent === first.indent)
    return [...before.slice(0, -1), { ...last, elements: [...last.elements, ...first.elements] }, ...others]
  return [...before, ...after]
}

function pager(options: BriefOptions, page: number, of: number): readonly Block[] {
  if (of === 1) return []
  const shown = { ...options, kind: 'view_brief', page } as const
  return [context(`Page ${page} of ${of}`), ...buttons(pageButtons(shown, page < of, 'brief'))]
}
