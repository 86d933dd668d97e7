/** Inline text as React elements: styles, links, mentions, dates. */
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '../../markup/dates.ts'
import { type Inline, safeUrl } from '../../markup/tree.ts'
import { useSurroundings } from '../context.ts'

export function Inlines({ of }: { of: readonly Inline[] }): ReactNode {
  return of.map((child, at) => (
    <Fragment key={`${child.kind}${at.toString()}`}>
      <InlineView of={child} />
    </Fragment>
  ))
}

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const

function InlineView({ of }: { of: Inline }): ReactNode {
  const { people, channels, now, openChannel } = useSurroundings()
  switch (of.kind) {
    case 'text':
      return of.text
    case 'break':
      return <br />
    case 'bold':
    case 'italic':
    case 'strike': {
      const Tag = tags[of.kind]
      return (
        <Tag>
          <Inlines of={of.children} />
        </Tag>
      )
    }
    case 'code':
      return <code>{of.text}</code>
    case 'link':
      return (
        <Link url={of.url}>
          <Inlines of={of.children} />
        </Link>
      )
    case 'user':
    case 'group': {
      const name = people.find(({ id }) => id === of.id)?.name ?? (of.label || of.id)
      return <span className="mention">@{name.replace(/^@/, '')}</span>
    }
    case 'channel': {
      const channel = channels.find(({ id }) => id === of.id)
      const name = `#${(channel?.name ?? (of.label || of.id)).replace(/^#/, '')}`
      return channel && openChannel ? (
        <button type="button" className="mention" onClick={() => openChannel(of.id)}>
          {name}
        </button>
      ) : (
        <span className="mention">{name}</span>
      )
    }
    case 'broadcast':
      return <span className="mention broadcast">@{of.range}</span>
    case 'date': {
      const text = formatDate(of.seconds, of.format, { now: now() }) ?? of.fallback
      return of.url ? <Link url={of.url}>{text}</Link> : text
    }
  }
}

/** A link if its URL is safe, else only its text. */
export function Link({ url, children }: { url: string; children: ReactNode }): ReactNode {
  const href = safeUrl(url)
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
