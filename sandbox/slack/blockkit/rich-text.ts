/** Rich text: docs.slack.dev/reference/block-kit/blocks/rich-text-block */
import {
  boolean,
  choice,
  integer,
  list,
  object,
  oneOf,
  type Rule,
  someString,
  string,
  typed,
} from './check.ts'
import { anyType } from './common-fields.ts'

const flags = (...names: string[]) =>
  object({ optional: Object.fromEntries(names.map((name) => [name, boolean])) })
const textStyle = flags('bold', 'italic', 'strike', 'code', 'underline')
const mentionStyle = flags('bold', 'italic', 'strike', 'highlight', 'client_highlight', 'unlink')

/** A leaf: its type, required fields, optional fields, and a style. */
const leaf = (
  required: Record<string, Rule>,
  optional: Record<string, Rule> = {},
  style: Rule = mentionStyle,
): Rule => object({ required: { type: anyType, ...required }, optional: { ...optional, style } })

const text = leaf({ text: someString }, {}, textStyle)
const link = leaf({ url: someString }, { text: string(), unsafe: boolean }, textStyle)

/** The id of a channel. A direct message (`D…`) is not a channel that Slack can link to. */
const channelId: Rule = (value, at, on) => {
  someString(value, at, on)
  if (typeof value === 'string' && !/^[CG][A-Z0-9]*$/.test(value))
    on.report(at, 'must be the id of a channel', 'wrong_format')
}

const LEAVES: Readonly<Record<string, Rule>> = {
  text,
  link,
  broadcast: leaf({ range: oneOf(['here', 'channel', 'everyone']) }),
  channel: leaf({ channel_id: channelId }),
  color: leaf({ value: someString }),
  date: leaf({ timestamp: integer(), format: someString }, { url: someString, fallback: string() }),
  emoji: leaf({ name: someString }, { unicode: string(), url: string(), skin_tone: integer() }),
  team: leaf({ team_id: someString }),
  user: leaf({ user_id: someString }),
  usergroup: leaf({ usergroup_id: someString }),
}

const leaves = list(typed(LEAVES))
const border = oneOf([0, 1])
const section = object({ required: { type: anyType, elements: leaves } })

const PARTS: Readonly<Record<string, Rule>> = {
  rich_text_section: section,
  rich_text_list: object({
    required: {
      type: anyType,
      style: choice('rich_text_list.style'),
      elements: list(typed({ rich_text_section: section })),
    },
    optional: { indent: integer('rich_text_list.indent'), offset: integer(), border },
  }),
  rich_text_quote: object({ required: { type: anyType, elements: leaves }, optional: { border } }),
  rich_text_preformatted: object({
    required: { type: anyType, elements: list(typed({ text, link })) },
    optional: { border, language: string() },
  }),
}

/** A rich_text block. @param more the fields that every block has */
export const richText = (more: Readonly<Record<string, Rule>> = {}): Rule =>
  object({
    required: { type: anyType, elements: list(typed(PARTS, 'rich_text.elements[*]')) },
    optional: more,
  })
