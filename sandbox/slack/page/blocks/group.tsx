/** Blocks that contain others or frame a text: alert, container, card, task. */
import { type ReactNode, useId, useState } from 'react'
import { type Json, record, records, string, textOf } from '../../markup/read.ts'
import { parseRichText } from '../../markup/rich-text.ts'
import { Element } from '../inputs/element.tsx'
import { Picture, SlackIcon } from './picture.tsx'
import { Flows, Plain, Text } from './text.tsx'

const levels: Readonly<Record<string, { word: string; sign: string }>> = {
  default: { word: 'Note', sign: 'i' },
  info: { word: 'Info', sign: 'i' },
  success: { word: 'Success', sign: '✓' },
  warning: { word: 'Warning', sign: '!' },
  error: { word: 'Error', sign: '×' },
}

export function Alert({ block }: { block: Json }) {
  const levelName = Object.hasOwn(levels, string(block.level)) ? string(block.level) : 'default'
  const level = levels[levelName]
  return (
    <div className={`alert alert-${levelName}`} role="note">
      <span className="sign" aria-hidden="true">
        {level?.sign}
      </span>
      <div>
        <span className="for-readers">{level?.word}: </span>
        <Text of={block.text} />
      </div>
    </div>
  )
}

export function Container({ block, children }: { block: Json; children: ReactNode }) {
  const collapsible = block.is_collapsible === true
  const [open, setOpen] = useState(!(collapsible && block.default_collapsed === true))
  const body = useId()
  const icon = record(block.icon)
  const title = (
    <>
      {string(icon.type) && <Picture image={icon} />}
      <span>
        <span className="container-title">
          {block.rich_text_title === undefined ? (
            <Plain of={block.title} />
          ) : (
            <Flows flows={parseRichText(record(block.rich_text_title))} />
          )}
        </span>
        {textOf(block.subtitle) && (
          <span className="container-subtitle">
            <Text of={block.subtitle} />
          </span>
        )}
      </span>
    </>
  )
  return (
    <section className={`container width-${string(block.width) || 'standard'}`}>
      {collapsible ? (
        <button
          type="button"
          className="container-head"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => setOpen(!open)}
        >
          <span className="fold" aria-hidden="true">
            {open ? '▾' : '▸'}
          </span>
          {title}
        </button>
      ) : (
        <div className={block.has_header_divider === true ? 'container-head ruled' : 'container-head'}>
          {title}
        </div>
      )}
      <div id={body} className="container-body" hidden={!open}>
        {children}
      </div>
    </section>
  )
}

interface ElementsProps {
  readonly blockId: string
  readonly elements: readonly Json[]
}

/** Buttons and other elements side by side. */
export const Elements = ({ blockId, elements }: ElementsProps) => (
  <div className="actions">
    {elements.map((element, at) => (
      <Element
        key={string(element.action_id) || `e${at.toString()}`}
        blockId={blockId}
        element={element}
        dispatches
      />
    ))}
  </div>
)

/** A text in a box, or nothing. */
const Words = ({ of, className }: { of: unknown; className?: string }) =>
  textOf(of) && (
    <div className={className}>
      <Text of={of} />
    </div>
  )

export function Card({ block }: { block: Json }) {
  const actions = records(block.actions)
  return (
    <article className="card">
      {block.hero_image !== undefined && <Picture image={record(block.hero_image)} />}
      <div className="card-head">
        {block.icon !== undefined && <Picture image={record(block.icon)} />}
        <SlackIcon name={string(record(block.slack_icon).name)} />
        <div>
          <Words of={block.title} className="card-title" />
          <Words of={block.subtitle} className="card-subtitle" />
        </div>
      </div>
      <Words of={block.body} />
      <Words of={block.subtext} className="card-subtitle" />
      {actions.length > 0 && <Elements blockId={string(block.block_id)} elements={actions} />}
    </article>
  )
}

const statuses: Readonly<Record<string, string>> = {
  pending: 'To do',
  in_progress: 'In progress',
  complete: 'Done',
  error: 'Failed',
}

export const TaskCard = ({ block }: { block: Json }) => (
  <article className="card">
    <div className="card-title">
      <Plain of={block.title} />
    </div>
    <div className="card-subtitle">{statuses[string(block.status)] ?? ''}</div>
    <Flows flows={[...parseRichText(record(block.details)), ...parseRichText(record(block.output))]} />
  </article>
)
