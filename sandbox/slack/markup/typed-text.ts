/** Converts between what a user types and what Slack stores: docs.slack.dev/messaging/formatting-message-text */
import { escapeText, unescapeText } from './entities.ts'

export interface Names {
  readonly people: readonly { readonly id: string; readonly name: string; readonly handle?: string }[]
  readonly channels: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
}

const literal = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const EVERYBODY = ['here', 'channel', 'everyone']

/** Each name as typed, with its markup; longest first. */
function entities({ people, channels }: Names): readonly (readonly [typed: string, stored: string])[] {
  const peopleNames = people.flatMap(({ id, name, handle }) =>
    [name, handle].filter((one) => one !== undefined).map((one) => [`@${one}`, `<@${id}>`] as const),
  )
  const channelNames = channels
    .filter(({ kind }) => kind !== 'im')
    .map(({ id, name }) => [`#${name}`, `<#${id}>`] as const)
  const all = EVERYBODY.map((range) => [`@${range}`, `<!${range}>`] as const)
  return [...peopleNames, ...channelNames, ...all].toSorted(([a], [b]) => b.length - a.length)
}

/** Escapes the text, and turns names and URLs into mentions, channels and links. Code stays as it is. */
export function toStored(typed: string, names: Names): string {
  const entries = entities(names)
  const alternatives = entries.map(([name]) => literal(escapeText(name))).join('|')
  const pattern = new RegExp(
    `https?://[^\\s<>|]+|(?<![\\p{L}\\p{N}_])(?:${alternatives})(?![\\p{L}\\p{N}_])`,
    'giu',
  )
  const entityOf = new Map(entries.map(([name, entity]) => [escapeText(name).toLowerCase(), entity]))
  const parts = escapeText(typed).split(/(`[^`]*`)/)
  return parts
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(pattern, (match) => entityOf.get(match.toLowerCase()) ?? `<${match}>`),
    )
    .join('')
}

/** The text as a user would type it, for example to edit it. */
export function toTyped(text: string, { people, channels }: Names): string {
  const typed = text.replace(/<([^<>]*)>/g, (whole, inner: string) => {
    const [target = ''] = inner.split('|')
    const id = target.slice(1)
    if (target.startsWith('@')) return `@${people.find((one) => one.id === id)?.name ?? id}`
    if (target.startsWith('#')) return `#${channels.find((one) => one.id === id)?.name ?? id}`
    if (target.startsWith('!') && EVERYBODY.includes(id)) return `@${id}`
    return /^(?:https?|mailto):/.test(target) ? target : whole
  })
  return unescapeText(typed)
}
