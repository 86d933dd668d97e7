/** The current place, stored in the page's URL, and each user's unread channels. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { TEAM } from '../../world/seed.ts'
import type { Workspace } from '../state.ts'
import { secondsOf } from './message.tsx'

/** The tool open beside the channel; empty for none. Only the demo has requests and faults. */
export type Tool = '' | 'requests' | 'faults' | 'steps' | 'slackbot' | 'assistant'
const tools: readonly Tool[] = ['requests', 'faults', 'steps', 'slackbot', 'assistant']

interface Address {
  readonly user: string
  /** A channel's id, `home`, or `messages` for the direct messages with the app. Empty: the first channel. */
  readonly place: string
  /** The `ts` of the open thread's first message, or empty. */
  readonly thread: string
  /** The `ts` of the message that a link pointed to, or empty. */
  readonly message: string
  /** The id of the open canvas, or empty. */
  readonly canvas: string
  readonly tool: Tool
}

const read = (): Address => {
  const params = new URLSearchParams(location.hash.slice(1))
  const value = (name: string) => params.get(name) ?? ''
  return {
    user: value('user'),
    place: value('place'),
    thread: value('thread'),
    message: value('message'),
    canvas: value('canvas'),
    tool: tools.find((tool) => tool === value('tool')) ?? '',
  }
}

const hashOf = (address: Partial<Address>): string =>
  `#${new URLSearchParams(Object.entries(address).filter(([, value]) => value !== '')).toString()}`

/**
 * The target of a message's permalink (`chat.getPermalink`: `/archives/C1/p1795000000000001`) or a canvas's
 * (`/docs/T1/F1`); null for any other URL.
 */
function permalinkIn({ pathname, searchParams }: URL): Partial<Address> | null {
  const [, canvas] = /^\/docs\/[^/]+\/(F[^/]+)$/.exec(pathname) ?? []
  if (canvas !== undefined) return { canvas }
  const [, place = '', digits = ''] = /^\/archives\/([^/]+)\/p(\d{7,})$/.exec(pathname) ?? []
  if (place === '') return null
  const message = `${digits.slice(0, -6)}.${digits.slice(-6)}`
  return { place, message, thread: searchParams.get('thread_ts') ?? '' }
}

/** Converts a message's permalink into this page's own URL. */
function followPermalink(): void {
  const target = permalinkIn(new URL(location.href))
  if (target) history.replaceState(null, '', `/${hashOf({ ...read(), ...target })}`)
}

/** The sandbox itself, and the workspace's domain as the app knows it. */
const ownHosts = [location.host, `${TEAM.domain}.slack.com`]

/** Opens a link to a message of this workspace here, as the same user, instead of in another tab. */
function useOwnLinks(go: (change: Partial<Address>) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || !ownHosts.includes(link.host)) return
      const target = permalinkIn(new URL(link.href))
      if (target === null) return
      event.preventDefault()
      go(target)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [go])
}

/** Changing the user or place closes the thread. */
export function useAddress(): [Address, (change: Partial<Address>) => void] {
  const [address, setAddress] = useState(() => {
    followPermalink()
    return read()
  })
  useEffect(() => {
    const onChange = () => setAddress(read())
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  const go = useCallback((change: Partial<Address>) => {
    location.hash = hashOf({ ...read(), thread: '', message: '', canvas: '', ...change })
  }, [])
  useOwnLinks(go)
  return [address, go]
}

/** The channels with messages since this user last viewed them. Messages from before the page loaded count as seen. */
export function useUnread(
  { messages, assistant }: Workspace,
  user: string,
  channel: string,
): ReadonlySet<string> {
  // The app's answers in the side panel are read there.
  const beside = assistant?.channel
  const newest = useMemo(
    () =>
      new Map(
        Object.entries(messages).map(
          ([id, list]) => [id, Math.max(0, ...list.map(({ ts }) => secondsOf(ts)))] as const,
        ),
      ),
    [messages],
  )
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    setSeen((last) => {
      const next = new Map(last)
      for (const [id, ts] of newest) {
        const key = `${user} ${id}`
        if (id === channel || id === beside || !next.has(key)) next.set(key, ts)
      }
      return next
    })
  }, [newest, user, channel, beside])
  return new Set([...newest].filter(([id, ts]) => ts > (seen.get(`${user} ${id}`) ?? ts)).map(([id]) => id))
}
