/** docs/messages.md: every exhibit with its picture, and from which content each picture was drawn. */
import { join } from 'node:path'
import { pictureSettings } from '../../sandbox/browser.ts'
import { renderMessage } from '../../sandbox/slack/terminal.ts'
import { type Exhibit, isMessage, type Shown } from '../blocks/gallery/exhibit.ts'
import { gallery } from '../blocks/gallery/index.ts'
import { fingerprint, nameOf, now } from './still.ts'

const { timezoneId: timeZone } = pictureSettings

/** The page's appearance. */
export type Theme = 'light' | 'dark'

export interface Picture {
  /** Of the file, without `.png`. */
  readonly name: string
  readonly theme: Theme
  readonly exhibit: Exhibit
}

const docs = join(import.meta.dirname, '../../docs')
export const page = join(docs, 'messages.md')
export const folder = join(docs, 'images/messages')
/** Which content each picture was drawn from: its name and the fingerprint. */
export const drawnFile = join(folder, 'drawn-from.json')
export const fileOf = ({ name }: Pick<Picture, 'name'>): string => join(folder, `${name}.png`)

/** The one that is shown in both appearances. */
const inBoth = 'visibility-own-change'

const picturesOf = (exhibit: Exhibit): Picture[] => [
  { name: exhibit.name, theme: 'light', exhibit },
  ...(exhibit.name === inBoth ? [{ name: `${exhibit.name}-dark`, theme: 'dark' as const, exhibit }] : []),
]

export const pictures: readonly Picture[] = gallery.flatMap(({ exhibits }) => exhibits.flatMap(picturesOf))

/** Picture name → fingerprint of what it shows, as drawn-from.json holds it. */
export const wanted = (): Readonly<Record<string, string>> =>
  Object.fromEntries(pictures.map(({ name, exhibit }) => [name, fingerprint(exhibit)]))

const introduction = `# What a reader meets

Every message, modal and the Home tab, as the sandbox's page draws them in a browser. Beside each stands its golden: the same as text, with what its buttons carry. \`npm run pictures\` draws what changed and writes this page; nothing here is written by hand.

Each picture shows Friday, 20 November 2026, 14:15 in Paris, read in English, at a fixed width: 720 pixels, and 1,180 where a table would be cut. The letters are those of Lato, Inter or the system's own face, whichever the machine has, so that a picture drawn on another machine may differ by a hair. Whether a picture is up to date is therefore told by what it was drawn from ([drawn-from.json](images/messages/drawn-from.json)), not by its pixels. In Slack itself, letters and margins are Slack's.
`

/** The whole page, as Markdown. */
export function messagesPage(): string {
  const rooms = gallery.map(({ title, exhibits }) => `## ${title}\n\n${exhibits.map(entry).join('\n\n')}\n`)
  const contents = gallery.map(({ title }) => `- [${title}](#${anchor(title)})`)
  return [introduction, `${contents.join('\n')}\n`, ...rooms].join('\n')
}

function entry(exhibit: Exhibit): string {
  const { name, when, seenBy } = exhibit
  const alone = exhibit.draw().some(isMessage) && seenBy === 'asker' ? ' Only you see it.' : ''
  const images = picturesOf(exhibit).map(
    (picture) => `![${altOf(picture)}](images/messages/${picture.name}.png)`,
  )
  return [`### ${name}`, `${when}${alone} [Golden](../test/blocks/goldens/${name}.txt)`, ...images].join(
    '\n\n',
  )
}

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/** The headline, in the words that the picture shows, so that a reader who does not see it knows what it says. */
function altOf({ exhibit, theme }: Picture): string {
  const [first] = exhibit.draw()
  const said = `${first === undefined ? '' : headlineOf(first)}${theme === 'dark' ? ' (dark)' : ''}`
  return said.replace(/[[\]\\`*_<>]/g, '\\$&')
}

function headlineOf(shown: Shown): string {
  if (isMessage(shown)) return firstLine({ text: shown.text, blocks: [] })
  const begins = firstLine({ text: '', blocks: shown.blocks as unknown as Record<string, unknown>[] })
  return shown.type === 'home' ? `Home tab: ${begins}` : `Modal “${shown.title.text}”: ${begins}`
}

function firstLine(message: Parameters<typeof renderMessage>[0]): string {
  const lines = renderMessage(message, { width: 400, color: false, names: nameOf, now, timeZone })
  return (
    lines
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
