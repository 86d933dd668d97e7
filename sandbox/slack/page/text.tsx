/** mrkdwn, rich_text and Markdown as React elements. All characters are rendered as text, never as HTML. */
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '../markup/dates.ts'
import { replaceEmoji } from '../markup/emoji.ts'
import { parseMrkdwn } from '../markup/mrkdwn.ts'
import { isMrkdwn, textOf } from '../markup/read.ts'
import { type Flow, type Inline, type ListItem, safeUrl } from '../markup/tree.ts'
import { useSurroundings } from './context.ts'
import { GridTable } from './grid.tsx'

/** A text object (or a plain string), block content included. */
export function Text({ of }: { of: unknown }): ReactNode {
  return isMrkdwn(of) ? <Flows flows={parseMrkdwn(textOf(of))} /> : <Plain of={of} />
}

/** A text object without its formatting: labels, titles. */
export function Plain({ of }: { of: unknown }): ReactNode {
  return <span className="plain">{replaceEmoji(textOf(of))}</span>
}

/** For attributes: the characters of a text object. */
export const labelOf = (value: unknown): string => replaceEmoji(textOf(value))

export function Flows({ flows }: { flows: readonly Flow[] }): ReactNode {
  return flows.map((flow, at) => <FlowView key={`${flow.kind}${at.toString()}`} flow={flow} />)
}

// Below the page's own headings (workspace and channel).
const headings = ['h3', 'h4', 'h5', 'h6'] as const

function FlowView({ flow }: { flow: Flow }): ReactNode {
  switch (flow.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines of={flow.children} />
        </p>
      )
    case 'heading': {
      const Tag = headings[flow.level - 1] ?? 'h6'
      return (
        <Tag className={`heading heading-${flow.level}`}>
          <Inlines of={flow.children} />
        </Tag>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Inlines of={flow.children} />
        </blockquote>
      )
    case 'pre':
      return <pre>{flow.text}</pre>
    case 'rule':
      return <hr />
    case 'grid':
      return <GridTable grid={flow.grid} />
    case 'list':
      return <ListView items={flow.items} />
  }
}

const ListView = ({ items }: { items: readonly ListItem[] }) => (
  <ul className="list">
    {items.map((item, at) => (
      <li key={`${item.marker}${at.toString()}`} className={`indent-${item.indent}`}>
        <span className="marker">{item.marker}</span>
        <span>
          <Inlines of={item.children} />
        </span>
      </li>
    ))}
  </ul>
)

export function Inlines({ of }: { of: readonly Inline[] }): ReactNode {
  return of.map((child, at) => (
    <Fragment key={`${child.kind}${at.toString()}`}>
      <InlineView of={child} />
    </Fragment>
  ))
}

function InlineView({ of }: { of: Inline }): ReactNode {
  const { people, channels, now, openChannel } = useSurroundings()
  switch (of.kind) {
    case 'text':
      return of.text
    case 'break':
      return <br />
    case 'bold':
      return (
        <strong>
          <Inlines of={of.children} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Inlines of={of.children} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <Inlines of={of.children} />
        </s>
      )
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
      const known = channels.find(({ id }) => id === of.id)
      const name = `#${(known?.name ?? (of.label || of.id)).replace(/^#/, '')}`
      return known && openChannel ? (
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

/** A link where the address is one that may be opened, else its text. */
function Link({ url, children }: { url: string; children: ReactNode }): ReactNode {
  const href = safeUrl(url)
  if (href === null) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
