/** The inspector: each request between the bot, Slack and the analytics service, newest first. */
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Exchange, Exchanges } from '../../../exchanges.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'
import { listen, useOneAtATime } from '../state.ts'
import { clockOf } from '../steps/fields.tsx'
import { SidePanel } from '../workspace/side-panel.tsx'

// Every request between the bot, Slack and the analytics service that the sandbox recorded, with secrets masked.

/** The same number that the sandbox keeps. */
const most = 500

/** All exchanges, oldest first. Fetched only while the list is open. */
export function useExchanges(active: boolean): readonly Exchange[] {
  const [all, setAll] = useState<readonly Exchange[]>([])
  const seen = useRef(0)
  const fetchOnce = useCallback(async () => {
    try {
      const response = await fetch(`/control/exchanges?after=${seen.current}`)
      if (!response.ok) return
      const { exchanges, revision } = (await response.json()) as ReturnType<Exchanges['after']>
      // A new sandbox on the same port starts counting from zero.
      const anew = revision < seen.current
      seen.current = anew ? 0 : revision
      setAll((last) => (anew ? [] : merged(last, exchanges)))
    } catch {
      // Another part of the page says that the sandbox does not answer.
    }
  }, [])
  const refresh = useOneAtATime(fetchOnce)
  useEffect(() => {
    if (!active) return
    void refresh()
    return listen({ news: 'exchange', hear: () => void refresh() })
  }, [active, refresh])
  return all
}

function merged(old: readonly Exchange[], fresh: readonly Exchange[]): readonly Exchange[] {
  const bySeq = new Map([...old, ...fresh].map((exchange) => [exchange.seq, exchange]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq).slice(-most)
}

const names = { bot: 'Bot', slack: 'Slack', service: 'Analytics service' } as const

const kinds = {
  all: { label: 'All requests', fits: () => true },
  bot: { label: 'Slack to bot', fits: ({ to }: Exchange) => to === 'bot' },
  slack: { label: 'Bot to Slack', fits: ({ to }: Exchange) => to === 'slack' },
  service: { label: 'Bot to analytics service', fits: ({ to }: Exchange) => to === 'service' },
} as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

interface RequestsProps {
  readonly exchanges: readonly Exchange[]
  readonly onClose: () => void
}

export function Requests({ exchanges, onClose }: RequestsProps) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [failedOnly, setFailedOnly] = useState(false)
  const wanted = text.trim().toLowerCase()
  const shown = exchanges
    .filter((one) => kinds[kind].fits(one) && (one.failed || !failedOnly) && holds(one, wanted))
    .toReversed()
  return (
    <SidePanel title="Requests" close="Close requests" onClose={onClose}>
      <div className="tool-filters">
        <input
          type="search"
          className="input"
          aria-label="Filter requests"
          placeholder="Search names, statuses and bodies"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <PlainSelect
          aria-label="Sender and receiver"
          value={kind}
          options={kindNames.map((name) => [name, kinds[name].label])}
          onChange={(chosen) => setKind(kindNames.find((name) => name === chosen) ?? 'all')}
        />
        <label className="choice">
          <input
            type="checkbox"
            checked={failedOnly}
            onChange={(event) => setFailedOnly(event.target.checked)}
          />
          <span>Failed only</span>
        </label>
      </div>
      <p className="tool-note">{countText(shown.length, exchanges.length)}</p>
      <ul className="exchanges" aria-label="Requests">
        {shown.map((exchange) => (
          <Row key={exchange.seq} exchange={exchange} />
        ))}
      </ul>
    </SidePanel>
  )
}

const countText = (shown: number, all: number): string => {
  if (all === 0) return 'No requests yet. Type a command to see what it triggers.'
  return shown === all ? `${all}, newest first. Secrets are masked.` : `${shown} of ${all} match.`
}

const holds = ({ title, status, method, request, response }: Exchange, wanted: string): boolean =>
  [title, status, method, request, response].some((part) => part.toLowerCase().includes(wanted))

const Row = memo(({ exchange }: { exchange: Exchange }) => {
  const [open, setOpen] = useState(false)
  const body = useId()
  const { at, from, to, method, title, status, failed, ms, ackMs } = exchange
  return (
    <li className={failed ? 'exchange failed' : 'exchange'}>
      <button type="button" aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
        <span className="exchange-title">{title}</span>
        <span className="exchange-status">
          {failed && <span aria-hidden="true">✗ </span>}
          {failed && <span className="for-readers">failed: </span>}
          {status}
        </span>
        <span className="exchange-note">
          {`${clockOf(at)} · ${names[from]} to ${names[to]}, ${method}`}
          {ackMs !== null && ` · acknowledged in ${took(ackMs)}`}
          {ackMs === null && ms !== null && ` · ${took(ms)}`}
        </span>
      </button>
      <div id={body} className="exchange-body" hidden={!open}>
        {open && (
          <>
            <Body title="Request" text={exchange.request || 'Empty'} />
            <Body title="Response" text={exchange.response || (ms === null ? 'Pending' : 'Empty')} />
          </>
        )}
      </div>
    </li>
  )
})

const Body = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll a long text. */}
    <pre tabIndex={0}>{text}</pre>
  </>
)

const took = (ms: number): string =>
  ms < 1_000 ? `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
