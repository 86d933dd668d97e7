import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import type { PostError } from '../../src/slack/port.ts'
import { addressGone, postToAddress } from '../../src/slack/send/messages.ts'
import { bodyOf, listening } from '../listening.ts'

const message = { response_type: 'ephemeral', text: 'Zoë’s report' }

const responseAddress = async (onRequest: RequestListener) =>
  `${await listening(onRequest)}/commands/T1/1?token=a%20b`

/** The outcome of a message: `null` once Slack has it. */
async function outcomeAt(address: string, timeoutMs = 5_000) {
  const failure = await postToAddress(address, message, timeoutMs).then(
    () => null,
    (error: PostError) => error,
  )
  return failure && [failure.outcome, failure.code]
}

it('a message is sent as JSON, to the whole address', async () => {
  const arrived: unknown[] = []
  const address = await responseAddress(async (request, response) => {
    const body = JSON.parse(await bodyOf(request))
    arrived.push([request.method, request.url, request.headers['content-type'], body])
    response.end('ok')
  })
  expect(await outcomeAt(address)).toBeNull()
  expect(arrived).toEqual([['POST', '/commands/T1/1?token=a%20b', 'application/json', message]])
})

it.each([
  [204, null],
  [400, ['refused', 'invalid_blocks']],
  [404, ['refused', addressGone]],
  [410, ['refused', addressGone]],
  [418, ['refused', 'http_418']],
  [429, ['rate_limited', 'ratelimited']],
  [500, ['unknown', 'http_500']],
  [503, ['unknown', 'http_503']],
])('a status of %i has its meaning', async (status, outcome) => {
  const address = await responseAddress((_, response) => response.writeHead(status).end())
  expect(await outcomeAt(address)).toEqual(outcome)
})

it('the outcome is unknown if Slack does not confirm a message', async () => {
  const unknown = ['unknown', 'no_answer']
  expect(await outcomeAt(await responseAddress(() => {}), 50), 'no answer in time').toEqual(unknown)
  expect(await outcomeAt(await responseAddress(({ socket }) => socket.destroy())), 'cut off').toEqual(unknown)
  expect(await outcomeAt('http://127.0.0.1:1/'), 'no listener').toEqual(unknown)
  expect(await outcomeAt('no address'), 'no address').toEqual(unknown)
})
