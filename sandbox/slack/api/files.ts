/** The files.* methods for external uploads: docs.slack.dev/messaging/working-with-files */

import { isJson } from '../json.ts'
import { readContent } from '../world/content.ts'
import { fileObject, type StoredFile } from '../world/files.ts'
import { addMessage } from '../world/posting.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import { threadOf } from './chat.ts'
import { joinedChannel, type Methods, method, unarchived } from './method.ts'

/** Slack takes a moment to show an uploaded file in its channel. */
const SHARED_AFTER_MS = 40

function uploadedFile(world: World, given: unknown): { file: StoredFile; title: string } {
  if (!isJson(given)) throw new SlackError('invalid_arguments')
  const file = world.files.find(String(given.id))
  if (!file?.content || file.completed) throw new SlackError('file_not_found')
  return { file, title: typeof given.title === 'string' ? given.title : file.title }
}

/** Posts the files to the given channels, if any. Throws if that isn't possible. */
function share(world: World, uploaded: readonly { readonly file: StoredFile }[], args: Arguments) {
  const named = args.string('channel_id') || args.string('channels') || ''
  const ids = named.split(',').filter(Boolean)
  const places = ids.map((id) => {
    const { id: channel } = unarchived(joinedChannel(world, id))
    return { channel, ...threadOf(world, channel, args) }
  })
  if (places.length === 0) return
  const comment = args.string('initial_comment')
  // “If the initial_comment field is provided, the blocks field is ignored.”
  const blocks = comment ? undefined : args.list('blocks', 'invalid_blocks_format')
  const written = { text: comment ?? '', ...(blocks ? { blocks } : {}) }
  const content = comment || blocks ? readContent(written, world.rights) : { text: '', blocks: [] }
  world.timers.after(SHARED_AFTER_MS, () => {
    for (const place of places) {
      for (const { file } of uploaded) file.channel = place.channel
      const files = uploaded.map(({ file }) => fileObject(file, world.origin))
      addMessage(world, content, { ...place, files })
    }
  })
}

export const files: Methods = {
  'files.getUploadURLExternal': method('tier4', 'files:write', (args, world) => {
    const name = args.required('filename')
    // Slack's error for an empty file.
    if (Number(args.required('length')) === 0) throw new SlackError('missing_argument')
    const length = args.integer('length', 0, 1, 1_000_000_000)
    const { file, path } = world.files.expect(name, length, args.string('alt_txt'))
    return { upload_url: `${world.origin}${path}`, file_id: file.id }
  }),
  'files.completeUploadExternal': method('tier4', 'files:write', (args, world) => {
    const given = args.list('files') ?? []
    if (given.length === 0) throw new SlackError('invalid_arguments')
    const uploaded = given.map((one) => uploadedFile(world, one))
    share(world, uploaded, args)
    for (const { file, title } of uploaded) Object.assign(file, { title, completed: true })
    return { files: uploaded.map(({ file, title }) => ({ id: file.id, title })) }
  }),
  'files.info': method('tier4', 'files:read', (args, world) => {
    const file = world.files.find(args.required('file'))
    if (!file?.completed) throw new SlackError('file_not_found')
    return { file: fileObject(file, world.origin), comments: [], response_metadata: { next_cursor: '' } }
  }),
}
