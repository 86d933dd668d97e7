/** Markdown as Slack's rich text, in pieces that can be spread over blocks and pages. */
import type { RichTextBlock, RichTextText } from '@slack/types'
import { splitText } from '../kit/text.ts'
import { type Leaf, type MarkdownBlock, parseInline, parseMarkdown } from './markdown.ts'

type Piece = RichTextBlock['elements'][number]

/** In characters. Longer text continues in the next piece. */
const pieceLength = 2_500

/** The whole text, uncut: long blocks continue in further pieces. */
export function markdownPieces(source: string): readonly Piece[] {
  const blocks = parseMarkdown(source)
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1]
    return piecesOf(block, next !== undefined && !(block.kind === 'item' && next.kind === 'item'))
  })
}

/** @param spaced whether an empty line follows, as it does between paragraphs but not between a list's items */
function piecesOf(block: MarkdownBlock, spaced: boolean): Piece[] {
  if (block.kind === 'code')
    return splitText(block.text, pieceLength).map((text) => ({
      type: 'rich_text_preformatted',
      elements: [{ type: 'text', text }],
    }))
  const leaves = parseInline(block.text)
  if (block.kind === 'heading')
    return sections(
      leaves.map(({ text, style }) => ({ text, style: { ...style, bold: true } })),
      '\n',
    )
  if (block.kind === 'quote') return chunks(leaves).map((elements) => ({ type: 'rich_text_quote', elements }))
  if (block.kind !== 'item') return sections(leaves, spaced ? '\n\n' : '\n')
  // Each item becomes a list of its own, which Slack would start at 1, so numbers are written out.
  if (block.number !== null)
    return sections([{ text: `${'    '.repeat(block.indent)}${block.number} `, style: {} }, ...leaves], '\n')
  return chunks(leaves).map((elements) => ({
    type: 'rich_text_list',
    style: 'bullet',
    indent: block.indent,
    elements: [{ type: 'rich_text_section', elements }],
  }))
}

function sections(leaves: readonly Leaf[], end: string): Piece[] {
  return chunks([...leaves, { text: end, style: {} }]).map((elements) => ({
    type: 'rich_text_section',
    elements,
  }))
}

/** Leaves as Slack's elements, in runs of at most `pieceLength` characters. */
function chunks(leaves: readonly Leaf[]): RichTextText[][] {
  const runs: RichTextText[][] = []
  let run: RichTextText[] = []
  let length = 0
  for (const { text, style } of leaves) {
    for (const part of splitText(text, pieceLength)) {
      if (length + part.length > pieceLength && run.length > 0) {
        runs.push(run)
        run = []
        length = 0
      }
      run.push({
        type: 'text',
        text: part,
        ...(Object.keys(style).length === 0 ? {} : { style: { ...style } }),
      })
      length += part.length
    }
  }
  if (run.length > 0) runs.push(run)
  return runs.length > 0 ? runs : [[{ type: 'text', text: ' ' }]]
}
