/** A still: messages, modals or a Home tab drawn by the page's own components, with no workspace behind them. */
import { useId } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Json } from '../markup/read.ts'
import type { OpenView, ShownMessage } from '../model.ts'
import { type Surroundings, SurroundingsProvider } from './context.ts'
import { Message, type MessageDoors } from './message.tsx'
import { ModalForm } from './modal.tsx'
import { Home, type ViewDoors } from './view.tsx'

/** What is drawn, one below the other. It comes as JSON, from outside of the browser. */
export interface Still {
  readonly people: Surroundings['people']
  readonly channels: Surroundings['channels']
  /** Unix milliseconds. */
  readonly now: number
  readonly messages: readonly ShownMessage[]
  /** The messages after the first stand in its thread. */
  readonly threaded: boolean
  readonly modals: readonly OpenView[]
  readonly home: Json | null
}

declare global {
  interface Window {
    /** Draws at once, at the width that the page has now. */
    drawStill: (still: Still) => void
  }
}

const nobodyHome = { ok: true, ms: 0 } as const
const messageDoors: MessageDoors = { click: async () => undefined, suggest: async () => ({}) }
const viewDoors: ViewDoors = {
  act: async () => nobodyHome,
  suggest: async () => ({}),
  submit: async () => nobodyHome,
  close: async () => nobodyHome,
}

window.drawStill = (still) => {
  const box = document.createElement('main')
  box.className = 'still'
  document.body.replaceChildren(box)
  flushSync(() => createRoot(box).render(<StillView {...still} />))
}

function StillView({ people, channels, now, messages, threaded, modals, home }: Still) {
  const [first, ...others] = messages
  return (
    <SurroundingsProvider value={{ people, channels, now: () => now }}>
      {first && <Message message={first} doors={messageDoors} />}
      {threaded && others.length > 0 && (
        <p className="day">
          <span>
            {others.length === 1 ? '1 reply in the thread' : `${others.length} replies in the thread`}
          </span>
        </p>
      )}
      {others.map((message) => (
        <Message key={message.ts} message={message} doors={messageDoors} />
      ))}
      {modals.map((open) => (
        <StillModal key={open.id} open={open} />
      ))}
      {home && <Home view={home} app="Sightline" doors={viewDoors} />}
    </SurroundingsProvider>
  )
}

function StillModal({ open }: { open: OpenView }) {
  const title = useId()
  return (
    <dialog open className="dialog modal" aria-labelledby={title}>
      <ModalForm open={open} title={title} doors={viewDoors} />
    </dialog>
  )
}
