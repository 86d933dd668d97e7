/** Messages as a whole: docs.slack.dev/reference/methods/chat.postMessage */

import { placedBlocks } from '../interactions/elements.ts'
import { isJson, type Json, text } from '../json.ts'
import { block } from './blocks.ts'
import { type Checking, list, type Problem, type Rights, startChecking } from './check.ts'
import { type LimitName, limitOf } from './limits.ts'
import { textLength } from './text-length.ts'
import { checkUnique } from './uniqueness.ts'

export interface CheckedMessage {
  readonly text?: unknown
  readonly blocks?: unknown
  readonly attachments?: unknown
  readonly metadata?: unknown
  readonly markdown_text?: unknown
}

export const ANY_RIGHTS: Rights = { embed: true, unfurlDomains: undefined }

const most = (name: LimitName): number => limitOf(name).max ?? Number.POSITIVE_INFINITY
/** Drops the cells of data tables, because they have a separate, larger limit. */
const withoutTableCells = (blocks: readonly unknown[]) =>
  blocks.map((one) => (isJson(one) && one.type === 'data_table' ? { ...one, rows: [] } : one))
const tooLong = (limit: number) => `must be less than ${limit + 1} characters in all blocks`

/** Limits on the number and the total text of blocks in a message. */
function checkTogether(blocks: readonly unknown[], at: string, on: Checking): void {
  const placed = placedBlocks(blocks, at)
  const beyond = (name: LimitName, is: (block: Json) => boolean) =>
    placed.filter((one) => is(one.block)).slice(most(name))
  for (const { at: place } of beyond(
    'message table + data_table count',
    ({ type }) => type === 'table' || type === 'data_table',
  )) {
    on.report(place, 'only_one_table_allowed', 'invalid_attachments', 'message table + data_table count')
  }
  for (const type of ['data_visualization', 'plan'] as const) {
    const name: LimitName = `message ${type} count`
    for (const { at: place } of beyond(name, (one) => one.type === type)) {
      on.report(place, `no more than ${most(name)} ${type} blocks allowed`, 'too_many', name)
    }
  }
  const markdown: LimitName = 'message.blocks[type=markdown].text (sum)'
  const written = placed.filter((one) => one.block.type === 'markdown')
  const sum = written.reduce((total, one) => total + (text(one.block.text)?.length ?? 0), 0)
  if (sum > most(markdown)) on.report(at, tooLong(most(markdown)), 'msg_blocks_too_long', markdown)
  const all: LimitName = 'message.blocks[*].text (aggregate)'
  if (textLength(withoutTableCells(blocks)) > most(all))
    on.report(at, tooLong(most(all)), 'msg_blocks_too_long', all)
}

function checkBlocks(blocks: unknown, at: string, on: Checking): void {
  list(block, 'message.blocks')(blocks, at, on)
  if (!Array.isArray(blocks)) return
  checkUnique(blocks, at, on)
  checkTogether(blocks, at, on)
}

function checkAttachments(attachments: unknown, on: Checking): void {
  if (!Array.isArray(attachments)) {
    on.report('/attachments', 'must provide an array', 'wrong_type')
    return
  }
  const name: LimitName = 'message.attachments'
  if (attachments.length > most(name)) {
    on.report('/attachments', `no more than ${most(name)} items allowed`, 'too_many_attachments', name)
  }
  for (const [index, attachment] of attachments.entries()) {
    const at = `/attachments/${index}`
    if (!isJson(attachment)) {
      on.report(at, 'must provide an object', 'wrong_type')
      continue
    }
    const { maxLength = 0 } = limitOf('message.attachments[*].footer')
    if ((text(attachment.footer)?.length ?? 0) > maxLength) {
      const footer: LimitName = 'message.attachments[*].footer'
      on.report(`${at}/footer`, `must be less than ${maxLength + 1} characters`, 'too_long', footer)
    }
    if (attachment.blocks !== undefined) checkBlocks(attachment.blocks, `${at}/blocks`, on)
  }
}

function checkMetadata(metadata: unknown, on: Checking): void {
  const { event_type: type, event_payload: payload } = isJson(metadata) ? metadata : {}
  if (typeof type !== 'string' || !isJson(payload)) {
    on.report('/metadata', 'must provide event_type and event_payload', 'invalid_metadata_format')
    return
  }
  const eventType: LimitName = 'message.metadata.event_type'
  const { minLength = 0, maxLength = 0 } = limitOf(eventType)
  if (type.length < minLength || type.length > maxLength) {
    const message = `must be ${minLength} to ${maxLength} characters`
    on.report('/metadata/event_type', message, 'invalid_metadata_format', eventType)
  }
  const bytes: LimitName = 'message.metadata (bytes)'
  if (Buffer.byteLength(JSON.stringify(metadata)) > most(bytes)) {
    on.report('/metadata', `must be at most ${most(bytes)} bytes`, 'metadata_too_large', bytes)
  }
}

function checkMarkdownText(message: CheckedMessage, on: Checking): void {
  const name: LimitName = 'message.markdown_text'
  const { maxLength = 0 } = limitOf(name)
  if ((text(message.markdown_text)?.length ?? 0) > maxLength) {
    on.report('/markdown_text', `must be less than ${maxLength + 1} characters`, 'msg_too_long', name)
  }
  if (text(message.text) || message.blocks !== undefined) {
    on.report('/markdown_text', 'must not be with text or blocks', 'markdown_text_conflict', name)
  }
}

/** Everything in this message that Slack would reject; empty if Slack would show it. */
export function validateMessage(message: CheckedMessage, rights: Rights = ANY_RIGHTS): Problem[] {
  const on = startChecking('message', rights)
  const { truncatedAbove = 0 } = limitOf('message.text')
  if ((text(message.text)?.length ?? 0) > truncatedAbove) {
    on.report('/text', `must be less than ${truncatedAbove + 1} characters`, 'msg_too_long', 'message.text')
  }
  if (message.blocks !== undefined) checkBlocks(message.blocks, '/blocks', on)
  if (message.attachments !== undefined) checkAttachments(message.attachments, on)
  if (message.metadata !== undefined) checkMetadata(message.metadata, on)
  if (message.markdown_text !== undefined) checkMarkdownText(message, on)
  return on.problems
}
