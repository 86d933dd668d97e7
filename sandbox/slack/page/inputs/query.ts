/** The options that match the typed text, filtered here or requested from the app. */
import { useEffect, useRef, useState } from 'react'

export interface ComboOption {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly group: string
  /** The option's value in Slack's state: the option object, or an id. */
  readonly sent: unknown
}

/** Slack queries an app when the user pauses typing. */
const pauseMs = 200

interface Found {
  readonly options: readonly ComboOption[]
  /** Shown below the options; empty if there is nothing to say. */
  readonly note: string
}

type Answer = Found & { readonly text: string }

/** @param text the typed text; null while the list is closed */
export function useQuery(
  text: string | null,
  offered: readonly ComboOption[],
  query: ((text: string) => Promise<readonly ComboOption[]>) | undefined,
  minLength: number,
): Found {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useRef(query)
  ask.current = query
  const asks = query !== undefined && text !== null && text.length >= minLength
  useEffect(() => {
    if (!asks) return
    let current = true
    const settle = (options: readonly ComboOption[], note: string) => {
      if (current) setAnswer({ text, options, note })
    }
    const timer = setTimeout(() => {
      ask.current?.(text).then(
        (options) => settle(options, options.length === 0 ? 'No results' : ''),
        () => settle([], "The app didn't send any options. Type again to retry."),
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asks, text])

  if (text === null) return { options: [], note: '' }
  if (query === undefined) {
    const wanted = text.toLocaleLowerCase()
    const options = offered.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    return { options, note: options.length === 0 ? 'No results' : '' }
  }
  if (!asks)
    return { options: [], note: `Type at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}` }
  return answer?.text === text ? answer : { options: [], note: 'Loading…' }
}
