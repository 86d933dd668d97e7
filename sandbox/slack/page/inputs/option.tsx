/** A choice in a listbox. The text field keeps the focus and handles the keys. */
import type { ReactNode } from 'react'

interface OptionProps {
  readonly id: string
  readonly className?: string
  /** Whether Enter chooses it. */
  readonly active: boolean
  /** Whether it is chosen already; `active` by default. */
  readonly chosen?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const Option = ({ id, className = '', active, chosen = active, onChoose, children }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={chosen}
    tabIndex={-1}
    className={`option ${className}${active ? ' active' : ''}`}
    onClick={onChoose}
    onKeyDown={({ key }) => key === 'Enter' && onChoose()}
  >
    {children}
  </div>
)
