/** Makes a browser's picture small: a few colours, with an index for each pixel (https://www.w3.org/TR/png-3/). */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** As many as four bits can hold: enough for a picture's backgrounds, lines and charts, and for the edges of letters. */
const mostColours = 16
/** Squared distance. Colours closer than this look alike, so one of them represents both. */
const alike = 6 ** 2

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

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
  const { width, height, colours } = pixelsOf(png)
  const palette = paletteOf(colours)
  const index = new Map<number, number>()
  const indexOf = (colour: number): number => {
    const entry = index.get(colour) ?? nearest(colour, palette)
    index.set(colour, entry)
    return entry
  }
  // Two pixels per byte, after a byte with the line's filter (none).
  const stride = 1 + Math.ceil(width / 2)
  const lines = Buffer.alloc(height * stride)
  colours.forEach((colour, at) => {
    const x = at % width
    const place = Math.floor(at / width) * stride + 1 + (x >> 1)
    lines[place] = (lines[place] ?? 0) | (indexOf(colour) << (x % 2 === 0 ? 4 : 0))
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function paletteOf(colours: Uint32Array): readonly number[] {
  const count = new Map<number, number>()
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

function chunk(type: string, data: Buffer): Buffer {
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
