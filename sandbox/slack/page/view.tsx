/** Views: the stack of modals (the topmost shown), and the app's Home tab. */
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Json, record, records, string } from '../markup/read.ts'
import type { Acknowledgement, OpenView } from '../model.ts'
import { Blocks } from './block.tsx'
import { type Surface, SurfaceProvider } from './context.ts'
import { labelOf, Plain } from './text.tsx'
import { isEmptyState, placedElements, submittedValues, type Values } from './values.ts'

/** How views reach the app. */
export interface ViewDoors {
  readonly act: (
    viewId: string,
    blockId: string,
    actionId: string,
    selection?: Json,
  ) => Promise<Acknowledgement>
  readonly suggest: (viewId: string, blockId: string, actionId: string, query: string) => Promise<Json>
  readonly submit: (viewId: string, values: Values) => Promise<Acknowledgement>
  readonly close: (viewId: string) => Promise<Acknowledgement>
}

type Errors = Readonly<Record<string, string>>

const trouble = (ack: Acknowledgement): string | null =>
  ack.ok ? null : ack.error || 'We had some trouble connecting. Try again?'

interface ViewSurface {
  readonly surface: Surface
  readonly setErrors: (errors: Errors) => void
  /** What Slack says when the app did not answer. */
  readonly problem: string | null
  readonly setProblem: (problem: string | null) => void
}

/** @param held What the sandbox has for each field: it outlives a reload, and a change of user. */
function useViewSurface(viewId: string, held: Values, doors: ViewDoors): ViewSurface {
  const [edits, setEdits] = useState<Values>({})
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const surface = useMemo(
    (): Surface => ({
      value: (blockId, actionId) => edits[blockId]?.[actionId] ?? held[blockId]?.[actionId] ?? null,
      change: (blockId, actionId, state) => {
        setEdits((last) => ({ ...last, [blockId]: { ...last[blockId], [actionId]: state } }))
        setErrors(({ [blockId]: _, ...rest }) => rest)
      },
      act: async (blockId, actionId, selection) => {
        setProblem(trouble(await doors.act(viewId, blockId, actionId, selection)))
      },
      suggest: (blockId, actionId, query) => doors.suggest(viewId, blockId, actionId, query),
      error: (blockId) => errors[blockId] ?? null,
    }),
    [viewId, held, doors, edits, errors],
  )
  return { surface, setErrors, problem, setProblem }
}

/** All open modals are kept mounted, so that what was typed below a pushed view is still there when it is closed. */
export function Modals({ views, doors }: { views: readonly OpenView[]; doors: ViewDoors }) {
  return views.map((open, at) => (
    <Modal key={open.id} open={open} top={at === views.length - 1} doors={doors} />
  ))
}

function Modal({ open, top, doors }: { open: OpenView; top: boolean; doors: ViewDoors }) {
  const { view, id } = open
  const blocks = records(view.blocks)
  const { surface, setErrors, problem, setProblem } = useViewSurface(id, open.values, doors)
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => {
    if (!top) return box.current?.close()
    box.current?.showModal()
    box.current?.querySelector<HTMLElement>('[data-block]')?.focus()
  }, [top])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = submittedValues(blocks, surface.value)
    const found = { ...invalidFields(event.currentTarget), ...missing(blocks, values) }
    setErrors(found)
    setProblem(null)
    if (Object.keys(found).length > 0) return focusField(event.currentTarget, found)
    setBusy(true)
    const form = event.currentTarget
    const ack = await doors.submit(id, values)
    setBusy(false)
    const errors = Object.fromEntries(
      Object.entries(record(record(ack.body).errors)).map(([key, text]) => [key, string(text)]),
    )
    if (Object.keys(errors).length === 0) return setProblem(trouble(ack))
    setErrors(errors)
    focusField(form, errors)
  }
  const close = () => void doors.close(id)
  const send = labelOf(view.submit)
  return (
    <dialog
      ref={box}
      className="dialog modal"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
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
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
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
    </dialog>
  )
}

/** What the browser itself finds wrong: a mail address, a number out of range, a text too short. */
function invalidFields(form: HTMLFormElement): Errors {
  const controls = [...form.querySelectorAll<HTMLInputElement>('[data-block]')]
  return Object.fromEntries(
    controls
      .filter((control) => !control.checkValidity())
      .map((control) => [control.dataset.block ?? '', control.validationMessage]),
  )
}

function missing(blocks: readonly Json[], values: Values): Errors {
  const empty = placedElements(blocks).filter(
    ({ blockId, element, input }) =>
      input !== null &&
      input.optional !== true &&
      isEmptyState(element, values[blockId]?.[string(element.action_id)] ?? null),
  )
  return Object.fromEntries(empty.map(({ blockId }) => [blockId, 'Please complete this required field.']))
}

function focusField(form: HTMLFormElement, errors: Errors): void {
  const controls = [...form.querySelectorAll<HTMLElement>('[data-block]')]
  controls.find(({ dataset }) => Object.hasOwn(errors, dataset.block ?? ''))?.focus()
}

const heldByHome = (view: Json | null): Values => record(record(view?.state).values) as Values

/** The Home tab; null while the app has published none. */
export function Home({ view, app, doors }: { view: Json | null; app: string; doors: ViewDoors }) {
  const { surface, problem } = useViewSurface(string(view?.id), heldByHome(view), doors)
  return (
    <div className="messages home">
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {view === null ? (
        <p className="empty">{app} has published nothing here yet.</p>
      ) : (
        <SurfaceProvider value={surface}>
          <div className="content">
            <Blocks blocks={records(view.blocks)} />
          </div>
        </SurfaceProvider>
      )}
    </div>
  )
}
