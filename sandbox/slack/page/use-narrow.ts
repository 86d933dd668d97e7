import { useSyncExternalStore } from 'react'

// Same as in style/layout.css.
const query = matchMedia('(max-width: 1080px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window has room for only one of the channel and the side panel. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
