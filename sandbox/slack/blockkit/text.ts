/** Text objects and the other composition objects: docs.slack.dev/reference/block-kit/composition-objects */
import {
  boolean,
  checkLength,
  choice,
  type Fields,
  list,
  object,
  oneOf,
  type Rule,
  someOf,
  someString,
  string,
  TYPE,
  typed,
  url,
} from './check.ts'
import ICONS from './icons.json' with { type: 'json' }
import { type LimitName, limitOf } from './limits.ts'

export const LINKS = ['http:', 'https:', 'mailto:', 'slack:']

type Kind = 'plain_text' | 'mrkdwn'

/** The text in the object: within the field's own limit, and always 1 to 3,000 characters. */
function content(name?: LimitName): Rule {
  return (value, at, on) => {
    string(name)(value, at, on)
    if (typeof value !== 'string') return
    const { minLength, maxLength } = name ? limitOf(name) : {}
    if (maxLength === undefined) checkLength(value, at, on, 'text_object.text')
    else if (minLength === undefined && value === '') {
      on.report(at, 'must be more than 0 characters', 'too_short', 'text_object.text')
    }
  }
}

/** A text object of one of these kinds. The limit's own `kind` takes precedence. */
export function textObject(name?: LimitName, kinds: readonly Kind[] = ['plain_text', 'mrkdwn']): Rule {
  const only = name ? limitOf(name).kind : undefined
  const fields: Fields = { ...TYPE, text: content(name) }
  const rules: Record<Kind, Rule> = {
    plain_text: object({ ...fields, 'emoji?': boolean }, { foreign: { verbatim: 'mrkdwn.verbatim' } }),
    mrkdwn: object({ ...fields, 'verbatim?': boolean }, { foreign: { emoji: 'plain_text.emoji' } }),
  }
  return typed(Object.fromEntries((only ? [only] : kinds).map((kind) => [kind, rules[kind]])), name)
}

export const plainText = (name?: LimitName): Rule => textObject(name, ['plain_text'])
export const mrkdwn = (name?: LimitName): Rule => textObject(name, ['mrkdwn'])

/** The reference requires all four texts; the types would make three of them optional. */
export const confirm: Rule = object({
  title: plainText('confirm.title'),
  text: textObject('confirm.text'),
  confirm: plainText('confirm.confirm'),
  deny: plainText('confirm.deny'),
  'style?': choice('confirm.style'),
})

/** What an option may contain depends on its element. */
export function option(place: 'select' | 'overflow' | 'choice'): Rule {
  const words = place === 'choice' ? textObject : plainText
  const fields: Fields = {
    text: words('option.text'),
    value: string('option.value'),
    'description?': words('option.description'),
  }
  const link: Fields = place === 'overflow' ? { 'url?': url('option.url', LINKS) } : {}
  return object({ ...fields, ...link }, { foreign: { url: 'option.url' } })
}

export const optionGroup: Rule = object({
  label: plainText('option_group.label'),
  options: list(option('select'), 'option_group.options'),
})

const TRIGGERS: LimitName = 'dispatch_action_config.trigger_actions_on'
export const dispatchActionConfig: Rule = object({ trigger_actions_on: list(choice(TRIGGERS), TRIGGERS) })

export const conversationFilter: Rule = object(
  {
    'include?': list(oneOf(['im', 'mpim', 'private', 'public'])),
    'exclude_external_shared_channels?': boolean,
    'exclude_bot_users?': boolean,
  },
  {
    whole: [
      (value, at, on) => {
        if (Object.keys(value).length === 0) on.report(at, 'must provide at least one field', 'missing')
        if (Array.isArray(value.include) && value.include.length === 0)
          on.report(`${at}/include`, 'no fewer than 1 items allowed', 'too_few')
      },
    ],
  },
)

const IMAGE_TYPES = limitOf('slack_file').types ?? []

const slackFile: Rule = object(
  { 'id?': someString, 'url?': url() },
  {
    whole: [
      someOf('slack_file'),
      ({ url: address }, at, on) => {
        const path = typeof address === 'string' ? (URL.parse(address)?.pathname ?? '') : ''
        const extension = /\.(\w+)$/.exec(path)?.[1]
        if (extension !== undefined && !IMAGE_TYPES.includes(extension))
          on.report(`${at}/url`, `must be one of ${IMAGE_TYPES.join(', ')}`, 'not_allowed', 'slack_file')
      },
    ],
  },
)

/** An image, as a block or an element: docs.slack.dev/reference/block-kit/blocks/image-block */
export const image = (place: 'image' | 'image(element)' | 'container.icon', more: Fields = {}): Rule =>
  object(
    {
      ...TYPE,
      alt_text: string(`${place}.alt_text`),
      'image_url?': url(`${place}.image_url`),
      'slack_file?': slackFile,
      ...more,
    },
    { limit: `${place}.alt_text`, whole: [someOf('image')] },
  )
export const imageElement = image('image(element)')

/** The names of Slack's icons; the drawings in the file, lines on a 16 × 16 square, are ours. */
export const slackIcon = object({ type: oneOf(['icon']), name: oneOf(Object.keys(ICONS)) })
