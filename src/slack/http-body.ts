import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** What Slack sends is far shorter; a click carries its whole message along, percent-encoded. */
const mostBytes = 2 * 1024 * 1024
/** Of all bodies that are on their way in, whoever sends them. */
const mostBytesAtOnce = 64 * 1024 * 1024

/** Reads requests' bodies into memory that is bounded, whoever sends them and however many at once. */
export class Bodies {
  #held = 0

  /** `null`: it is too long, or there is no room for it now. Rejects when the connection breaks off. */
  read(request: Readable & Pick<IncomingMessage, 'headers'>): Promise<Buffer | null> {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve(null)
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      this.#held += chunk.length
      if (size <= mostBytes && this.#held <= mostBytesAtOnce) {
        chunks.push(chunk)
        return
      }
      request.removeAllListeners('data').resume()
      resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(chunks, size)))
    // After the end it changes nothing any more.
    request.on('close', () => reject(new Error('the connection broke off')))
    const freed = () => {
      this.#held -= size
    }
    promise.then(freed, freed)
    return promise
  }
}
