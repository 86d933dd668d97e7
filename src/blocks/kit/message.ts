import type { Block, Message } from '../../model/message.ts'

const written = new WeakMap<Block, string>()

/**
 * The blocks as JSON. A message is written for Slack, for whoever goes on with it, and for the copies that are kept, and
 * many messages share blocks: each block is written once.
 */
export function blocksJson(blocks: readonly Block[]): string {
  const each = blocks.map((block) => {
    const known = written.get(block) ?? JSON.stringify(block)
    written.set(block, known)
    return known
  })
  return `[${each.join(',')}]`
}

/** The message as JSON. */
export const messageJson = ({ text, blocks }: Message): string =>
  `{"text":${JSON.stringify(text)},"blocks":${blocksJson(blocks)}}`
