/** The panel beside the channel: a thread or a tool. It takes the focus, and gives it back. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useNarrow } from '../use-narrow.ts'

interface SidePanelProps {
  readonly title: string
  /** What the close button is called. */
  readonly close: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SidePanel({ title, close, onClose, children }: SidePanelProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Where there is room for one of them only, this is the main thing.
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
        // An open menu has taken the key for itself.
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
