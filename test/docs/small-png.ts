/** Makes a browser's picture small: a few colours, with an index for each pixel (https://www.w3.org/TR/png-3/). */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** As many as four bits can hold: enough for a picture's backgrounds, lines and charts, and for the edges of letters. */
const mostColours = 16
/** Squared distance. Colours closer than this look alike, so one of them represents both. */
const alike = 6 ** 2

export const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

interface Pixels {
  readonly width: number
  readonly height: number
  /** One number per pixel: 0xRRGGBB. */
  readonly colours: Uint32Array
}

/**
 * The same picture in its most frequent colours that don't look alike. Other colours become the nearest of them.
 * @param png 8 bits per channel, RGB or RGBA without transparency, not interlaced, as browsers write it. Throws for others.
 */
export function smallPng(png: Buffer): Buffer {
  const pixels = pixelsOf(png)
  const paint = painter(pixels.colours)
  return file(pixels, paint.palette, [chunk('IDAT', paint.lines(pixels, 0, pixels.height))])
}

export interface Frame {
  /** All frames have the same size. */
  readonly png: Buffer
  /** For how long it is shown. */
  readonly ms: number
}

/** The frames one after the other, again and again (https://www.w3.org/TR/png-3/#apng-frame-based-animation). */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png }) => pixelsOf(png))
  const [first] = pictures
  if (first === undefined) throw new Error('An animation needs a frame.')
  const paint = painter(...pictures.map(({ colours }) => colours))
  const chunks = [chunk('acTL', numbers(frames.length, 0))]
  let sequence = 0
  for (const [index, picture] of pictures.entries()) {
    // A later frame has only the lines that differ from the one before.
    const [from, to] = index === 0 ? [0, first.height] : changedLines(pictures[index - 1] ?? first, picture)
    const time = Buffer.alloc(6)
    time.writeUInt16BE(frames[index]?.ms ?? 0, 0)
    time.writeUInt16BE(1_000, 2)
    chunks.push(chunk('fcTL', Buffer.concat([numbers(sequence++, picture.width, to - from, 0, from), time])))
    const lines = paint.lines(picture, from, to)
    chunks.push(
      index === 0 ? chunk('IDAT', lines) : chunk('fdAT', Buffer.concat([numbers(sequence++), lines])),
    )
  }
  return file(first, paint.palette, chunks)
}

/** The first line that differs, and the one after the last; one line if none does. */
function changedLines(before: Pixels, { width, height, colours }: Pixels): readonly [number, number] {
  const differs = (line: number) =>
    colours
      .subarray(line * width, (line + 1) * width)
      .some((colour, x) => colour !== before.colours[line * width + x])
  const changed = Array.from({ length: height }, (_, line) => line).filter(differs)
  return [changed[0] ?? 0, (changed.at(-1) ?? 0) + 1]
}

const numbers = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, 4 * at)
  return buffer
}

/** Draws with one palette for all these pictures. */
function painter(...pictures: readonly Uint32Array[]) {
  const palette = paletteOf(pictures)
  const index = new Map<number, number>()
  const indexOf = (colour: number): number => {
    const entry = index.get(colour) ?? nearest(colour, palette)
    index.set(colour, entry)
    return entry
  }
  return {
    palette,
    /** Two pixels per byte, after a byte with the line's filter (none). */
    lines({ width, colours }: Pixels, from: number, to: number): Buffer {
      const stride = 1 + Math.ceil(width / 2)
      const lines = Buffer.alloc((to - from) * stride)
      colours.subarray(from * width, to * width).forEach((colour, at) => {
        const x = at % width
        const place = Math.floor(at / width) * stride + 1 + (x >> 1)
        lines[place] = (lines[place] ?? 0) | (indexOf(colour) << (x % 2 === 0 ? 4 : 0))
      })
      return deflateSync(lines, { level: 9, memLevel: 9 })
    },
  }
}

function file({ width, height }: Pixels, palette: readonly number[], content: readonly Buffer[]): Buffer {
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([4, 3, 0, 0, 0])])),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    ...content,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function paletteOf(pictures: readonly Uint32Array[]): readonly number[] {
  const count = new Map<number, number>()
  for (const colours of pictures)
    for (const colour of colours) count.set(colour, (count.get(colour) ?? 0) + 1)
  const byFrequency = [...count].sort(([a, often], [b, oftenB]) => oftenB - often || a - b)
  const palette: number[] = []
  for (const [colour] of byFrequency)
    if (palette.length < mostColours && palette.every((other) => distance(colour, other) >= alike))
      palette.push(colour)
  return palette
}

const channels = (colour: number): [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 255,
  colour & 255,
]

function nearest(colour: number, palette: readonly number[]): number {
  const away = palette.map((other) => distance(colour, other))
  return away.indexOf(Math.min(...away))
}

/** The squared distance. */
function distance(one: number, other: number): number {
  const [red, green, blue] = channels(one)
  const [r, g, b] = channels(other)
  return (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function pixelsOf(png: Buffer): Pixels {
  const data: Buffer[] = []
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const from = at + 8
    if (png.toString('latin1', at + 4, from) === 'IDAT')
      data.push(png.subarray(from, from + png.readUInt32BE(at)))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, kind, , , interlaced] = png.subarray(24, 29)
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new Error(`A PNG of another kind than browsers write: depth ${depth}, colour type ${kind}.`)
  const size = kind === 2 ? 3 : 4
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * size, size)
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at += 1) colours[at] = bytes.readUIntBE(at * size, 3)
  return { width, height, colours }
}

/** Reverses each line's filter, which uses the bytes to the left (`a`), above (`b`) and above left (`c`). */
function unfiltered(lines: Buffer, stride: number, size: number): Buffer {
  const out = Buffer.alloc((lines.length / (stride + 1)) * stride)
  for (let row = 0; row * stride < out.length; row += 1) {
    const filter = lines[row * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x
      const a = x >= size ? (out[at - size] ?? 0) : 0
      const b = row > 0 ? (out[at - stride] ?? 0) : 0
      const c = x >= size && row > 0 ? (out[at - stride - size] ?? 0) : 0
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter] ?? 0
      out[at] = (lines[row * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return out
}

function paeth(a: number, b: number, c: number): number {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
