import { useSyncExternalStore } from 'react'

// As in style/layout.css.
const query = matchMedia('(max-width: 1080px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window has room for the channel or the side panel, but not for both. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
