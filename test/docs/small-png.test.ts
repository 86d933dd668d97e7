import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { animatedPng, chunk, signature, smallPng } from './small-png.ts'

type Row = readonly (readonly [number, number, number])[]

/** As a browser writes it: RGB, with each line filtered. */
function browserPng(rows: readonly Row[], filter: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(rows[0]?.length ?? 0, 0)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, 2], 8)
  const lines = rows.map((row) => row.flat())
  const filtered = lines.flatMap((line, y) => [
    filter,
    ...line.map((byte, x) => {
      const [a, b, c] = [line[x - 3] ?? 0, lines[y - 1]?.[x] ?? 0, lines[y - 1]?.[x - 3] ?? 0]
      const nearest = [a, b, c].toSorted((m, n) => Math.abs(a + b - c - m) - Math.abs(a + b - c - n))[0] ?? 0
      return (byte - ([0, a, b, (a + b) >> 1, nearest][filter] ?? 0)) & 255
    }),
  ])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(filtered))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The pixels of a picture with four bits per pixel and no filter. */
function read(png: Buffer): Row[] {
  const part = (type: string) => {
    const at = png.indexOf(type, 0, 'latin1')
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const palette = part('PLTE')
  const lines = inflateSync(part('IDAT'))
  const stride = 1 + Math.ceil(width / 2)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const pair = lines[y * stride + 1 + (x >> 1)] ?? 0
      const at = (x % 2 === 0 ? pair >> 4 : pair & 15) * 3
      return [palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0] as const
    }),
  )
}

const white = [255, 255, 255] as const
const blue = [0, 114, 178] as const
const grey = [92, 96, 104] as const

describe('an animation', () => {
  const [one, two] = [
    [[white], [blue], [white]],
    [[white], [grey], [white]],
  ] as const
  const film = animatedPng(
    [one, two].map((rows, index) => ({ png: browserPng(rows, 0), ms: 500 * (index + 1) })),
  )
  const at = (type: string, from = 0) => film.indexOf(type, from, 'latin1') + 4

  it('begins with the whole first frame', () => {
    expect(read(film)).toEqual(one)
    expect([film.readUInt32BE(at('acTL')), film.readUInt32BE(at('acTL') + 4)]).toEqual([2, 0])
    expect(film.readUInt16BE(at('fcTL') + 20)).toBe(500)
  })

  it('changes only the lines that differ, after its time', () => {
    const second = at('fcTL', at('fcTL'))
    const [sequence, width, height, x, y] = [0, 4, 8, 12, 16].map((offset) =>
      film.readUInt32BE(second + offset),
    )
    expect([sequence, width, height, x, y]).toEqual([1, 1, 1, 0, 1])
    expect(film.readUInt16BE(second + 20)).toBe(1_000)
    const data = at('fdAT')
    const line = inflateSync(film.subarray(data + 4, data + film.readUInt32BE(data - 8)))
    const palette = film.subarray(at('PLTE'))
    expect([...palette.subarray(3 * ((line[1] ?? 0) >> 4))].slice(0, 3)).toEqual(grey)
  })
})

describe('a small picture', () => {
  const rows: Row[] = [
    [white, blue, white],
    [grey, grey, blue],
    [white, white, grey],
  ]

  it.for([0, 1, 2, 3, 4])('shows what the browser drew with filter %i', (filter) => {
    expect(read(smallPng(browserPng(rows, filter)))).toEqual(rows)
  })

  it('has the sixteen most frequent colours, and replaces others by the nearest one', () => {
    const often = Array.from({ length: 16 }, (_, index) => [index * 16, 0, 0] as const)
    const row = [...often, ...often, [33, 1, 0] as const]
    expect(read(smallPng(browserPng([row], 0)))).toEqual([[...often, ...often, [32, 0, 0]]])
  })

  it('is refused for another kind of picture', () => {
    const interlaced = browserPng(rows, 0)
    interlaced[28] = 1
    expect(() => smallPng(interlaced)).toThrow('another kind')
  })
})
