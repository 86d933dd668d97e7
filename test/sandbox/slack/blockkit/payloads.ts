/** Short ways to write payloads at the edge of a limit. */
import { type Problem, validateMessage, validateView } from '../../../../sandbox/slack/blockkit/index.ts'

export type Json = Record<string, unknown>
export type Payload = { message: Json } | { view: Json }

/** Payloads accepted at the edge, and payloads refused beyond it, each with a pointer to the problem. */
export interface LimitCase {
  readonly edge: readonly Payload[]
  readonly past: readonly (readonly [payload: Payload, pointer: string])[]
  /** The same case with more payloads. */
  accepts(...payloads: Payload[]): LimitCase
  refuses(pointer: string, ...payloads: Payload[]): LimitCase
}

const limitCase = (edge: LimitCase['edge'], past: LimitCase['past']): LimitCase => ({
  edge,
  past,
  accepts: (...payloads) => limitCase([...edge, ...payloads], past),
  refuses: (pointer, ...payloads) =>
    limitCase(edge, [...past, ...payloads.map((payload) => [payload, pointer] as const)]),
})
export const { accepts, refuses } = limitCase([], [])

export function problemsOf(payload: Payload): readonly Problem[] {
  return 'view' in payload ? validateView(payload.view) : validateMessage(payload.message)
}

/** A string of this length. */
export const s = (length: number): string => 'x'.repeat(length)
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
export const plain = (length: number): Json => ({ type: 'plain_text', text: s(length) })
export const mrkdwn = (length: number): Json => ({ type: 'mrkdwn', text: s(length) })

export const message = (...blocks: Json[]): Payload => ({ message: { text: 'x', blocks } })
export const modalWith = (more: Json, ...blocks: Json[]): Payload => ({
  view: { type: 'modal', title: plain(1), submit: plain(1), blocks, ...more },
})
export const modal = (...blocks: Json[]): Payload => modalWith({}, ...blocks)
export const home = (...blocks: Json[]): Payload => ({ view: { type: 'home', blocks } })

export const divider: Json = { type: 'divider' }
export const section = (more: Json = {}): Json => ({ type: 'section', text: mrkdwn(1), ...more })
export const actions = (...elements: Json[]): Json => ({ type: 'actions', elements })
export const input = (element: Json, more: Json = {}): Json => ({
  type: 'input',
  label: plain(1),
  element,
  ...more,
})
export const button = (more: Json = {}): Json => ({ type: 'button', text: plain(1), ...more })
export const option = (more: Json = {}): Json => ({ text: plain(1), value: 'v', ...more })
export const options = (count: number): Json[] => times(count, (index) => option({ value: `v${index}` }))
export const select = (more: Json = {}): Json => ({ type: 'static_select', options: options(1), ...more })
export const image = (more: Json = {}): Json => ({
  type: 'image',
  alt_text: 'x',
  image_url: 'https://a.example/i.png',
  ...more,
})
export const address = (length: number): string => `https://a.example/${s(length - 18)}`
export const container = (more: Json = {}): Json => ({
  type: 'container',
  title: plain(1),
  child_blocks: [section()],
  ...more,
})
export const richText = (...elements: Json[]): Json => ({ type: 'rich_text', elements })
export const richSection = (text: string): Json => ({
  type: 'rich_text_section',
  elements: [{ type: 'text', text }],
})

/** What the file of limits says about a length, a number or a count. */
interface Figures {
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** By the limit's path: its case, or how the file's figures make it. */
export type Cases = Readonly<Record<string, LimitCase | ((limit: Figures) => LimitCase)>>

/** `make(edge)` is accepted, `make(past)` is refused at the pointer. */
export const edgeCase = (
  make: (value: number) => Payload,
  edges: readonly number[],
  pasts: readonly number[],
  pointer: string,
): LimitCase => accepts(...edges.map(make)).refuses(pointer, ...pasts.map(make))

/** Accepted at the figures of the file, refused one below the least and one above the most. */
export const figures =
  (make: (value: number) => Payload, pointer: string) =>
  ({ min, max, minLength, maxLength }: Figures): LimitCase => {
    const least = [min ?? minLength].filter((figure) => figure !== undefined)
    const most = [max ?? maxLength].filter((figure) => figure !== undefined)
    const pasts = [...least.map((figure) => figure - 1), ...most.map((figure) => figure + 1)]
    return edgeCase(make, [...least, ...most], pasts, pointer)
  }

/** Cases for the fields of one object. @param make puts fields into it @param pointer leads to it */
export const fieldsOf = (make: (more: Json) => Payload, pointer: string) => {
  const byFigures = (field: string, value: (figure: number) => unknown, within = '') =>
    figures((figure) => make({ [field]: value(figure) }), `${pointer}/${field}${within}`)
  return {
    /** The file's figures are about a number, a text's length, or a list's. */
    number: (field: string) => byFigures(field, (figure) => figure),
    string: (field: string) => byFigures(field, s),
    address: (field: string) => byFigures(field, address),
    plain: (field: string) => byFigures(field, plain, '/text'),
    mrkdwn: (field: string) => byFigures(field, mrkdwn, '/text'),
    list: (field: string, items: (count: number) => unknown[]) => byFigures(field, items),
    /** Accepts plain text of this length, refuses a longer one, and Markdown. */
    onlyPlain: (field: string, longest: number): LimitCase =>
      accepts(make({ [field]: plain(longest) }))
        .refuses(`${pointer}/${field}/text`, make({ [field]: plain(longest + 1) }))
        .refuses(`${pointer}/${field}/type`, make({ [field]: mrkdwn(1) })),
    /** Accepts each of the good ones, refuses the bad ones. */
    choice: (field: string, good: readonly unknown[], ...bad: unknown[]): LimitCase =>
      accepts(...good.map((value) => make({ [field]: value }))).refuses(
        `${pointer}/${field}`,
        ...bad.map((value) => make({ [field]: value })),
      ),
  }
}
