/** The reader's place, kept in the page's address, and the channels they have not read. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { TEAM } from '../../world/seed.ts'
import type { Workspace } from '../state.ts'
import { secondsOf } from './message.tsx'

/** The tool that is open beside the channel; empty: none. The demo has those for requests and faults. */
export type Tool = '' | 'requests' | 'faults' | 'steps' | 'assistant'
const tools: readonly Tool[] = ['requests', 'faults', 'steps', 'assistant']

interface Address {
  readonly user: string
  /** A channel's id, `home`, or `messages` for those with the app; empty: the first channel. */
  readonly place: string
  /** The `ts` of the open thread's first message, or empty. */
  readonly thread: string
  /** The `ts` of the message that a link led to, or empty. */
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
 * Where the address of a message (`chat.getPermalink`: `/archives/C1/p1795000000000001`) or of a canvas (`/docs/T1/F1`)
 * leads; null: it is neither.
 */
function permalinkIn({ pathname, searchParams }: URL): Partial<Address> | null {
  const [, canvas] = /^\/docs\/[^/]+\/(F[^/]+)$/.exec(pathname) ?? []
  if (canvas !== undefined) return { canvas }
  const [, place = '', digits = ''] = /^\/archives\/([^/]+)\/p(\d{7,})$/.exec(pathname) ?? []
  if (place === '') return null
  const message = `${digits.slice(0, -6)}.${digits.slice(-6)}`
  return { place, message, thread: searchParams.get('thread_ts') ?? '' }
}

/** Turns the address of a message into this page's own. */
function followPermalink(): void {
  const target = permalinkIn(new URL(location.href))
  if (target) history.replaceState(null, '', `/${hashOf({ ...read(), ...target })}`)
}

/** The sandbox itself, and the address that the workspace has to its app. */
const ownHosts = [location.host, `${TEAM.domain}.slack.com`]

/** A link to a message of this workspace is followed here, as the same user, and not in another tab. */
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

/** Another user or place closes the thread. */
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

/** The channels whose newest message came after this user last looked at them. What was there first counts as seen. */
export function useUnread(
  { messages, assistant }: Workspace,
  user: string,
  channel: string,
): ReadonlySet<string> {
  // What the app answers beside the channel is read there.
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
