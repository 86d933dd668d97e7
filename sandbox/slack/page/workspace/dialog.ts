import { type RefObject, useLayoutEffect } from 'react'

/**
 * Opens the dialog above everything else while `open` holds. It is closed before it is taken away, so that the
 * browser gives the focus back to what had it.
 */
export function useDialog(box: RefObject<HTMLDialogElement | null>, open = true): void {
  useLayoutEffect(() => {
    const dialog = box.current
    if (!open || dialog === null) return
    dialog.showModal()
    return () => dialog.close()
  }, [box, open])
}
