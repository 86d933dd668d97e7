import { type RefObject, useEffect, useRef } from 'react'

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
