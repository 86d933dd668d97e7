/** The behaviour of elements: hold a value, ask for confirmation, send to the app, show that they are waiting. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { initialState } from '../../interactions/selections.ts'
import { type Json, record, string } from '../../markup/read.ts'
import { labelOf, Text } from '../blocks/text.tsx'
import { useSurface } from '../context.ts'
import { useDialog } from '../workspace/dialog.ts'

export interface ElementProps {
  readonly blockId: string
  readonly element: Json
  /** Whether a change is sent to the app immediately (sections, actions, input blocks with `dispatch_action`). */
  readonly dispatches: boolean
  /** The id of the visible label. Without one, the element names itself. */
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly invalid?: boolean
}

interface ElementAction {
  readonly state: Json | null
  readonly busy: boolean
  /** Sets the new state (null for a button, which has none), and sends it to the app if the element dispatches. */
  readonly commit: (state: Json | null, selection?: Json) => void
  /** Sets the new state without sending it to the app yet. */
  readonly hold: (state: Json) => void
  /** Rendered beside the element: the confirmation dialog while it is open. */
  readonly dialog: ReactNode
}

export function useElementAction({ blockId, element, dispatches }: ElementProps): ElementAction {
  const surface = useSurface()
  const actionId = string(element.action_id)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const hold = (state: Json) => surface.change(blockId, actionId, state, dispatches)
  const send = async (state: Json | null, selection: Json | undefined) => {
    if (state) hold(state)
    if (!dispatches) return
    setBusy(true)
    await surface.act(blockId, actionId, selection)
    setBusy(false)
  }
  const commit = (
    state: Json | null,
    selection: Json | undefined = state ? without(state, 'type') : undefined,
  ) => {
    const go = () => void send(state, selection)
    if (dispatches && element.confirm !== undefined) setAsked({ go })
    else go()
  }
  const answer = (go: (() => void) | null) => {
    setAsked(null)
    go?.()
  }
  return {
    state: surface.value(blockId, actionId) ?? initialState(element) ?? null,
    busy,
    commit,
    hold,
    dialog: asked && (
      <ConfirmDialog
        confirm={record(element.confirm)}
        onYes={() => answer(asked.go)}
        onNo={() => answer(null)}
      />
    ),
  }
}

const without = (state: Json, key: string): Json =>
  Object.fromEntries(Object.entries(state).filter(([name]) => name !== key))

interface ConfirmProps {
  readonly confirm: Json
  readonly onYes: () => void
  readonly onNo: () => void
}

export function ConfirmDialog({ confirm, onYes, onNo }: ConfirmProps) {
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  const text = useId()
  useDialog(box)
  return (
    <dialog
      ref={box}
      className="dialog confirm"
      aria-labelledby={title}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onNo()
      }}
    >
      <h2 id={title}>{labelOf(confirm.title) || 'Are you sure?'}</h2>
      <div id={text} className="confirm-text">
        <Text of={confirm.text} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onNo}>
          {labelOf(confirm.deny) || 'Cancel'}
        </button>
        <button
          type="button"
          className={`button ${confirm.style === 'danger' ? 'danger' : 'primary'}`}
          onClick={onYes}
        >
          {labelOf(confirm.confirm) || 'Yes'}
        </button>
      </div>
    </dialog>
  )
}

/** The id of the control with this label, so that a click on the label focuses it. */
export const controlId = (label: string): string => `${label}-control`

/** The attributes that name an element for assistive technology. */
export const naming = ({ labelledBy, describedBy, invalid, element }: ElementProps, fallback: string) => ({
  ...(labelledBy === undefined
    ? { 'aria-label': labelOf(element.placeholder) || fallback }
    : { id: controlId(labelledBy), 'aria-labelledby': labelledBy }),
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  ...(invalid === true ? { 'aria-invalid': true } : {}),
})
