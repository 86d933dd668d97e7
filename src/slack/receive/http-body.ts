import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

const mebibyte = 1024 * 1024
/** What Slack sends is far shorter; a click carries its whole message along, percent-encoded. */
const mostBytes = 2 * mebibyte
/** Of all bodies that are on their way in, whoever sends them. */
const mostBytesAtOnce = 16 * mebibyte
/** A piece of a body is an object of its own until it is copied, and counts as so much, however short it is. */
const leastPiece = 512

/** `too-long`: no body of Slack's is. `no-room`: of all bodies it had taken up the most room for the longest. */
export type RefusedBody = 'too-long' | 'no-room'

interface Arriving {
  /** What has come so far, in one piece, and room for more. */
  bytes: ArrayBuffer
  readonly since: number
  refuse(why: RefusedBody): void
}

/**
 * Reads requests' bodies into memory that is bounded, whoever sends them and however many at once. Where there is no
 * more room, what is large and slow has to go: nobody new is refused for what others hold.
 */
export class Bodies {
  readonly #arriving = new Set<Arriving>()
  readonly #now: () => number
  #held = 0

  /** @param now in milliseconds; never goes back */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Rejects when the connection breaks off. */
  read(request: Readable & Pick<IncomingMessage, 'headers'>): Promise<Buffer | RefusedBody> {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > mostBytes) return Promise.resolve('too-long')
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | RefusedBody>()
    const body: Arriving = {
      bytes: new ArrayBuffer(0),
      since: this.#now(),
      refuse: (why) => {
        if (this.#leave(body)) body.bytes = body.bytes.transfer(0)
        request.removeAllListeners('data').resume()
        resolve(why)
      },
    }
    this.#arriving.add(body)
    let size = 0
    let counted = 0
    request.on('data', (chunk: Buffer) => {
      const needed = size + chunk.length
      counted += Math.max(chunk.length, leastPiece)
      if (counted > mostBytes) return body.refuse('too-long')
      if (needed > body.bytes.byteLength) this.#grow(body, needed, announced || mostBytes)
      new Uint8Array(body.bytes).set(chunk, size)
      free(chunk)
      size = needed
      this.#makeRoom()
    })
    request.on('end', () => {
      if (this.#leave(body)) resolve(Buffer.from(body.bytes.transfer(size)))
    })
    request.on('close', () => {
      this.#leave(body)
      // After the end, this changes nothing any more.
      reject(new Error('the connection broke off'))
    })
    return promise
  }

  /** Not by a copy of its own: what a transfer leaves behind is free at once, and not when garbage is collected. */
  #grow(body: Arriving, needed: number, most: number): void {
    const before = body.bytes.byteLength
    body.bytes = body.bytes.transfer(Math.max(needed, Math.min(2 * before, most)))
    this.#held += body.bytes.byteLength - before
  }

  #makeRoom(): void {
    while (this.#held > mostBytesAtOnce) {
      const now = this.#now()
      const burden = ({ bytes, since }: Arriving) => bytes.byteLength * (now - since + 1)
      let worst: Arriving | null = null
      for (const body of this.#arriving) if (worst === null || burden(body) > burden(worst)) worst = body
      worst?.refuse('no-room')
    }
  }

  /** `false`: it had left before. */
  #leave(body: Arriving): boolean {
    if (!this.#arriving.delete(body)) return false
    this.#held -= body.bytes.byteLength
    return true
  }
}

/**
 * Gives back at once what garbage collection would leave for later: strangers make garbage faster than it is collected.
 * @param bytes nobody reads them any more
 */
export function free({ buffer, byteLength }: Buffer): void {
  // A short one may be a part of what others hold.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
