/** Slack's named icons. */
import { ICONS } from '../../blockkit/icons.ts'

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
