import { expect, it } from 'vitest'
import { failureOf } from '../../src/api/requests.ts'

const signal = new AbortController().signal
const failed = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall })

it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
  '%s shows that nothing was sent, but only for a connection attempt',
  (code) => {
    expect(failureOf(failed(code, 'connect'), signal)).toEqual({ kind: 'not_sent', detail: code })
    for (const syscall of ['read', 'write', ''])
      expect(failureOf(failed(code, syscall), signal), syscall).toEqual({ kind: 'reset', detail: code })
  },
)

it('nothing was sent if none of a name’s addresses accepted a connection', () => {
  const all = (...errors: Error[]) =>
    failureOf(Object.assign(new AggregateError(errors), { code: 'EHOSTUNREACH' }), signal)
  const connect = failed('EHOSTUNREACH', 'connect')
  expect(all(connect, failed('ETIMEDOUT', 'connect'))).toMatchObject({ kind: 'not_sent' })
  expect(all(connect, failed('EHOSTUNREACH', 'read'))).toMatchObject({ kind: 'reset' })
  expect(all()).toMatchObject({ kind: 'reset' })
})

it('nothing was sent if nobody listens at the address', () => {
  expect(failureOf(failed('ECONNREFUSED', 'connect'), signal)).toMatchObject({ kind: 'not_sent' })
})
