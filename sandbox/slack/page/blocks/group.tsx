/** Blocks that contain others or frame a text: alert, container, card, task. */
import { type ReactNode, useId, useState } from 'react'
import { type Json, record, records, string, textOf } from '../../markup/read.ts'
import { parseRichText } from '../../markup/rich-text.ts'
import { Element } from '../inputs/element.tsx'
import { SlackIcon } from './icons.tsx'
import { Picture } from './picture.tsx'
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
          {string(icon.type) && <Picture image={icon} />}
          <span>{title}</span>
        </button>
      ) : (
        <div className={block.has_header_divider === true ? 'container-head ruled' : 'container-head'}>
          {string(icon.type) && <Picture image={icon} />}
          <span>{title}</span>
        </div>
      )}
      <div id={body} className="container-body" hidden={!open}>
        {children}
      </div>
    </section>
  )
}

export function Card({ block }: { block: Json }) {
  const actions = records(block.actions)
  return (
    <article className="card">
      {block.hero_image !== undefined && <Picture image={record(block.hero_image)} />}
      <div className="card-head">
        {block.icon !== undefined && <Picture image={record(block.icon)} />}
        <SlackIcon name={string(record(block.slack_icon).name)} />
        <div>
          {textOf(block.title) && (
            <div className="card-title">
              <Text of={block.title} />
            </div>
          )}
          {textOf(block.subtitle) && (
            <div className="card-subtitle">
              <Text of={block.subtitle} />
            </div>
          )}
        </div>
      </div>
      {textOf(block.body) && <Text of={block.body} />}
      {textOf(block.subtext) && (
        <div className="card-subtitle">
          <Text of={block.subtext} />
        </div>
      )}
      {actions.length > 0 && (
        <div className="actions">
          {actions.map((element, at) => (
            <Element
              key={string(element.action_id) || `e${at.toString()}`}
              blockId={string(block.block_id)}
              element={element}
              dispatches
            />
          ))}
        </div>
      )}
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
