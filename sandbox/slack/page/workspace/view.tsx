/** The Home tab, and the parts that it shares with modals. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Values } from '../../interactions/selections.ts'
import { type Json, record, records, string } from '../../markup/read.ts'
import type { Acknowledgement } from '../../model.ts'
import { Blocks } from '../blocks/block.tsx'
import { type Surface, SurfaceProvider } from '../context.ts'
import { Problem } from './problem.tsx'

/** How views reach the app. */
export interface ViewHandlers {
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

export type Errors = Readonly<Record<string, string>>

export const trouble = (ack: Acknowledgement): string | null =>
  ack.ok ? null : ack.error || 'We had some trouble connecting. Try again?'

interface ViewSurface {
  readonly surface: Surface
  readonly setErrors: (errors: Errors) => void
  /** What Slack shows if the app did not answer. */
  readonly problem: string | null
  readonly setProblem: (problem: string | null) => void
}

/**
 * @param held the sandbox's value for each field, which survives a reload and a change of user
 * @param refused the app's errors for the fields from the last submission
 */
export function useViewSurface(
  viewId: string,
  held: Values,
  handlers: ViewHandlers,
  refused: Errors = {},
): ViewSurface {
  const [edits, setEdits] = useState<Values>({})
  const [errors, setErrors] = useState(refused)
  const [problem, setProblem] = useState<string | null>(null)
  // Fields whose values the sandbox doesn't know yet. They are sent with the next action, as in Slack.
  const unsent = useRef(new Map<string, readonly [string, string, Json]>())
  const surface = useMemo(
    (): Surface => ({
      value: (blockId, actionId) => edits[blockId]?.[actionId] ?? held[blockId]?.[actionId] ?? null,
      change: (blockId, actionId, state, dispatched) => {
        if (!dispatched) unsent.current.set(`${blockId} ${actionId}`, [blockId, actionId, state])
        setEdits((last) => ({ ...last, [blockId]: { ...last[blockId], [actionId]: state } }))
        setErrors(({ [blockId]: _, ...rest }) => rest)
      },
      act: async (blockId, actionId, selection) => {
        // The app may have replaced the view since. Its old fields are gone, and their values with them.
        const fields = [...unsent.current.values()].filter(([block, action]) => action in (held[block] ?? {}))
        unsent.current.clear()
        for (const field of fields) await handlers.act(viewId, ...field)
        setProblem(trouble(await handlers.act(viewId, blockId, actionId, selection)))
      },
      suggest: (blockId, actionId, query) => handlers.suggest(viewId, blockId, actionId, query),
      error: (blockId) => errors[blockId] ?? null,
    }),
    [viewId, held, handlers, edits, errors],
  )
  return { surface, setErrors, problem, setProblem }
}

/** An app publishes its Home tab when it learns that a user opened it, which takes a moment. */
const patienceMs = 2_000

const heldByHome = (view: Json | null): Values => record(record(view?.state).values) as Values

/** The Home tab; null while the app has published none. */
export function Home({ view, app, handlers }: { view: Json | null; app: string; handlers: ViewHandlers }) {
  const { surface, problem } = useViewSurface(string(view?.id), heldByHome(view), handlers)
  const [waiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="messages home">
      <Problem text={problem} />
      {view === null ? (
        <p className="empty" role="status">
          {waiting ? 'Opening…' : `${app} hasn't published a Home tab yet.`}
        </p>
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
