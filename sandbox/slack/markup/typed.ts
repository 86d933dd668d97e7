/** Between what a person types and how Slack keeps it: docs.slack.dev/messaging/formatting-message-text */
import { escapeText, unescapeText } from './entities.ts'

export interface Names {
  readonly people: readonly { readonly id: string; readonly name: string; readonly handle?: string }[]
  readonly channels: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
}

const literal = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const EVERYBODY = ['here', 'channel', 'everyone']

/** Each name as it is typed, longest first, and what stands for it. */
function entities({ people, channels }: Names): readonly (readonly [typed: string, kept: string])[] {
  const named = people.flatMap(({ id, name, handle }) =>
    [name, handle].filter((one) => one !== undefined).map((one) => [`@${one}`, `<@${id}>`] as const),
  )
  const rooms = channels
    .filter(({ kind }) => kind !== 'im')
    .map(({ id, name }) => [`#${name}`, `<#${id}>`] as const)
  const all = EVERYBODY.map((range) => [`@${range}`, `<!${range}>`] as const)
  return [...named, ...rooms, ...all].toSorted(([a], [b]) => b.length - a.length)
}

/** Escapes it, and makes mentions, channels and links of their names and addresses; code stays as it is. */
export function asKept(typed: string, names: Names): string {
  const known = entities(names)
  const alternatives = known.map(([name]) => literal(escapeText(name))).join('|')
  const pattern = new RegExp(
    `https?://[^\\s<>|]+|(?<![\\p{L}\\p{N}_])(?:${alternatives})(?![\\p{L}\\p{N}_])`,
    'giu',
  )
  const kept = new Map(known.map(([name, entity]) => [escapeText(name).toLowerCase(), entity]))
  const parts = escapeText(typed).split(/(`[^`]*`)/)
  return parts
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(pattern, (found) => kept.get(found.toLowerCase()) ?? `<${found}>`),
    )
    .join('')
}

/** What a person would type for it, for instance to change it. */
export function asTyped(kept: string, { people, channels }: Names): string {
  const typed = kept.replace(/<([^<>]*)>/g, (whole, inner: string) => {
    const [target = ''] = inner.split('|')
    const id = target.slice(1)
    if (target.startsWith('@')) return `@${people.find((one) => one.id === id)?.name ?? id}`
    if (target.startsWith('#')) return `#${channels.find((one) => one.id === id)?.name ?? id}`
    if (target.startsWith('!') && EVERYBODY.includes(id)) return `@${id}`
    return /^(?:https?|mailto):/.test(target) ? target : whole
  })
  return unescapeText(typed)
}
