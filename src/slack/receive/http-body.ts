import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

const mebibyte = 1024 * 1024
/** Slack's requests are far shorter. The longest are clicks, which carry their whole message percent-encoded. */
const maxBytes = 2 * mebibyte
const maxBytesAtOnce = 16 * mebibyte
/** Each chunk is an object until it is copied, so it counts as at least this many bytes. */
const minChunkBytes = 512

/** `too-long`: longer than any body from Slack. `no-room`: memory is full, and this is the largest, slowest body. */
export type RefusedBody = 'too-long' | 'no-room'

interface IncomingBody {
  bytes: ArrayBuffer
  readonly since: number
  refuse(why: RefusedBody): void
}

/**
 * Reads request bodies into bounded memory. When it is full, the largest and slowest body is refused, so that slow
 * senders can't block new requests.
 */
export class Bodies {
  readonly #incoming = new Set<IncomingBody>()
  readonly #now: () => number
  #held = 0

  /** @param now in milliseconds; never goes back */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  read(request: Readable & Pick<IncomingMessage, 'headers'>): Promise<Buffer | RefusedBody> {
    const declaredLength = Number(request.headers['content-length'] ?? 0)
    if (declaredLength > maxBytes) return Promise.resolve('too-long')
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | RefusedBody>()
    const body: IncomingBody = {
      bytes: new ArrayBuffer(0),
      since: this.#now(),
      refuse: (why) => {
        if (this.#remove(body)) body.bytes = body.bytes.transfer(0)
        request.removeAllListeners('data').resume()
        resolve(why)
      },
    }
    this.#incoming.add(body)
    let size = 0
    let counted = 0
    request.on('data', (chunk: Buffer) => {
      const needed = size + chunk.length
      counted += Math.max(chunk.length, minChunkBytes)
      if (counted > maxBytes) return body.refuse('too-long')
      if (needed > body.bytes.byteLength) this.#grow(body, needed, declaredLength || maxBytes)
      new Uint8Array(body.bytes).set(chunk, size)
      freeBuffer(chunk)
      size = needed
      this.#freeMemory()
    })
    request.on('end', () => {
      if (this.#remove(body)) resolve(Buffer.from(body.bytes.transfer(size)))
    })
    request.on('close', () => {
      // Created only if needed: every request closes, and an error with its stack takes 56 µs, a sixth of the
      // acknowledgement (node --cpu-prof).
      if (this.#remove(body)) reject(new Error('the connection closed before the body was complete'))
    })
    return promise
  }

  /** `transfer` frees the old buffer immediately; a copy would wait for garbage collection. */
  #grow(body: IncomingBody, needed: number, most: number): void {
    const before = body.bytes.byteLength
    body.bytes = body.bytes.transfer(Math.max(needed, Math.min(2 * before, most)))
    this.#held += body.bytes.byteLength - before
  }

  #freeMemory(): void {
    while (this.#held > maxBytesAtOnce) {
      const now = this.#now()
      const weight = ({ bytes, since }: IncomingBody) => bytes.byteLength * (now - since + 1)
      let largest: IncomingBody | null = null
      for (const body of this.#incoming)
        if (largest === null || weight(body) > weight(largest)) largest = body
      largest?.refuse('no-room')
    }
  }

  /** @returns `false` if it was removed before */
  #remove(body: IncomingBody): boolean {
    if (!this.#incoming.delete(body)) return false
    this.#held -= body.bytes.byteLength
    return true
  }
}

/** Frees bytes no longer in use at once: unsigned requests can produce garbage faster than it is collected. */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  // A short buffer may share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
