/** The result of parsing Slack's three text formats (mrkdwn, rich_text, markdown). Both renderers draw from this. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Inline[] }
  | { readonly kind: 'user' | 'channel' | 'group'; readonly id: string; readonly label: string }
  | { readonly kind: 'broadcast'; readonly range: string }
  | {
      readonly kind: 'date'
      readonly seconds: number
      readonly format: string
      readonly fallback: string
      readonly url: string
    }
  | { readonly kind: 'break' }

export interface ListItem {
  /** Nesting depth; 0 for the outermost list. */
  readonly indent: number
  /** `•`, or the item's number with its dot. */
  readonly marker: string
  readonly children: readonly Inline[]
}

export type Flow =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'pre'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | { readonly kind: 'grid'; readonly grid: Grid }
  | { readonly kind: 'rule' }

export interface Cell {
  readonly children: readonly Inline[]
  /** The cell's plain text, for sorting and measuring. */
  readonly text: string
  /** Set on a `raw_number` cell. */
  readonly value: number | null
}

export interface Grid {
  readonly caption: string
  readonly header: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
  readonly align: readonly ('left' | 'center' | 'right')[]
  /** The index of the column that names each row. */
  readonly rowHeader: number
  readonly pageSize: number
}

export const plain = (text: string): Inline => ({ kind: 'text', text })

/** Joins lines of inline content with line breaks. */
export const joinLines = (lines: readonly (readonly Inline[])[]): Inline[] =>
  lines.flatMap((line, at) => (at === 0 ? [...line] : [{ kind: 'break' } as const, ...line]))

const HERE = /^(?:127\.0\.0\.1|localhost|\[::1\])$/

/**
 * The path of a file or avatar on the sandbox itself, else null. The sandbox has several host names.
 * @param origin the sandbox's origin, like `http://127.0.0.1:4200`; if it is empty, the result is null
 */
export function ownPath(address: string, origin: string): string | null {
  const [url, sandboxUrl] = [address, origin].map((each) => (URL.canParse(each) ? new URL(each) : null))
  if (!url || !sandboxUrl || url.protocol !== sandboxUrl.protocol || url.port !== sandboxUrl.port) return null
  const sameHost =
    url.hostname === sandboxUrl.hostname || (HERE.test(url.hostname) && HERE.test(sandboxUrl.hostname))
  return sameHost && /^\/(?:files|avatars)\//.test(url.pathname) ? url.pathname : null
}

/** A web or mail address that may become a link, else null. Script and data URLs never become links. */
export const safeUrl = (url: string): string | null => {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(url).protocol) ? url : null
  } catch {
    return null
  }
}
