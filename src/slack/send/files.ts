import type { WebClient } from '@slack/web-api'
import { type FileSender, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/**
 * Sends files in direct messages, so that only the person who asked gets them. A message to the person opens the
 * conversation (`chat:write` is enough), then the file is uploaded there.
 */
export function createFiles(client: WebClient): FileSender {
  return {
    send: ({ user }, { filename, title, content }) =>
      asPostError(async () => {
        const opened = await client.chat.postMessage({
          channel: user,
          text: `Here is your file: ${filename}`,
        })
        const { channel, ts } = opened
        if (channel === undefined) throw new PostError('unknown', 'no_channel')
        const sent = await client
          .filesUploadV2({ channel_id: channel, filename, title, content })
          .catch(async (error: unknown) => {
            // Remove the message that announced the file.
            if (ts !== undefined) await client.chat.delete({ channel, ts }).catch(() => {})
            throw error
          })
        const [file] = sent.files?.[0]?.files ?? []
        return { permalink: file?.permalink ?? null }
      }),
  }
}
