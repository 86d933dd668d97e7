/**
 * Where a command asks the running Sightline for a copy of its file. The file belongs to the process that holds it, so
 * that no other one can read it: the holder makes the copy, and hands it out through a socket beside the file, which
 * only its own user may use.
 */
import { closeSync, createReadStream, createWriteStream, existsSync, openSync } from 'node:fs'
import { chmod, rm, stat } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { backup } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { StoreError } from '../engines/errors.ts'
import { type HeldFile, sqliteError } from '../engines/sqlite-file.ts'

const doorOf = (path: string) => `${path}.backup-socket`
const copyOf = (path: string) => `${path}.backup-copy`

/**
 * A copy as it is at one moment, made a hundred pages at a time: everything else goes on in between.
 * @param signal breaks it off
 */
export async function copyFile(
  { path, database }: HeldFile,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  try {
    // For its own user only, as the file itself.
    closeSync(openSync(to, 'wx', 0o600))
    for (let attempt = 1; !(await begun(database, to, attempt, signal)); attempt += 1) await setImmediate()
  } catch (error) {
    throw sqliteError(path, error)
  }
}

/** One attempt in a thousand meets no pause between two writes: then something else is wrong. */
const mostAttempts = 1_000

/**
 * Copies the whole file, or nothing: where the first step meets a transaction, Node gives up with a word that names no
 * error (the steps after it wait for the transaction's end).
 * @returns false: try again
 */
async function begun(
  database: HeldFile['database'],
  to: string,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await backup(database, to, { progress: () => signal?.throwIfAborted() })
    return true
  } catch (error) {
    signal?.throwIfAborted()
    const metOne = error instanceof Error && 'errcode' in error && error.errcode === 0
    if (!metOne || attempt === mostAttempts) throw error
    return false
  }
}

export interface BackupServer {
  close(): Promise<void>
}

/** Opens the door of a held file. Rejects with what the system says, where there can be no socket. */
export async function openBackupServer(held: HeldFile): Promise<BackupServer> {
  const path = doorOf(held.path)
  // Whoever left one there is gone: the file is ours.
  await rm(path, { force: true })
  const closing = new AbortController()
  let waiting = Promise.resolve()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    // One copy at a time: each needs as much room as the file.
    waiting = waiting.then(() =>
      handOut(held, socket, closing.signal).catch(() => {
        socket.destroy()
      }),
    )
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject).listen(path, listening.resolve)
  await listening.promise
  await chmod(path, 0o600)
  server.unref()
  return {
    close: async () => {
      closing.abort(new Error('Sightline is being stopped'))
      server.close()
      await waiting
    },
  }
}

/** First a line, `copy <bytes>` or `failed <why>`; then the copy. Rejects where it was broken off. */
async function handOut(held: HeldFile, socket: Socket, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (socket.destroyed) return
  const copy = copyOf(held.path)
  try {
    await rm(copy, { force: true })
    try {
      await copyFile(held, copy, signal)
    } catch (error) {
      signal.throwIfAborted()
      socket.end(`failed ${sqliteError(held.path, error).message}\n`)
      return
    }
    socket.write(`copy ${(await stat(copy)).size}\n`)
    await pipeline(createReadStream(copy), socket, { signal })
  } finally {
    await rm(copy, { force: true })
  }
}

/**
 * Asks the Sightline that holds the file for a copy.
 * @returns false when nobody holds it, as far as its door tells
 */
export async function copyThroughDoor(path: string, to: string): Promise<boolean> {
  const door = doorOf(path)
  if (!existsSync(door)) return false
  const socket = createConnection(door)
  const connected = Promise.withResolvers<boolean>()
  socket.once('connect', () => connected.resolve(true))
  socket.once('error', (error: NodeJS.ErrnoException) =>
    // What a process left that was killed.
    error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
      ? connected.resolve(false)
      : connected.reject(
          new StoreError('denied', `${door} can't be used (${error.code}). Run this as Sightline's user.`),
        ),
  )
  if (!(await connected.promise)) return false
  try {
    await receive(socket, to)
  } finally {
    socket.destroy()
  }
  return true
}

async function receive(socket: Socket, to: string): Promise<void> {
  const expected = await sizeOf(socket)
  await pipeline(socket, createWriteStream(to, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw cutOff(error)
  })
  if ((await stat(to)).size !== expected) throw cutOff(null)
}

const newline = 10

/** Reads the first line, and leaves what comes after it in the stream. */
async function sizeOf(socket: Readable): Promise<number> {
  const bytes: number[] = []
  while (bytes.at(-1) !== newline) {
    const byte: Buffer | null = socket.read(1)
    if (byte !== null) bytes.push(...byte)
    else if (socket.readableEnded || socket.destroyed) throw cutOff(null)
    else await moreOf(socket)
  }
  const [word = '', ...rest] = Buffer.from(bytes).toString().trim().split(' ')
  if (word !== 'copy') throw new StoreError('no_backup', rest.join(' '))
  return Number(rest[0])
}

async function moreOf(stream: Readable): Promise<void> {
  const more = Promise.withResolvers<void>()
  const events = ['readable', 'end', 'close', 'error'] as const
  for (const event of events) stream.once(event, () => more.resolve())
  await more.promise
}

function cutOff(error: unknown): StoreError {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new StoreError(
    'no_backup',
    `The backup was broken off${code}: Sightline was stopped meanwhile, or there is no room for it. Try again.`,
  )
}
