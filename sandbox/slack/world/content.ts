/** A message's content from any source, checked like Slack checks it. */
import { type Arguments, SlackError, withMessages } from '../api/call.ts'
import { limitOf, OWN_CODES, type Problem, validateMessage } from '../blockkit/index.ts'
import { identify } from '../interactions/elements.ts'
import { type Json, objects, text } from '../json.ts'
import type { ShownMessage } from '../model.ts'
import type { AppManifest } from '../oauth/manifest.ts'

export interface Content {
  readonly text: string
  readonly blocks: readonly Json[]
  readonly attachments?: readonly Json[]
  /** `null` removes that of a changed message. */
  readonly metadata?: NonNullable<ShownMessage['metadata']> | null
}

/** What the app may embed. For video blocks, Slack requires `links.embed:write` and a registered domain. */
export function embedding(scopes: ReadonlySet<string>, manifest: AppManifest | undefined) {
  return {
    get embed() {
      return scopes.has('links.embed:write')
    },
    unfurlDomains: manifest?.unfurlDomains,
  }
}

const ownCodes: ReadonlySet<string> = new Set(OWN_CODES)

/** Slack's error for these problems, or `otherwise`; undefined if there are none. */
export function refusal(problems: readonly Problem[], otherwise: string): SlackError | undefined {
  const [first] = problems
  if (!first) return undefined
  const specific = problems.find((problem) => ownCodes.has(problem.code))
  const inAttachment = first.pointer.startsWith('/attachments')
  const code = specific?.code ?? (inAttachment ? 'invalid_attachments' : otherwise)
  return withMessages(
    code,
    problems.map((problem) => `${problem.message} [json-pointer:${problem.pointer}]`),
  )
}

/** The raw message fields in the arguments of a Web API call. */
export function contentFields(args: Arguments): Json {
  const fields: Json = {
    text: args.string('text'),
    markdown_text: args.string('markdown_text'),
    blocks: args.list('blocks', 'invalid_blocks_format'),
    attachments: args.list('attachments', 'invalid_attachments'),
    metadata: args.object('metadata', 'invalid_metadata_format'),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * The content of a message to show. Throws `no_text`, `invalid_blocks` with paths, `msg_blocks_too_long`,
 * `metadata_too_large` and so on. With `cut`, text above 40,000 characters is truncated, as chat.postMessage does.
 */
export function readContent(
  fields: Json,
  rights: ReturnType<typeof embedding>,
  cut = false,
): Content & { truncated: boolean } {
  const written = text(fields.text) ?? ''
  const { truncatedAbove: longest = 0 } = limitOf('message.text')
  const truncated = cut && written.length > longest
  const shown = truncated ? written.slice(0, longest) : written
  const refused = refusal(validateMessage({ ...fields, text: shown }, rights), 'invalid_blocks')
  if (refused) throw refused
  const markdown = text(fields.markdown_text)
  const given = markdown ? [{ type: 'markdown', text: markdown }] : objects(fields.blocks)
  const attachments = objects(fields.attachments)
  if (!shown && given.length === 0 && attachments.length === 0) throw new SlackError('no_text')
  const metadata = fields.metadata as Content['metadata']
  return {
    text: shown,
    blocks: identify(given),
    truncated,
    ...(attachments.length > 0 ? { attachments: identifyAttachments(attachments) } : {}),
    ...(metadata ? { metadata } : {}),
  }
}

const identifyAttachments = (attachments: readonly Json[]): Json[] =>
  attachments.map((attachment, index) => ({
    id: index + 1,
    ...attachment,
    ...(Array.isArray(attachment.blocks) ? { blocks: identify(objects(attachment.blocks)) } : {}),
  }))
