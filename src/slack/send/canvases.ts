import type { WebClient } from '@slack/web-api'
import { type Canvases, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/**
 * Canvases in a channel's tabs, which need `canvases:write`. A canvas that Sightline creates is its own: replacing its
 * content (https://docs.slack.dev/reference/methods/canvases.edit, `replace` without a section) leaves alone what people
 * write in the channel's canvas. Free workspaces need the channel's id
 * (https://docs.slack.dev/reference/methods/canvases.create).
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
    replace: (id, markdown) =>
      asPostError(async () => {
        await client.canvases.edit({
          canvas_id: id,
          changes: [{ operation: 'replace', document_content: { type: 'markdown', markdown } }],
        })
      }),
  }
}
