import type { WebClient } from '@slack/web-api'
import { type Canvases, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/**
 * Canvases in a channel's tabs. Requires `canvases:write`. Sightline creates its own canvas, so that replacing its content
 * (https://docs.slack.dev/reference/methods/canvases.edit, `replace` without a section) doesn't touch what people write in
 * the channel's canvas. Free workspaces require the channel's id
 * (https://docs.slack.dev/reference/methods/canvases.create). A canvas whose creation Slack didn't confirm is found by its
 * words (https://docs.slack.dev/reference/methods/canvases.sections.lookup), which requires `canvases:read`.
 */
export function createCanvases(client: WebClient): Canvases {
  return {
    create: (channel, title, markdown) =>
      asPostError(async () => {
        const { canvas_id: id } = await client.canvases.create({
          channel_id: channel,
          title,
          document_content: { type: 'markdown', markdown },
        })
        if (id === undefined) throw new PostError('unknown', 'no_canvas')
        return id
      }),
    find: async (channel, words) => {
      const info = await unlessRefused(() => client.conversations.info({ channel }))
      for (const id of tabsOf(info?.channel?.properties?.tabs).slice(-maxTabsChecked)) {
        const lookup = await unlessRefused(() =>
          client.canvases.sections.lookup({ canvas_id: id, criteria: { contains_text: words } }),
        )
        if ((lookup?.sections?.length ?? 0) > 0) return id
      }
      return null
    },
    replace: (id, markdown) =>
      asPostError(async () => {
        await client.canvases.edit({
          canvas_id: id,
          changes: [{ operation: 'replace', document_content: { type: 'markdown', markdown } }],
        })
      }),
  }
}

/** Only the newest canvases are searched, since a channel has few. */
const maxTabsChecked = 8

/** `null`: Slack refused, for example because the scope is missing or the bot can't read the canvas. */
async function unlessRefused<T>(call: () => Promise<T>): Promise<T | null> {
  return asPostError(call).catch((error: unknown) => {
    if (error instanceof PostError && error.outcome === 'refused') return null
    throw error
  })
}

/**
 * The canvases among a channel's tabs: `{ type: 'canvas', data: { file_id } }`. The SDK's types lack `data`
 * (https://github.com/rusq/slackdump/issues/717).
 */
function tabsOf(tabs: unknown): readonly string[] {
  if (!Array.isArray(tabs)) return []
  return tabs.flatMap((tab: { readonly type?: unknown; readonly data?: { readonly file_id?: unknown } }) =>
    tab.type === 'canvas' && typeof tab.data?.file_id === 'string' ? [tab.data.file_id] : [],
  )
}
