/** mrkdwn, rich_text and Markdown as React elements. All characters are rendered as text, never as HTML. */
import type { ReactNode } from 'react'
import { replaceEmoji } from '../../markup/emoji.ts'
import { parseMrkdwn } from '../../markup/mrkdwn.ts'
import { isMrkdwn, textOf } from '../../markup/read.ts'
import type { Flow, ListItem } from '../../markup/tree.ts'
import { GridTable } from './grid.tsx'
import { Inlines } from './inlines.tsx'

/** A text object (or a plain string), including block content. */
export function Text({ of }: { of: unknown }): ReactNode {
  return isMrkdwn(of) ? <Flows flows={parseMrkdwn(textOf(of))} /> : <Plain of={of} />
}

/** A text object without formatting, for labels and titles. */
export function Plain({ of }: { of: unknown }): ReactNode {
  return <span className="plain">{replaceEmoji(textOf(of))}</span>
}

/** The text of a text object, for attributes. */
export const labelOf = (value: unknown): string => replaceEmoji(textOf(value))

export function Flows({ flows }: { flows: readonly Flow[] }): ReactNode {
  return flows.map((flow, at) => <FlowView key={`${flow.kind}${at.toString()}`} flow={flow} />)
}

// Below the page's own headings (workspace and channel).
const headings = ['h3', 'h4', 'h5', 'h6'] as const

function FlowView({ flow }: { flow: Flow }): ReactNode {
  switch (flow.kind) {
    case 'paragraph':
    case 'quote': {
      const Tag = flow.kind === 'quote' ? 'blockquote' : 'p'
      return (
        <Tag>
          <Inlines of={flow.children} />
        </Tag>
      )
    }
    case 'heading': {
      const Tag = headings[flow.level - 1] ?? 'h6'
      return (
        <Tag className={`heading heading-${flow.level}`}>
          <Inlines of={flow.children} />
        </Tag>
      )
    }
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
