import { useSyncExternalStore } from 'react'

// As in style/layout.css.
const query = matchMedia('(max-width: 1080px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether there is room for the channel or what stands beside it, but not for both. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
