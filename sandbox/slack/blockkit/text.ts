/** Text objects and the other composition objects: docs.slack.dev/reference/block-kit/composition-objects */
import { isJson } from '../json.ts'
import {
  boolean,
  checkLength,
  choice,
  list,
  object,
  oneOf,
  type Rule,
  someString,
  string,
  typed,
  url,
} from './check.ts'
import { type LimitName, limitOf } from './limits.ts'

type Kind = 'plain_text' | 'mrkdwn'

/** The text in the object: within the field's own limit, and always 1 to 3,000 characters. */
function content(name?: LimitName): Rule {
  return (value, at, on) => {
    if (typeof value !== 'string') {
      on.report(at, 'must provide a string', 'wrong_type', name)
      return
    }
    const fieldLimit = name ? limitOf(name) : {}
    if (name) checkLength(value, at, on, name)
    if (fieldLimit.maxLength === undefined) checkLength(value, at, on, 'text_object.text')
    else if (fieldLimit.minLength === undefined && value === '') {
      on.report(at, 'must be more than 0 characters', 'too_short', 'text_object.text')
    }
  }
}

/** A text object of one of these kinds. The limit's own `kind` takes precedence. */
export function textObject(name?: LimitName, kinds: readonly Kind[] = ['plain_text', 'mrkdwn']): Rule {
  const only = name ? limitOf(name).kind : undefined
  const allowed = only ? [only] : kinds
  const type: Rule = () => undefined
  const rules: Record<Kind, Rule> = {
    plain_text: object({
      required: { type, text: content(name) },
      optional: { emoji: boolean },
      foreign: { verbatim: 'mrkdwn.verbatim' },
    }),
    mrkdwn: object({
      required: { type, text: content(name) },
      optional: { verbatim: boolean },
      foreign: { emoji: 'plain_text.emoji' },
    }),
  }
  return typed(Object.fromEntries(allowed.map((kind) => [kind, rules[kind]])), name)
}

export const plainText = (name?: LimitName): Rule => textObject(name, ['plain_text'])
export const mrkdwn = (name?: LimitName): Rule => textObject(name, ['mrkdwn'])

/** The reference requires all four texts; the types would make three of them optional. */
export const confirm: Rule = object({
  required: {
    title: plainText('confirm.title'),
    text: textObject('confirm.text'),
    confirm: plainText('confirm.confirm'),
    deny: plainText('confirm.deny'),
  },
  optional: { style: choice('confirm.style') },
})

/** What an option may contain depends on its element. */
type OptionPlace = 'select' | 'overflow' | 'choice'

export function option(place: OptionPlace): Rule {
  const link =
    place === 'overflow' ? { url: url('option.url', ['http:', 'https:', 'mailto:', 'slack:']) } : {}
  return object({
    required: {
      text: place === 'choice' ? textObject('option.text') : plainText('option.text'),
      value: string('option.value'),
    },
    optional: {
      description: place === 'choice' ? textObject('option.description') : plainText('option.description'),
      ...link,
    },
    foreign: { url: 'option.url' },
  })
}

export const optionGroup: Rule = object({
  required: {
    label: plainText('option_group.label'),
    options: list(option('select'), 'option_group.options'),
  },
})

export const dispatchActionConfig: Rule = object({
  required: {
    trigger_actions_on: list(
      choice('dispatch_action_config.trigger_actions_on'),
      'dispatch_action_config.trigger_actions_on',
    ),
  },
})

export const conversationFilter: Rule = object({
  optional: {
    include: list(oneOf(['im', 'mpim', 'private', 'public'])),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
  whole: (value, at, on) => {
    if (Object.keys(value).length === 0) on.report(at, 'must provide at least one field', 'missing')
    if (Array.isArray(value.include) && value.include.length === 0) {
      on.report(`${at}/include`, 'no fewer than 1 items allowed', 'too_few')
    }
  },
})

const IMAGE_TYPES = limitOf('slack_file').types ?? []

export const slackFile: Rule = (value, at, on) => {
  object({ optional: { id: someString, url: url() } })(value, at, on)
  if (!isJson(value)) return
  const given = [value.id, value.url].filter((field) => field !== undefined)
  if (given.length !== 1) {
    on.report(
      at,
      'must provide exactly one of id, url',
      given.length > 1 ? 'conflict' : 'missing',
      'slack_file',
    )
  }
  const extension =
    typeof value.url === 'string' ? /\.(\w+)$/.exec(URL.parse(value.url)?.pathname ?? '') : null
  if (extension && !IMAGE_TYPES.includes(extension[1] ?? '')) {
    on.report(`${at}/url`, `must be one of ${IMAGE_TYPES.join(', ')}`, 'not_allowed', 'slack_file')
  }
}
