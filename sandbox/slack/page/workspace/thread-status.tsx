/** The app's status in a thread, and the button that stops its work. */
import { useRef } from 'react'
import type { Workspace } from '../state.ts'

/** A thread's title and status, as set by the app. */
export interface ThreadState {
  readonly title?: string
  /** Shown after the app's name, for example `is thinking…`. */
  readonly doing?: string
  /** Whether users may stop it. */
  readonly stoppable: boolean
}

export function threadState(
  { sessions, statuses, tabs }: Workspace,
  channel: string,
  thread: string,
): ThreadState {
  const here = (one: { channel: string; thread_ts: string }) =>
    one.channel === channel && one.thread_ts === thread
  const session = sessions.find(here)
  const status = statuses.find(here)
  const atWork = session?.status === 'processing'
  const doing = status ? (status.loading_messages[0] ?? status.status) : atWork ? 'is working…' : undefined
  return {
    ...(session?.title === undefined ? {} : { title: session.title }),
    ...(doing === undefined ? {} : { doing }),
    stoppable: atWork && tabs.stoppable,
  }
}

interface ThreadStatusProps {
  readonly app: string
  readonly state: ThreadState
  readonly onStop: () => void
}

/** Rendered even when empty, so that screen readers announce changes. */
export function ThreadStatus({ app, state: { doing, stoppable }, onStop }: ThreadStatusProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const stop = () => {
    // The button disappears and would lose the focus.
    line.current?.focus()
    onStop()
  }
  return (
    <div className="doing">
      <p ref={line} role="status" tabIndex={-1}>
        {doing === undefined ? '' : `${app} ${doing}`}
      </p>
      {stoppable && (
        <button type="button" className="small" onClick={stop}>
          Stop
        </button>
      )}
    </div>
  )
}
