/** A list of messages that stays at the newest one unless the reader has scrolled up. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface MessageListProps {
  readonly label: string
  readonly count: number
  /** How many messages the reader has sent. Each new one scrolls to the end. */
  readonly sent?: number
  /** How many earlier messages are not drawn yet. */
  readonly earlier?: number
  /** Draws more earlier messages. */
  readonly onEarlier?: () => void
  readonly children: ReactNode
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): string => `${clientWidth} ${clientHeight}`

/** Within this many pixels of the end, the reader counts as at the end. */
const nearEnd = 60
/** Within this many pixels of the top, more messages are drawn. */
const nearTop = 1_500

export function MessageList({ label, count, sent = 0, earlier = 0, onEarlier, children }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastCount = useRef(count)
  const size = useRef('')
  const [news, setNews] = useState(false)
  /** The distance from the end, kept while more messages are drawn above. */
  const distanceFromEnd = useRef<number | null>(null)

  const toEnd = () => {
    atEnd.current = true
    setNews(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  useLayoutEffect(() => {
    const element = box.current
    if (element && atEnd.current) element.scrollTop = element.scrollHeight
    else if (count > lastCount.current) setNews(true)
    lastCount.current = count
  }, [count])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || sent === 0) return
    atEnd.current = true
    element.scrollTop = element.scrollHeight
  }, [sent])
  // A new width changes all heights. Parts that measure before drawing follow one frame later.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const follow = () => {
      if (atEnd.current) element.scrollTop = element.scrollHeight
    }
    size.current = sizeOf(element)
    const observer = new ResizeObserver(() => {
      if (sizeOf(element) === size.current) return
      size.current = sizeOf(element)
      follow()
      requestAnimationFrame(() => requestAnimationFrame(follow))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run after more messages were drawn.
  useLayoutEffect(() => {
    const element = box.current
    if (element && distanceFromEnd.current !== null)
      element.scrollTop = element.scrollHeight - distanceFromEnd.current
    distanceFromEnd.current = null
  }, [earlier])

  const drawEarlier = () => {
    const element = box.current
    if (element === null || earlier === 0 || distanceFromEnd.current !== null) return
    distanceFromEnd.current = element.scrollHeight - element.scrollTop
    onEarlier?.()
  }
  const onScroll = (element: HTMLElement) => {
    // The resize moved it, not the reader.
    if (sizeOf(element) !== size.current) return
    const { scrollHeight, scrollTop, clientHeight } = element
    atEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd
    if (atEnd.current) setNews(false)
    // More is being drawn, and the reader keeps scrolling.
    if (distanceFromEnd.current !== null) distanceFromEnd.current = scrollHeight - scrollTop
    else if (scrollTop < nearTop) drawEarlier()
  }
  return (
    <div className="follow">
      <div
        ref={box}
        className="messages"
        role="log"
        aria-label={label}
        onScroll={({ currentTarget }) => onScroll(currentTarget)}
        // A picture has its height only after it is loaded.
        onLoadCapture={() => atEnd.current && toEnd()}
      >
        {earlier > 0 && (
          <button type="button" className="small earlier" onClick={drawEarlier}>
            Show earlier messages ({earlier})
          </button>
        )}
        {children}
      </div>
      {news && (
        <button type="button" className="news" onClick={toEnd}>
          New messages <span aria-hidden="true">↓</span>
        </button>
      )}
    </div>
  )
}
