/** Slack's named icons as lines on a 16 × 16 square. The names are Slack's, the drawings are ours. */
import type { IconName } from '../../blockkit/icons.ts'

const circle = 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z'
const star = 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z'
const thumb =
  'M2.5 7H5v6.5H2.5zM5 7.5l3-5c1.3 0 1.7 1 1.4 2.2L9 6.5h4c.8 0 1 .6.8 1.3l-1.3 4.7c-.2.6-.6 1-1.3 1H5'

const paths: Readonly<Record<IconName, string>> = {
  archive: 'M2 3h12v3H2zM3 6v7h10V6M6.5 9h3',
  book: 'M3 2.5h8.5A1.5 1.5 0 0 1 13 4v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  bookmark: 'M4.5 2.5h7v11l-3.5-3-3.5 3z',
  bot: 'M3 6h10v7H3zM8 6V3M6 9v1M10 9v1',
  bug: 'M5 7a3 3 0 0 1 6 0v3a3 3 0 0 1-6 0zM6 4.5 5 3M10 4.5 11 3M5 7 2.5 6M11 7l2.5-1M5 9.5H2.5M11 9.5h2.5M5 11.5 3 13M11 11.5l2 1.5',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
  call: 'M4 2.5h2.2l1 3-1.5 1.2a8 8 0 0 0 3.6 3.6l1.2-1.5 3 1V12a1.5 1.5 0 0 1-1.5 1.5A9.5 9.5 0 0 1 2.5 4 1.5 1.5 0 0 1 4 2.5z',
  'caret-left': 'M10 3.5 5.5 8l4.5 4.5',
  'caret-right': 'M6 3.5 10.5 8 6 12.5',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  clipboard: 'M4 3.5h8v10H4zM6 2.5h4v2H6z',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9 3.5l-2 9',
  comment: 'M2.5 3h11v8H8l-3 2.5V11H2.5z',
  compass: `${circle}M10.5 5.5 9 9l-3.5 1.5L7 7z`,
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  cube: 'm8 2 5.5 3v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  download: 'M8 2.5v7.5M5 7.5l3 3 3-3M3 13.5h10',
  edit: 'm3 13 .7-3 6.8-6.8 2.3 2.3L6 12.3zM9 4.7 11.3 7',
  email: 'M2 4h12v8.5H2zM2 4.5 8 9l6-4.5',
  'eye-closed': 'M2 8s2.2 3.5 6 3.5S14 8 14 8M4 10.5 3 12M8 11.5V13M12 10.5l1 1.5',
  'eye-open': 'M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4zM8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  flag: 'M4 14V2.5M4 3h8.5l-2 2.7 2 2.8H4',
  folder: 'M2 4h4l1.5 1.5H14v7H2z',
  gear: 'M8 5.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4',
  globe: `${circle}M2 8h12M8 2c3.5 3.5 3.5 8.5 0 12M8 2c-3.5 3.5-3.5 8.5 0 12`,
  heart: 'M8 13.5 3 8.5A3.2 3.2 0 0 1 3 4c1.3-1.3 3.5-1.3 5 .5 1.5-1.8 3.7-1.8 5-.5a3.2 3.2 0 0 1 0 4.5z',
  help: `${circle}M6.3 6.3a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.7-.8 1.4M8 11.3v.1`,
  image: 'M2 3h12v10H2zM2 11l3.5-3.5 3 3 2-2 3.5 3M10.5 6h.1',
  info: `${circle}M8 7.3v4M8 4.9V5`,
  key: 'M5.5 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM7.3 8.2 13 2.5M11 4.5l2 2',
  lightbulb: 'M6 12h4M6.5 14h3M6 12c0-1.5-2-2.5-2-5a4 4 0 0 1 8 0c0 2.5-2 3.5-2 5',
  link: 'M7 9.5a2.5 2.5 0 0 0 3.6 0l2-2A2.5 2.5 0 0 0 9 4L8 5M9 6.5a2.5 2.5 0 0 0-3.6 0l-2 2A2.5 2.5 0 0 0 7 12l1-1',
  map: 'm2 4 4-1.5L10 4l4-1.5V12l-4 1.5L6 12l-4 1.5zM6 2.5V12M10 4v9.5',
  mobile: 'M4.5 2h7v12h-7zM7.5 12h1',
  'new-window': 'M12.5 9v4.5h-10v-10H7M9.5 2.5h4v4M13.5 2.5l-6 6',
  pin: 'M6 2.5h4L9.5 7l2 2.5h-7l2-2.5zM8 9.5V14',
  plus: 'M8 3v10M3 8h10',
  refine: 'M2.5 4.5h11M4.5 8h7M6.5 11.5h3',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  rocket: 'M8 2c2.5 1.5 3.5 4 3 8H5c-.5-4 .5-6.5 3-8zM5 8l-2 2.5V12l2-1M11 8l2 2.5V12l-2-1M8 12v2M8 6v.1',
  save: 'M2.5 2.5H11L13.5 5v8.5h-11zM5 2.5V6h5V2.5M5 13.5V9h6v4.5',
  screen: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  share: 'M8 10V2.5M5 5.5l3-3 3 3M4 8H3v5.5h10V8h-1',
  sparkle: 'm8 2 1.5 4.5L14 8 9.5 9.5 8 14 6.5 9.5 2 8l4.5-1.5z',
  star,
  'star-filled': star,
  tag: 'M2.5 2.5H8L13.5 8 8 13.5 2.5 8zM5.3 5.3v.1',
  'thumbs-down': thumb,
  'thumbs-up': thumb,
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
  upload: 'M8 10.5V3M5 5.5l3-3 3 3M3 13.5h10',
  user: 'M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5',
  warning: 'm8 2.5 6 11H2zM8 6.5V10M8 11.7v.1',
}

const isIcon = (name: string): name is IconName => Object.hasOwn(paths, name)

/** Hidden from screen readers, because the text beside it says the same. Renders nothing for an unknown name. */
export const SlackIcon = ({ name }: { name: string }) =>
  isIcon(name) ? (
    <svg className="slack-icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={paths[name]}
        fill={name === 'star-filled' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...(name === 'thumbs-down' ? { transform: 'rotate(180 8 8)' } : {})}
      />
    </svg>
  ) : null
