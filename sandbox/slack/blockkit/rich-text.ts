/** Rich text: docs.slack.dev/reference/block-kit/blocks/rich-text-block */
import {
  boolean,
  choice,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  type Rule,
  someString,
  string,
  TYPE,
  typed,
} from './check.ts'

const flags = (...names: string[]) => object(Object.fromEntries(names.map((name) => [`${name}?`, boolean])))
const textStyle = flags('bold', 'italic', 'strike', 'code', 'underline')
const mentionStyle = flags('bold', 'italic', 'strike', 'highlight', 'client_highlight', 'unlink')

const leaf = (fields: Fields, style: Rule = mentionStyle): Rule =>
  object({ ...TYPE, ...fields, 'style?': style })

const text = leaf({ text: someString }, textStyle)
const link = leaf({ url: someString, 'text?': string(), 'unsafe?': boolean }, textStyle)

/** The id of a channel. A direct message (`D…`) is not a channel that Slack can link to. */
const channelId: Rule = (value, at, on) => {
  someString(value, at, on)
  if (typeof value === 'string' && !/^[CG][A-Z0-9]*$/.test(value))
    on.report(at, 'must be the id of a channel', 'wrong_format')
}

const LEAVES: Fields = {
  text,
  link,
  broadcast: leaf({ range: oneOf(['here', 'channel', 'everyone']) }),
  channel: leaf({ channel_id: channelId }),
  color: leaf({ value: someString }),
  date: leaf({ timestamp: integer(), format: someString, 'url?': someString, 'fallback?': string() }),
  emoji: leaf({ name: someString, 'unicode?': string(), 'url?': string(), 'skin_tone?': integer() }),
  team: leaf({ team_id: someString }),
  user: leaf({ user_id: someString }),
  usergroup: leaf({ usergroup_id: someString }),
}

const leaves = list(typed(LEAVES))
const border = oneOf([0, 1])
const section = object({ ...TYPE, elements: leaves })

const PARTS: Fields = {
  rich_text_section: section,
  rich_text_list: object({
    ...TYPE,
    style: choice('rich_text_list.style'),
    elements: list(typed({ rich_text_section: section })),
    'indent?': integer('rich_text_list.indent'),
    'offset?': integer(),
    'border?': border,
  }),
  rich_text_quote: object({ ...TYPE, elements: leaves, 'border?': border }),
  rich_text_preformatted: object({
    ...TYPE,
    elements: list(typed({ text, link })),
    'border?': border,
    'language?': string(),
  }),
}

/** A rich_text block. @param more further fields */
export const richText = (more: Fields = {}): Rule =>
  object({ ...TYPE, elements: list(typed(PARTS, 'rich_text.elements[*]')), ...more })
