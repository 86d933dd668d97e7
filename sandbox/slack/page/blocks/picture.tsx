/** Pictures. Those stored in this sandbox are drawn; those from other websites are described. */
import { useMemo, useState } from 'react'
import ICONS from '../../blockkit/icons.json' with { type: 'json' }
import { type Json, record, string } from '../../markup/read.ts'
import { ownPath, safeUrl } from '../../markup/tree.ts'
import { useSurroundings } from '../context.ts'

const addressOf = (image: Json): string => string(image.image_url) || string(record(image.slack_file).url)

/** The picture's path on the sandbox, else null. A file given by its id is always on the sandbox. */
function pathOf(image: Json, origin: string): string | null {
  const id = string(record(image.slack_file).id)
  return id ? `/files/${encodeURIComponent(id)}/image` : ownPath(addressOf(image), origin)
}

/** A picture that can't be loaded is also described. */
export function Picture({ image }: { image: Json }) {
  const { origin = '' } = useSurroundings()
  const path = pathOf(image, origin)
  const [failed, setFailed] = useState('')
  const words = string(image.alt_text)
  if (path !== null && path !== failed)
    return <img className="drawn" src={path} alt={words} onError={() => setFailed(path)} />
  const href = safeUrl(addressOf(image))
  return (
    <span className="picture">
      <span className="picture-kind">Image</span> {words || 'without a description'}
      {href !== null && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          Open image
        </a>
      )}
    </span>
  )
}

/** Whether it contains a picture from another website, at any depth. */
function holdsForeign(value: unknown, origin: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const image = record(value)
  if (image.type === 'image') return pathOf(image, origin) === null
  return Object.values(value).some((inner) => holdsForeign(inner, origin))
}

/** Says why pictures are not drawn, once below the blocks that contain them. */
export function ForeignPictures({ blocks }: { blocks: readonly Json[] }) {
  const { origin = '' } = useSurroundings()
  const foreign = useMemo(() => holdsForeign(blocks, origin), [blocks, origin])
  return foreign ? (
    <p className="note">
      The sandbox loads nothing from the internet, so images from other websites appear as text here. Slack
      shows them.
    </p>
  ) : null
}

// Slack's named icons.

const isIcon = (name: string): name is keyof typeof ICONS => Object.hasOwn(ICONS, name)

/** Hidden from screen readers, because the text beside it says the same. Renders nothing for an unknown name. */
export const SlackIcon = ({ name }: { name: string }) =>
  isIcon(name) ? (
    <svg className="slack-icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={ICONS[name]}
        fill={name === 'star-filled' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...(name === 'thumbs-down' ? { transform: 'rotate(180 8 8)' } : {})}
      />
    </svg>
  ) : null
