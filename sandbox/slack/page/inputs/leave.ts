import { type RefObject, useEffect, useRef } from 'react'

/** Calls `onLeave` when the focus goes from inside the box to elsewhere: how menus know to close. */
export function useLeave(box: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(() => {
    const element = box.current
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) latest.current()
    }
    element?.addEventListener('focusout', onFocusOut)
    return () => element?.removeEventListener('focusout', onFocusOut)
  }, [box])
}
