/** A tool's result in the form that Slackbot draws. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { valueAbout } from '../blocks/kit/codec.ts'
import { contextOf } from '../blocks/kit/elements.ts'
import type { Block, Message } from '../model/message.ts'

export interface Reply {
  readonly message: Message
  /** The same in figures, for the model. */
  readonly data: Readonly<Record<string, unknown>>
  /** The only kind of button to show; default: all that work outside a channel. */
  readonly button?: RegExp
}

/** @param channel whose analysis it is about; empty: the workspace's defaults */
export function resultOf({ message, data, button = /./ }: Reply, channel: string): CallToolResult {
  const blocks = message.blocks.flatMap((block) => withButtons(block, channel, button))
  const about = channel === '' ? [] : [contextOf(['About ', { channel }, '.'])]
  return {
    content: [
      { type: 'text', text: channel === '' ? message.text : `About <#${channel}>.\n${message.text}` },
    ],
    structuredContent: { ...data },
    _meta: { slack: { blocks: [...about, ...blocks] } },
  }
}

/** Slack may not say where a click in Slackbot's answer was made, so each button names the channel that it is about. */
function withButtons(block: Block, channel: string, shown: RegExp): Block[] {
  if (block.type === 'section' && block.accessory !== undefined) {
    const { accessory, ...others } = block
    const button = buttonAbout(accessory, channel, shown)
    return [button === null ? others : { ...others, accessory: button }]
  }
  if (block.type !== 'actions') return [block]
  const elements = block.elements.flatMap((element) => buttonAbout(element, channel, shown) ?? [])
  return elements.length === 0 ? [] : [{ ...block, elements }]
}

/** @returns `null` for menus, whose options have no room for a channel */
function buttonAbout<Element extends { readonly type: string }>(
  element: Element,
  channel: string,
  shown: RegExp,
): Element | null {
  if (element.type !== 'button' || !('action_id' in element) || !shown.test(String(element.action_id)))
    return null
  if (!('value' in element) || typeof element.value !== 'string') return element
  const value = valueAbout(element.value, channel)
  return value === null ? null : { ...element, value }
}
