/** The gallery: messages, modals and Home tabs drawn with the page's own components, without a workspace. */
import { memo, useDeferredValue, useEffect, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SurroundingsProvider } from './context.ts'
import type { GalleryContent, GalleryExhibit } from './gallery-content.ts'
import { PlainSelect } from './inputs/plain-select.tsx'
import { Message, type MessageHandlers } from './workspace/message.tsx'
import { ModalForm } from './workspace/modal.tsx'
import { ThemeChoice, useTheme } from './workspace/theme.tsx'
import { Home, type ViewHandlers } from './workspace/view.tsx'

const acknowledged = { ok: true, ms: 0 } as const
const messageHandlers: MessageHandlers = { click: async () => undefined, suggest: async () => ({}) }
const viewHandlers: ViewHandlers = {
  act: async () => acknowledged,
  suggest: async () => ({}),
  submit: async () => acknowledged,
  close: async () => acknowledged,
}

const widths = { desktop: 'Desktop', phone: 'Phone' } as const
type Width = keyof typeof widths

/** Whether every word of the search occurs anywhere in the text. */
const matches = (haystack: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.toLowerCase().includes(word))

function Gallery({ people, channels, now, sections }: GalleryContent) {
  const [theme, setTheme] = useTheme()
  const [width, setWidth] = useState<Width>('desktop')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = sections
    .map(({ title, exhibits }) => ({
      title,
      exhibits: exhibits.filter(({ name, when, text }) =>
        matches(`${title} ${name} ${when} ${text}`, wanted),
      ),
    }))
    .filter(({ exhibits }) => exhibits.length > 0)
  const count = (list: typeof sections) => list.reduce((sum, { exhibits }) => sum + exhibits.length, 0)
  return (
    <SurroundingsProvider value={{ people, channels, now: () => now }}>
      <header className="gallery-bar">
        <h1>Gallery</h1>
        <label className="gallery-search">
          <span>Search</span>
          <input
            type="search"
            className="input"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <ThemeChoice theme={theme} onTheme={setTheme} />
        <label>
          <span>Width</span>
          <PlainSelect
            value={width}
            options={Object.entries(widths)}
            onChange={(chosen) => setWidth(chosen === 'phone' ? 'phone' : 'desktop')}
          />
        </label>
        <p className="gallery-count" role="status">
          {count(shown)} of {count(sections)}
        </p>
      </header>
      <div className={`gallery ${width}`}>
        <nav aria-label="Sections">
          <ul>
            {shown.map(({ title, exhibits }) => (
              <li key={title}>
                <a href={`#${anchorOf(title)}`}>{title}</a> <small>{exhibits.length}</small>
              </li>
            ))}
          </ul>
        </nav>
        <main>
          {shown.length === 0 && <p className="empty">No matches.</p>}
          {shown.map(({ title, exhibits }) => (
            <section key={title} id={anchorOf(title)} aria-label={title}>
              <h2>{title}</h2>
              {exhibits.map((exhibit) => (
                <Exhibit key={exhibit.name} exhibit={exhibit} />
              ))}
            </section>
          ))}
        </main>
      </div>
    </SurroundingsProvider>
  )
}

const anchorOf = (title: string): string => `section-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** Rendered once. A search only hides and shows it. */
const Exhibit = memo(({ exhibit }: { exhibit: GalleryExhibit }) => {
  const { name, when, messages, threaded, modals, home, text } = exhibit
  const [first, ...others] = messages
  return (
    <article className="exhibit" id={name} aria-label={name}>
      <h3>
        <a href={`#${name}`}>{name}</a>
      </h3>
      <p className="note">{when}</p>
      <div className="exhibit-frame">
        {first && <Message message={first} handlers={messageHandlers} />}
        {threaded && others.length > 0 && (
          <p className="day">
            <span>
              {others.length === 1 ? '1 reply in the thread' : `${others.length} replies in the thread`}
            </span>
          </p>
        )}
        {others.map((message) => (
          <Message key={message.ts} message={message} handlers={messageHandlers} />
        ))}
        {modals.map((open) => (
          <ExhibitModal key={open.id} open={open} />
        ))}
        {home && <Home view={home} app="Sightline" handlers={viewHandlers} />}
      </div>
      <details>
        <summary>Text version</summary>
        <pre>{text}</pre>
      </details>
    </article>
  )
})

function ExhibitModal({ open }: { open: GalleryExhibit['modals'][number] }) {
  const title = useId()
  return (
    <dialog open className="dialog modal" aria-labelledby={title}>
      <ModalForm open={open} title={title} handlers={viewHandlers} />
    </dialog>
  )
}

/** Fetches the content, or shows that it can't be loaded. */
function App() {
  const [content, setContent] = useState<GalleryContent | Error | null>(null)
  useEffect(() => {
    fetch('/gallery.json')
      .then(async (response) => setContent((await response.json()) as GalleryContent))
      .catch((error: Error) => setContent(error))
  }, [])
  useEffect(() => {
    // The browser applied the URL's hash before the exhibits were rendered.
    if (content !== null && location.hash !== '')
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [content])
  if (content === null) return <p className="empty">Loading…</p>
  if (content instanceof Error) return <p className="empty">Couldn't load the gallery: {content.message}</p>
  return <Gallery {...content} />
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
