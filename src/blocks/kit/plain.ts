/** The same message in simpler blocks, for when Slack refuses the original ones. */

import type { Block, Message } from '../../model/message.ts'
import { isTable, monospacedLines, mrkdwnLines } from './block-text.ts'
import { textLength } from './budget.ts'
import { limits } from './limits.ts'
import { counted } from './numbers.ts'
import { splitText } from './text.ts'

/** Charts and tables become preformatted text; everything else, buttons included, stays. */
export function withoutChartsAndTables(message: Message): Message {
  const otherBlocks = message.blocks.filter((block) => !isSpecial(block))
  let room = limits.message.allText - textLength(otherBlocks) - 200
  let places = limits.message.blocks - otherBlocks.length
  const blocks = message.blocks.flatMap((block): Block[] => {
    if (!isSpecial(block)) return [block]
    // Each chart or table may use the space that is left, and gets at least one block.
    const sections = preformatted(monospacedLines(block), room, Math.max(1, places))
    room -= textLength(sections)
    places -= sections.length
    return sections
  })
  return { text: message.text, blocks }
}

const isSpecial = (block: Block) => block.type === 'data_visualization' || isTable(block)

/** Sections of text only, with a blank line between the blocks. A last one says that buttons are missing. */
export function asPlainText({ text, blocks }: Message): Message {
  const parts = blocks.map((block) => mrkdwnLines(block).join('\n')).filter((part) => part !== '')
  const whole = parts.join('\n\n')
  const fitting = whole.length <= limits.message.allText - 200 ? whole : text
  const hadButtons = blocks.some(
    (block) => block.type === 'actions' || (block.type === 'section' && block.accessory !== undefined),
  )
  const note = 'Buttons couldn’t be shown here. Type `/sightline help` for the commands.'
  return {
    text,
    blocks: [...splitText(fitting || '–', limits.text), ...(hadButtons ? [note] : [])].map(mrkdwnSection),
  }
}

function mrkdwnSection(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }
}

/** Lines between triple backticks, as many as fit, and the number of lines not shown. */
function preformatted(lines: readonly string[], room: number, places: number): Block[] {
  const texts: string[] = []
  let length = 0
  let at = 0
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const last = texts.at(-1)
    const starts = last === undefined || last.length + line.length + 1 > limits.text - 100
    if (length + line.length + 8 > room || (starts && texts.length >= places)) break
    if (starts) texts.push(line)
    else texts[texts.length - 1] = `${last}\n${line}`
    length += line.length + (starts ? 7 : 1)
  }
  const omittedCount = lines.length - at
  const blocks = texts.map((text) => `\`\`\`${text}\`\`\``)
  const note = `${counted(omittedCount, 'more line')} not shown.`
  const noted =
    omittedCount === 0
      ? blocks
      : blocks.length === 0
        ? [note]
        : [...blocks.slice(0, -1), `${blocks.at(-1)}\n${note}`]
  return noted.map(mrkdwnSection)
}
