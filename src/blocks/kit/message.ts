import type { Block, Message } from '../../model/message.ts'

const written = new WeakMap<Block, string>()

/**
 * The blocks as JSON. A message is serialized for Slack, for the delivery and for its stored copies, and many messages
 * share blocks: each block is serialized once.
 */
export function blocksJson(blocks: readonly Block[]): string {
  const each = blocks.map((block) => {
    const json = written.get(block) ?? JSON.stringify(block)
    written.set(block, json)
    return json
  })
  return `[${each.join(',')}]`
}

/** The message as JSON. */
export const messageJson = ({ text, blocks }: Message): string =>
  `{"text":${JSON.stringify(text)},"blocks":${blocksJson(blocks)}}`
