/** Block Kit blocks as React elements. */
import { type ReactNode, useId } from 'react'
import { readGrid } from '../../markup/grid.ts'
import { parseMarkdown } from '../../markup/markdown.ts'
import { type Json, list, record, records, string, textOf } from '../../markup/read.ts'
import { parseRichText } from '../../markup/rich-text.ts'
import { useSurface } from '../context.ts'
import { Element } from '../inputs/element.tsx'
import { controlId } from '../inputs/element-action.tsx'
import { ChartBlock } from './chart.tsx'
import { DataTable, GridTable } from './grid.tsx'
import { Alert, Card, Container, Elements, TaskCard } from './group.tsx'
import { Link } from './inlines.tsx'
import { ForeignPictures, Picture } from './picture.tsx'
import { Flows, labelOf, Plain, Text } from './text.tsx'

/** Blocks can be nested (container, carousel, plan). Levels deeper than Slack allows are not drawn. */
const deepest = 4

interface BlocksProps {
  readonly blocks: readonly Json[]
  readonly depth?: number
  /**
   * Identifies blocks by position. An edited message gets new block ids, so positions let an edit redraw only what
   * changed without moving the reader. A view's blocks keep their ids, and therefore their inputs.
   */
  readonly byPlace?: boolean
}

export function Blocks({ blocks, depth = 0, byPlace = false }: BlocksProps): ReactNode {
  const keyOfBlock = (block: Json, at: number) =>
    byPlace ? `${string(block.type)}${at.toString()}` : string(block.block_id) || `b${at.toString()}`
  return (
    <>
      {blocks.map((block, at) => (
        <div key={keyOfBlock(block, at)} className={`block block-${className(block)}`}>
          <Block block={block} depth={depth} />
        </div>
      ))}
      {depth === 0 && <ForeignPictures blocks={blocks} />}
    </>
  )
}

const className = (block: Json): string => string(block.type).replace(/[^a-z_]/g, '')

function Block({ block, depth }: { block: Json; depth: number }): ReactNode {
  const blockId = string(block.block_id)
  const nested = (blocks: unknown) =>
    depth < deepest ? <Blocks blocks={records(blocks)} depth={depth + 1} /> : null
  switch (block.type) {
    case 'header':
      return <Header block={block} />
    case 'section':
      return <Section block={block} />
    case 'context':
      return <Context block={block} />
    case 'divider':
      return <hr />
    case 'actions':
    case 'context_actions':
      return <Elements blockId={blockId} elements={records(block.elements)} />
    case 'rich_text':
      return <Flows flows={parseRichText(block)} />
    case 'markdown':
      return <Flows flows={parseMarkdown(string(block.text))} />
    case 'image':
      return <ImageBlock block={block} />
    case 'data_table':
      return <DataTable grid={readGrid(block)} />
    case 'table':
      return <GridTable grid={readGrid(block)} />
    case 'data_visualization':
      return <ChartBlock block={block} />
    case 'alert':
      return <Alert block={block} />
    case 'container':
      return <Container block={block}>{nested(block.child_blocks)}</Container>
    case 'card':
      return <Card block={block} />
    case 'carousel':
      return <div className="carousel">{nested(block.elements)}</div>
    case 'plan':
      return <Container block={{ title: block.title }}>{nested(block.tasks)}</Container>
    case 'task_card':
      return <TaskCard block={block} />
    case 'input':
      return <Input block={block} />
    case 'video':
      return <Video block={block} />
    case 'file':
      return <p className="note">File {string(block.external_id)}</p>
    default:
      return <p className="note">This page can't show blocks of type “{string(block.type)}”.</p>
  }
}

// Below the page's own headings (of a channel, thread or form). A header without a level has level 2.
const headings = ['h3', 'h3', 'h4', 'h5'] as const

function Header({ block }: { block: Json }) {
  const level = typeof block.level === 'number' && block.level >= 1 && block.level <= 4 ? block.level : 2
  const Tag = headings[level - 1] ?? 'h3'
  return (
    <Tag className={`header header-${level}`}>
      <Plain of={block.text} />
    </Tag>
  )
}

function Section({ block }: { block: Json }) {
  const fields = list(block.fields)
  const accessory = record(block.accessory)
  return (
    <div className="section">
      <div className="section-body">
        {textOf(block.text) && <Text of={block.text} />}
        {fields.length > 0 && (
          <div className="fields">
            {fields.map((field, at) => (
              <div key={`f${at.toString()}`}>
                <Text of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {string(accessory.type) && (
        <div className="accessory">
          <Element blockId={string(block.block_id)} element={accessory} dispatches />
        </div>
      )}
    </div>
  )
}

const Context = ({ block }: { block: Json }) => (
  <div className="context">
    {records(block.elements).map((element, at) =>
      element.type === 'image' ? (
        <Picture key={`c${at.toString()}`} image={element} />
      ) : (
        <div key={`c${at.toString()}`}>
          <Text of={element} />
        </div>
      ),
    )}
  </div>
)

const ImageBlock = ({ block }: { block: Json }) => (
  <figure className="image">
    {textOf(block.title) && (
      <figcaption>
        <Plain of={block.title} />
      </figcaption>
    )}
    <Picture image={block} />
  </figure>
)

function Input({ block }: { block: Json }) {
  const surface = useSurface()
  const id = useId()
  const blockId = string(block.block_id)
  const element = record(block.element)
  // Each option of a group has its own label.
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons'
  const Label = isGroup ? 'div' : 'label'
  const error = surface.error(blockId)
  const hint = labelOf(block.hint)
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field failed' : 'field'}>
      <Label id={id} className="label" {...(isGroup ? {} : { htmlFor: controlId(id) })}>
        <Plain of={block.label} />
        {block.optional === true && <span className="optional"> (optional)</span>}
      </Label>
      <Element
        blockId={blockId}
        element={element}
        dispatches={block.dispatch_action === true}
        labelledBy={id}
        describedBy={notes || undefined}
        invalid={error !== null}
      />
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

const Video = ({ block }: { block: Json }) => (
  <p>
    <span className="picture-kind">Video</span>{' '}
    <Link url={string(block.title_url)}>
      <Plain of={block.title} />
    </Link>
  </p>
)
