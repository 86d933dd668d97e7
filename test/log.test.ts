import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../src/api/index.ts'
import { Problem, report, withOutcome } from '../src/lib/problem.ts'
import { createLog, currentReference, type LogFields, withReference } from '../src/lib/telemetry.ts'
import { StoreError } from '../src/store/index.ts'
import { codePoint } from './properties/texts.ts'

/** What is logged for an event with these fields, as the operator's collector reads it. */
function lineOf(fields: object, event = 'something happened'): Record<string, unknown> {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  // Ignores the type on purpose: this tests what is enforced at run time.
  log.warn(event, fields as LogFields)
  expect(lines).toHaveLength(1)
  const [line = ''] = lines
  expect(line.trimEnd()).not.toContain('\n')
  return JSON.parse(line)
}

const listed = [
  'reference',
  'team',
  'channel',
  'user',
  'verb',
  'action',
  'outcome',
  'delivery',
  'slot',
  'code',
  'status',
  'route',
  'attempt',
  'ms',
  'count',
  'version',
  'detail',
  'error',
] as const
const always = ['level', 'time', 'msg']

it('what failed since the database is away can be tried again', () => {
  const away = new StoreError('unreachable', 'no database')
  expect(report(createLog('silent'), 'failed', away, {}).isPassing).toBe(true)
})

describe('a log line', () => {
  it('holds the listed fields', () => {
    const fields = {
      team: 'T0SANDBOX',
      verb: 'visibility',
      route: 'GET /v1/organizations/{organization_id}/workspaces',
      status: 200,
      slot: '2026-11-16T08:00:00.000Z',
      code: 'validation:422:query.page_size',
      detail: 'the service was asked',
    }
    expect(lineOf(fields)).toMatchObject({ msg: 'something happened', ...fields })
  })

  it('holds every action that the code names', () => {
    const named = globSync('src/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\baction: '([^']+)'/g)].map(([, action = '']) => action),
    )
    expect(named).toContain('agent_view')
    for (const action of named) expect(lineOf({ action })).toMatchObject({ action })
  })

  it('holds nothing else, whatever it is given', () => {
    const body = 'Our launch is on Friday'
    const line = lineOf({
      text: body,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: body } }],
      token: 'not-told',
      headers: { authorization: 'not-told' },
      verb: body,
      user: { id: 'U1', profile: body },
      channel: [body],
      status: body,
      route: `/v1/organizations?name=${body}`,
      action: `${body}\u0000`,
    })
    expect(JSON.stringify(line)).not.toMatch(/Friday|not-told|U1/)
    expect(line).toMatchObject({ verb: '(not written)', route: '(not written)', action: '(not written)' })
    expect(Object.keys(line).sort()).toEqual([...always, 'verb', 'route', 'action'].sort())
  })

  it('is one line of bounded length with listed names only, for any fields', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...listed), fc.string()),
          fc.oneof(fc.string({ maxLength: 600, unit: codePoint }), fc.anything(), fc.integer()),
        ),
        (fields) => {
          const line = lineOf(fields)
          for (const name of Object.keys(line)) expect([...always, ...listed]).toContain(name)
          for (const [name, value] of Object.entries(line))
            if (typeof value === 'string' && name !== 'msg') expect(value.length).toBeLessThanOrEqual(300)
        },
      ),
    )
  })

  it('names a foreign error’s name, code and place, but not its message, which may quote input', () => {
    const error = lineOf({
      error: Object.assign(new SyntaxError('"Friday" is no JSON'), { code: 'E1' }),
    }).error
    const stack = expect.stringContaining('log.test.ts')
    expect(error).toMatchObject({ name: 'SyntaxError', code: 'E1', stack })
    expect(JSON.stringify(error)).not.toContain('Friday')
    const typed = lineOf({ error: new Problem('unknown_verb', 'I don’t know “Friday”.') }).error
    expect(typed).toMatchObject({ name: 'Problem', code: 'unknown_verb' })
    expect(JSON.stringify(typed)).not.toContain('Friday')
  })

  it('ignores a foreign message that looks like a stack', () => {
    const text = 'bad input:\n    at Friday (launch.ts:1:1)'
    const error = new SyntaxError(text)
    expect(JSON.stringify(lineOf({ error }).error)).not.toContain('Friday')
    expect(lineOf({ error }).error).toMatchObject({ stack: expect.stringContaining('log.test.ts') })
    error.message = 'another'
    expect(JSON.stringify(lineOf({ error }).error)).not.toContain('Friday')
  })

  it('includes the message of our own errors', () => {
    const message = 'no answer in time'
    const error = new ApiError({ code: 'timeout', message, userMessage: 'u', retryable: true })
    expect(lineOf({ error }).error).toMatchObject({ name: 'ApiError', message: 'timeout: no answer in time' })
    const { cause } = lineOf({ error: withOutcome(error, 'Nothing was done.') }).error as { cause: unknown }
    expect(cause).toMatchObject({ name: 'ApiError', message: 'timeout: no answer in time' })
  })
})

it('the reference of a request is in each of its lines, across awaits, and in no line of another request', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const gate = Promise.withResolvers<void>()
  const request = async (user: string) => {
    log.info('begins', { user })
    await gate.promise
    await new Promise(setImmediate)
    log.info('ends', { user })
    return currentReference()
  }
  const requests = ['U1', 'U2'].map((user) => withReference(() => request(user)))
  gate.resolve()
  const references = await Promise.all(requests)
  expect(new Set(references).size).toBe(2)
  expect(lines).toHaveLength(4)
  for (const { user, reference } of lines) expect(reference).toBe(references[user === 'U1' ? 0 : 1])
  log.info('outside')
  expect(lines.at(-1)).not.toHaveProperty('reference')
})
