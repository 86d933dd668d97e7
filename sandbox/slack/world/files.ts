/** Uploaded files: the upload URL, the bytes, and the file object. */
import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../../clock.ts'
import type { Json } from '../json.ts'
import { APP } from './seed.ts'

export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly length: number
  readonly altText: string | undefined
  readonly created: number
  title: string
  content: Buffer | undefined
  /** Set by files.completeUploadExternal. */
  completed: boolean
  channel: string | undefined
}

export function createFiles(clock: SandboxClock) {
  const files = new Map<string, StoredFile>()
  const tickets = new Map<string, StoredFile>()
  return {
    /** Registers an upcoming file. Returns it with the path to upload to. */
    expect: (
      name: string,
      length: number,
      altText: string | undefined,
    ): { file: StoredFile; path: string } => {
      const file: StoredFile = {
        id: `F0FILE${files.size + 1}`,
        name,
        length,
        altText,
        created: Math.trunc(clock.now().epochMilliseconds / 1000),
        title: name,
        content: undefined,
        completed: false,
        channel: undefined,
      }
      files.set(file.id, file)
      const ticket = randomBytes(12).toString('hex')
      tickets.set(ticket, file)
      return { file, path: `/upload/v1/${ticket}` }
    },
    /** Stores the bytes. False if no upload is expected there, or if the length differs. */
    upload: (ticket: string, content: Buffer): boolean => {
      const file = tickets.get(ticket)
      if (!file || file.length !== content.length) return false
      tickets.delete(ticket)
      file.content = content
      return true
    },
    find: (id: string): StoredFile | undefined => files.get(id),
  }
}

export type Files = ReturnType<typeof createFiles>

const TYPES: Record<string, string> = {
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  pdf: 'application/pdf',
}

/** The extension, which Slack shows as `filetype`, and its media type. */
export function fileType(name: string): { filetype: string; mimetype: string } {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? 'txt'
  return { filetype: extension, mimetype: TYPES[extension] ?? 'application/octet-stream' }
}

/** The file object of the Web API and of messages. */
export function fileObject(file: StoredFile, origin: string): Json {
  const address = `${origin}/files/${file.id}/${encodeURIComponent(file.name)}`
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    ...fileType(file.name),
    user: APP.botUser,
    size: file.length,
    mode: 'hosted',
    is_external: false,
    is_public: file.channel !== undefined,
    url_private: address,
    url_private_download: address,
    permalink: address,
    ...(file.altText ? { alt_txt: file.altText } : {}),
    channels: file.channel ? [file.channel] : [],
  }
}
