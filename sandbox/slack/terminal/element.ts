/** Interactive elements as recognisable text: `[ Create task ]`, `[ Pick… ▾ ]`, `[x] Weekly`. */
import { formatDate } from '../markup/dates.ts'
import { replaceEmoji } from '../markup/emoji.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import { isMrkdwn, type Json, number, record, records, string, textOf } from '../markup/read.ts'
import { flatten, parseRichText } from '../markup/rich-text.ts'
import type { Flow } from '../markup/tree.ts'
import { type Canvas, inlineRuns } from './inline.ts'
import { type Run, run, type Style } from './run.ts'

const label = (value: unknown): string => replaceEmoji(textOf(value)).replaceAll('\n', ' ')
const boxed = (text: string, style: Style = {}): Run[] => [run(`[ ${text} ]`, { ...style, glue: true })]
const picker = (text: string): Run[] => boxed(`${text} ▾`)

/** The element as runs. Multiple lines (checkboxes, radio buttons) are separated by newlines. */
export function drawElement(element: Json, canvas: Canvas): Run[] {
  const type = string(element.type)
  if (type.endsWith('_select'))
    return picker(chosen(element, canvas) || label(element.placeholder) || 'Select…')
  switch (type) {
    case 'button':
    case 'workflow_button':
    case 'icon_button':
      return boxed(`${label(element.text)}${string(element.url) ? ' ↗' : ''}`, buttonStyle(element))
    case 'feedback_buttons':
      return [
        ...boxed(label(record(element.positive_button).text)),
        run('  '),
        ...boxed(label(record(element.negative_button).text)),
      ]
    case 'overflow':
      return boxed(
        `⋯ ${records(element.options)
          .map(({ text }) => label(text))
          .join(' · ')}`,
      )
    case 'datepicker':
      return picker(string(element.initial_date) || label(element.placeholder) || 'Select a date')
    case 'timepicker': {
      const zone = string(element.timezone)
      const time = string(element.initial_time) || label(element.placeholder) || 'Select a time'
      return picker(zone ? `${time} ${zone}` : time)
    }
    case 'datetimepicker':
      return picker(
        formatDate(number(element.initial_date_time) ?? Number.NaN, '{date_num} {time}', canvas) ??
          'Select date and time',
      )
    case 'checkboxes':
      return choices(element, canvas, '[x]', '[ ]', records(element.initial_options))
    case 'radio_buttons':
      return choices(element, canvas, '(•)', '( )', [record(element.initial_option)])
    case 'image':
      return [run(`[image: ${string(element.alt_text)}]`, { dim: true })]
    case 'file_input':
      return boxed('Add a file')
    case 'rich_text_input':
      return entry(flowText(parseRichText(record(element.initial_value))), element)
    default:
      return entry(string(element.initial_value), element)
  }
}

const flowText = (flows: readonly Flow[]): string =>
  flows.map((flow) => ('children' in flow ? flatten(flow.children) : '')).join('\n')

function buttonStyle(element: Json): Style {
  if (element.style === 'primary') return { bold: true, tone: 'good' }
  return element.style === 'danger' ? { bold: true, tone: 'bad' } : { bold: true }
}

/** A filled field shows its value, an empty field its placeholder in ‹ ›. */
function entry(value: string, element: Json): Run[] {
  if (value) return [run(`[ ${value} ]`)]
  const placeholder = label(element.placeholder)
  return placeholder ? boxed(`‹${placeholder}›`, { dim: true }) : boxed('          ')
}

function chosen(element: Json, canvas: Canvas): string {
  const ids = [
    element.initial_user,
    element.initial_channel,
    element.initial_conversation,
    ...['initial_users', 'initial_channels', 'initial_conversations'].flatMap((key) => element[key] ?? []),
  ].filter((id) => typeof id === 'string')
  const options = [record(element.initial_option), ...records(element.initial_options)].map(({ text }) =>
    label(text),
  )
  return [...options, ...ids.map((id) => canvas.names(id))].filter(Boolean).join(', ')
}

function choices(element: Json, canvas: Canvas, on: string, off: string, initial: readonly Json[]): Run[] {
  const values = new Set(initial.map(({ value }) => value).filter((value) => typeof value === 'string'))
  return records(element.options).flatMap((option, at) => {
    const text = isMrkdwn(option.text)
      ? parseMrkdwn(textOf(option.text)).flatMap((flow) =>
          'children' in flow ? inlineRuns(flow.children, canvas) : [],
        )
      : [run(label(option.text))]
    const description = label(option.description)
    return [
      run(`${at === 0 ? '' : '\n'}${values.has(string(option.value)) ? on : off} `),
      ...text,
      ...(description ? [run(` – ${description}`, { dim: true })] : []),
    ]
  })
}
