/** The stack of modals. Only the top one is shown. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { valuesOf } from '../../interactions/selections.ts'
import { record, records, string } from '../../markup/read.ts'
import type { OpenView } from '../../model.ts'
import { Blocks } from '../blocks/block.tsx'
import { labelOf, Plain } from '../blocks/text.tsx'
import { SurfaceProvider } from '../context.ts'
import { useDialog } from './dialog.ts'
import { Problem } from './problem.tsx'
import { type Errors, trouble, useViewSurface, type ViewHandlers } from './view.tsx'

/** All open modals stay mounted, so that text typed below a pushed view is still there when that view closes. */
export function Modals({ views, handlers }: { views: readonly OpenView[]; handlers: ViewHandlers }) {
  return views.map((open, at) => (
    <Modal key={open.id} open={open} top={at === views.length - 1} handlers={handlers} />
  ))
}

function Modal({ open, top, handlers }: { open: OpenView; top: boolean; handlers: ViewHandlers }) {
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  useDialog(box, top)
  useEffect(() => {
    if (top) box.current?.querySelector<HTMLElement>('[data-block]')?.focus()
  }, [top])
  return (
    <dialog
      ref={box}
      className="dialog modal"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        void handlers.close(open.id)
      }}
    >
      <ModalForm open={open} title={title} handlers={handlers} />
    </dialog>
  )
}

/** The dialog's content. @param title the id for its heading */
export function ModalForm({
  open,
  title,
  handlers,
}: {
  open: OpenView
  title: string
  handlers: ViewHandlers
}) {
  const { view, id } = open
  const blocks = records(view.blocks)
  const { surface, setErrors, problem, setProblem } = useViewSurface(id, open.values, handlers, open.errors)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const invalid = invalidFields(event.currentTarget)
    setErrors(invalid)
    setProblem(null)
    if (Object.keys(invalid).length > 0) return focusField(event.currentTarget, invalid)
    setBusy(true)
    const form = event.currentTarget
    const ack = await handlers.submit(id, valuesOf(blocks, surface.value))
    setBusy(false)
    const errors = Object.fromEntries(
      Object.entries(record(record(ack.body).errors)).map(([key, text]) => [key, string(text)]),
    )
    if (Object.keys(errors).length === 0) return setProblem(trouble(ack))
    setErrors(errors)
    focusField(form, errors)
  }
  const close = () => void handlers.close(id)
  const send = labelOf(view.submit)
  return (
    <form noValidate onSubmit={submit} aria-busy={busy}>
      <header className="bar">
        <h2 id={title}>
          <Plain of={view.title} />
        </h2>
        <button type="button" className="button icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <div className="modal-body">
        <Problem text={problem} />
        <SurfaceProvider value={surface}>
          <Blocks blocks={blocks} />
        </SurfaceProvider>
      </div>
      <footer className="dialog-actions">
        <button type="button" className="button" onClick={close}>
          {labelOf(view.close) || 'Close'}
        </button>
        {send && (
          <button type="submit" className="button primary" disabled={busy} aria-busy={busy}>
            {busy ? 'Sending…' : send}
          </button>
        )}
      </footer>
    </form>
  )
}

/** Problems found by the browser: an invalid email address, a number out of range, a text that is too short. */
function invalidFields(form: HTMLFormElement): Errors {
  const controls = [...form.querySelectorAll<HTMLInputElement>('[data-block]')]
  return Object.fromEntries(
    controls
      .filter((control) => !control.checkValidity())
      .map((control) => [control.dataset.block ?? '', control.validationMessage]),
  )
}

function focusField(form: HTMLFormElement, errors: Errors): void {
  const controls = [...form.querySelectorAll<HTMLElement>('[data-block]')]
  controls.find(({ dataset }) => Object.hasOwn(errors, dataset.block ?? ''))?.focus()
}
