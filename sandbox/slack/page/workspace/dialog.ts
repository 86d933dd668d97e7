import { type RefObject, useLayoutEffect } from 'react'

/**
 * Opens the dialog above everything else while `open` is true. Closes it before removing it, so that the browser
 * returns the focus to the previous element.
 */
export function useDialog(box: RefObject<HTMLDialogElement | null>, open = true): void {
  useLayoutEffect(() => {
    const dialog = box.current
    if (!open || dialog === null) return
    dialog.showModal()
    return () => dialog.close()
  }, [box, open])
}
