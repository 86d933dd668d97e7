/** A message as a reviewer reads it in a diff: its text, then each block in a few lines. */
import type { Block, Message, ModalView } from '../../src/model/message.ts'

type Json = Record<string, unknown>

export function render(message: Message): string {
  return `TEXT\n${indent(message.text)}\n\nBLOCKS\n${renderBlocks(message.blocks)}\n`
}

export function renderView(view: ModalView): string {
  const buttons = [view.close, view.submit].flatMap((button) =>
    button === undefined ? [] : [`[${button.text}]`],
  )
  const metadata = view.private_metadata === undefined ? '' : `\nKEEPS ${view.private_metadata}`
  return `MODAL ${view.callback_id}: ${view.title.text} ${buttons.join(' ')}${metadata}\n${renderBlocks(view.blocks)}\n`
}

export function renderBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => renderBlock(block)).join('\n')
}

function renderBlock(block: Block): string {
  const id = block.block_id === undefined ? '' : ` (${block.block_id})`
  const start = `- ${block.type}${id}`
  switch (block.type) {
    case 'header':
      return `${start}: ${block.text.text}`
    case 'section':
      return `${start}:\n${indent(block.text?.text ?? '')}${block.accessory === undefined ? '' : `\n    ${button(block.accessory as unknown as Json)}`}`
    case 'context':
      return `${start}:\n${indent(block.elements.map((element) => ('text' in element ? `${element.type === 'mrkdwn' ? 'mrkdwn ' : ''}${element.text}` : '')).join('\n'))}`
    case 'actions':
      return `${start}:\n${block.elements.map((element) => `    ${button(element as unknown as Json)}`).join('\n')}`
    case 'rich_text':
      return `${start}:\n${indent(block.elements.map((element) => richText(element as unknown as Json)).join(''))}`
    case 'data_table':
    case 'table':
      return `${start}${block.type === 'data_table' ? `: ${block.caption}` : ':'}\n${block.rows.map((row) => `    | ${row.map((cell) => ('text' in cell ? cell.text : '')).join(' | ')} |`).join('\n')}`
    case 'data_visualization': {
      const { categories } = block.chart.axis_config
      const rows = categories.map(
        (category, index) =>
          `    ${category}: ${block.chart.series.map(({ name, data }) => `${name} ${data[index]?.value}`).join(', ')}`,
      )
      const { y_label: unit } = block.chart.axis_config
      return `${start}: ${block.title}${unit === undefined ? '' : ` [${unit}]`}\n${rows.join('\n')}`
    }
    case 'input':
      return `${start}: ${block.label.text}${block.optional === true ? ' (optional)' : ''}\n    ${field(block.element as unknown as Json)}${block.hint === undefined ? '' : `\n${indent(block.hint.text)}`}`
    default:
      return start
  }
}

/** An input's element: its type, its value, its placeholder, and its choices. */
function field(element: Json): string {
  const { type, action_id: id, placeholder, options, ...rest } = element
  const chosen = [rest.initial_option, rest.initial_options].flat().filter((option) => option !== undefined)
  const holds = Object.entries(rest).find(([key]) => key.startsWith('initial_'))
  const held =
    holds === undefined
      ? ` (${placeholder === undefined ? 'empty' : (placeholder as Json).text})`
      : chosen.length > 0
        ? ` ${chosen.map((option) => optionText(option as Json)).join(', ')}`
        : ` ${JSON.stringify(holds[1])}`
  const offered = Array.isArray(options) ? ` of ${options.map(optionText).join(', ')}` : ''
  return `${type} ${id}${held}${offered}`
}

function optionText(option: Json): string {
  return `“${(option.text as Json).text}”=${option.value}`
}

function button(element: Json): string {
  if (element.text === undefined && element.type !== 'overflow') return field(element)
  if (element.type === 'overflow')
    return `⋯ ${element.action_id} ${(element.options as Json[]).map(optionText).join(', ')}`
  const text = element.text as Json
  const style = element.style === undefined ? '' : ` {${element.style}}`
  const about = element.accessibility_label === undefined ? '' : ` — reads “${element.accessibility_label}”`
  const confirm = element.confirm as Json | undefined
  const asks =
    confirm === undefined
      ? ''
      : `\n      asks${confirm.style === undefined ? '' : ` {${confirm.style}}`}: ${(['title', 'text', 'confirm', 'deny'] as const).map((key) => (confirm[key] as Json).text).join(' / ')}`
  // A link has an address where other buttons have a value; some have neither.
  const carries = [element.value, element.url].filter((each) => each !== undefined).map((each) => ` ${each}`)
  return `[${text.text}]${style} ${element.action_id}${carries.join('')}${about}${asks}`
}

function richText(element: Json): string {
  const children = element.elements as Json[]
  switch (element.type) {
    case 'rich_text_list':
      return children
        .map((item) => `${'  '.repeat(Number(element.indent ?? 0))}• ${leaves(item.elements as Json[])}\n`)
        .join('')
    case 'rich_text_quote':
      return `> ${leaves(children)}\n`
    case 'rich_text_preformatted':
      return `\`\`\`\n${leaves(children)}\n\`\`\`\n`
    default:
      return leaves(children)
  }
}

function leaves(elements: readonly Json[]): string {
  return elements.map(leaf).join('')
}

function leaf(element: Json): string {
  if (element.type === 'user') return `{user ${element.user_id}}`
  if (element.type === 'usergroup') return `{usergroup ${element.usergroup_id}}`
  if (element.type === 'channel') return `{channel ${element.channel_id}}`
  if (element.type === 'date') return `{date ${element.fallback}}`
  const style = Object.keys((element.style ?? {}) as Json)
  // A link may have only its address.
  const text = String(element.text ?? element.url)
  return style.length === 0 ? text : `⟦${style.join(' ')}: ${text}⟧`
}

function indent(text: string): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
}
