/** A button with a menu. Opens with Enter, Space or an arrow key; closes with Escape or when it loses focus. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'

/** Calls `onFocusLeave` when the focus leaves the box, so that menus can close. */
export function useFocusOut(box: RefObject<HTMLElement | null>, onFocusLeave: () => void): void {
  const latest = useRef(onFocusLeave)
  latest.current = onFocusLeave
  useEffect(() => {
    const element = box.current
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) latest.current()
    }
    element?.addEventListener('focusout', onFocusOut)
    return () => element?.removeEventListener('focusout', onFocusOut)
  }, [box])
}

interface MenuButtonProps {
  /** The name of the button and its menu. */
  readonly label: string
  readonly sign: ReactNode
  readonly className: string
  readonly busy?: boolean
  /** The items, each with the role `menuitem`. `close` returns the focus to the button. */
  readonly children: (close: () => void) => ReactNode
}

export function MenuButton({ label, sign, className, busy, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const menu = useId()
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (!open) return
    box.current?.querySelector('.popup')?.scrollIntoView({ block: 'nearest' })
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])
  useFocusOut(box, () => setOpen(false))
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape' && open) close()
    else if (step !== 0 && !open) setOpen(true)
    else if (step !== 0) {
      const all = items()
      const at = all.findIndex((item) => item.matches(':focus'))
      all[(at + step + all.length) % all.length]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div ref={box} className="menu-box">
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={menu}
        aria-busy={busy}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        {sign}
      </button>
      {open && (
        <div id={menu} className="popup menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
          {children(close)}
        </div>
      )}
    </div>
  )
}

/** An action that a user may take. */
export interface Action {
  readonly key: string
  readonly label: string
  readonly description?: string
  readonly run: () => void
}

interface ActionsProps {
  readonly actions: readonly Action[]
  readonly close: () => void
}

/** Actions as the items of a menu. */
export const Actions = ({ actions, close }: ActionsProps) =>
  actions.map(({ key, label, description, run }) => (
    <button
      key={key}
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        run()
      }}
    >
      <span>
        {label}
        {description && <small>{description}</small>}
      </span>
    </button>
  ))
