/** The panel beside the channel: a thread or a tool. It takes the focus, and returns it when closed. */
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

// Same as in style/layout.css.
const query = matchMedia('(max-width: 1080px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window has room for only one of the channel and the side panel. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)

interface SidePanelProps {
  readonly title: string
  /** The name of the close button. */
  readonly close: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SidePanel({ title, close, onClose, children }: SidePanelProps) {
  const button = useRef<HTMLButtonElement>(null)
  // If there is room for only one, this panel is the main content.
  const narrow = useNarrow()
  const Box = narrow ? 'main' : 'aside'
  useEffect(() => {
    const before = document.activeElement
    button.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <Box
      className="side"
      aria-label={title}
      onKeyDown={(event) => {
        // An open menu has already handled the key.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {narrow && <h1 className="for-readers">Slack sandbox</h1>}
      <header className="bar">
        <h2>{title}</h2>
        <button ref={button} type="button" className="button icon" aria-label={close} onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </Box>
  )
}
