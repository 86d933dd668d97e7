import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedBySlack } from '../../src/slack/receive/http-receiver.ts'

const secret = 'attack-signing-secret'
const now = 1_800_000_000
const body = Buffer.from('command=%2Fsightline&text=help')

const headersAt = (at: number | string, over: string | Buffer = body) => ({
  'x-slack-request-timestamp': String(at),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:`).update(over).digest('hex')}`,
})
const isTaken = (headers: Parameters<typeof isSignedBySlack>[1], given = body) =>
  isSignedBySlack(given, headers, secret, now * 1_000)

describe('a signature', () => {
  it('is valid for five minutes before and after now, and not a second longer', () => {
    const offsets = [-301, -300, 0, 300, 301]
    expect(offsets.filter((offset) => isTaken(headersAt(now + offset)))).toEqual([-300, 0, 300])
  })

  it.each(['', ' ', 'now', '1.8e9', `${now}.5`, '-1', '0x6b49d200', '999999999999999999999'])(
    'at the time %j is invalid, even if it is right',
    (at) => {
      expect(isTaken(headersAt(at))).toBe(false)
    },
  )

  it('covers the bytes, not their decoded text', () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62])
    expect(isTaken(headersAt(now, bytes), bytes)).toBe(true)
    expect(isTaken(headersAt(now, bytes.toString()), bytes)).toBe(false)
  })

  it.each(['', 'v0=', 'v0', `v1=${'0'.repeat(64)}`, `v0=${'é'.repeat(64)}`, `v0=${'0'.repeat(64)}`])(
    'like %j is refused',
    (signature) => {
      expect(isTaken({ ...headersAt(now), 'x-slack-signature': signature })).toBe(false)
    },
  )
})
