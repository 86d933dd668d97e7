/** Canvases: Markdown documents in a channel's tabs. docs.slack.dev/surfaces/canvases */

/** A block of a canvas, such as a heading, a paragraph or a list. */
export interface CanvasSection {
  readonly id: string
  readonly markdown: string
  /** 1 to 3; `null` if it is no heading. */
  readonly heading: number | null
}

export interface Canvas {
  readonly id: string
  title: string
  /** The channel with this canvas in its tabs; undefined if it is in no channel. */
  readonly channel: string | undefined
  /** Whether it is the channel's own canvas. A channel has at most one, and others can be in its tabs, too. */
  readonly isChannels: boolean
  sections: readonly CanvasSection[]
  isDeleted: boolean
}

export function createCanvases(changed: () => void) {
  const canvases = new Map<string, Canvas>()
  let sections = 0
  return {
    add: (given: Pick<Canvas, 'title' | 'channel' | 'isChannels' | 'sections'>): Canvas => {
      const canvas = { ...given, id: `F0CANVAS${canvases.size + 1}`, isDeleted: false }
      canvases.set(canvas.id, canvas)
      changed()
      return canvas
    },
    /** Includes deleted canvases. */
    find: (id: string): Canvas | undefined => canvases.get(id),
    /** The canvases in a channel's tabs, starting with the channel's own. */
    in: (channel: string): readonly Canvas[] =>
      [...canvases.values()]
        .filter((one) => one.channel === channel && !one.isDeleted)
        .toSorted((a, b) => Number(b.isChannels) - Number(a.isChannels)),
    /** Splits Markdown into sections. */
    sectionsOf: (markdown: string): readonly CanvasSection[] =>
      blocksOf(markdown).map((block) => {
        sections += 1
        const marks = /^(#{1,3})\s/.exec(block)?.[1]
        return {
          id: `temp:C:${String(sections).padStart(12, '0')}`,
          markdown: block,
          heading: marks?.length ?? null,
        }
      }),
    /** Announces a change, so that it is shown. */
    changed,
  }
}

export type Canvases = ReturnType<typeof createCanvases>

export const markdownOf = ({ sections }: Canvas): string =>
  sections.map(({ markdown }) => markdown).join('\n\n')

const fenced = /^\s*(?:```|~~~)/
const headed = /^#{1,6}\s/

/** Splits at headings and empty lines. A code block stays one block, even with empty lines in it. */
function blocksOf(markdown: string): string[] {
  const blocks: string[][] = [[]]
  let isCode = false
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    if (fenced.test(line)) isCode = !isCode
    const isHeading = !isCode && headed.test(line)
    const isEmpty = !isCode && line.trim() === ''
    if (isHeading || isEmpty) blocks.push([])
    if (!isEmpty) blocks.at(-1)?.push(line)
    if (isHeading) blocks.push([])
  }
  return blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
}

/** The most characters that a canvas accepts at once. */
const MOST = 1_048_576
const item = /^(\s*)(?:([-*+])|\d{1,9}[.)])\s+(.*)$/

/** Why a canvas rejects this Markdown, in Slack's wording for `detail`; `null` if it doesn't. */
export function faultOf(markdown: string): string | null {
  if (markdown.length > MOST) return `content exceeds ${MOST} characters`
  let isCode = false
  let outer: { readonly indent: number; readonly isBulleted: boolean } | null = null
  for (const [index, line] of markdown.split(/\r\n|\r|\n/).entries()) {
    if (fenced.test(line)) isCode = !isCode
    if (isCode) continue
    const at = `line ${index + 1}: `
    const depth = /^(#{4,6})\s/.exec(line)?.[1]?.length
    if (depth !== undefined) return `${at}Unsupported heading depth (${depth})`
    const match = item.exec(line)
    if (match === null) {
      if (line.trim() !== '' && !/^\s/.test(line)) outer = null
      if (outer !== null && /^\s+>/.test(line)) return `${at}Unsupported block quote in a list`
      continue
    }
    const [, space = '', bullet, rest = ''] = match
    if (rest.startsWith('>')) return `${at}Unsupported block quote in a list`
    const [indent, isBulleted] = [space.length, bullet !== undefined]
    if (outer !== null && indent > outer.indent && isBulleted !== outer.isBulleted)
      return `${at}Unsupported list within a list of another kind`
    if (outer === null || indent <= outer.indent) outer = { indent, isBulleted }
  }
  return null
}
