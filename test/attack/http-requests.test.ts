import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { form } from '../slack-request.ts'
import { answerTo, command, type HttpBot, signed, startHttpBot } from './http-bot.ts'

let bot: HttpBot
beforeAll(async () => {
  bot = await startHttpBot()
})
afterAll(() => bot?.close())

describe('a request at the public address', () => {
  it('is parsed only after its signature is checked: a broken unsigned body is refused as unsigned', async () => {
    const broken = signed(bot, 'payload=%7Bbroken', { secret: 'other-signing-secret' })
    expect((await bot.send(broken))?.status).toBe(401)
    expect((await bot.send(signed(bot, 'payload=%7Bbroken')))?.status).toBe(400)
  })

  it('that only checks the certificate is answered without a signature, and runs nothing', async () => {
    const body = `ssl_check=1&${command('help')}`
    expect(await bot.send({ body, headers: { 'content-type': form } })).toMatchObject({
      status: 200,
      body: '',
    })
    const long = { body: `ssl_check=1&more=${'a'.repeat(1_000)}`, headers: { 'content-type': form } }
    expect((await bot.send(long))?.status, 'Slack’s own is short').toBe(401)
  })

  it.each(['null', 'true', '7', '"text"', '[]', '[null]', ' null'])(
    'that is signed but holds only %s is refused',
    async (json) => {
      const encoded = encodeURIComponent(json)
      const sent = [
        signed(bot, `payload=${encoded}`),
        signed(bot, `p%61yload=${encoded}`),
        signed(bot, `a=1&payload=${encoded}`),
        signed(bot, json, { type: 'application/json' }),
      ]
      const statuses = (await Promise.all(sent.map(bot.send))).map((answer) => answer?.status)
      expect(statuses).toEqual([400, 400, 400, 400])
      expect(await bot.helps()).toBe(true)
    },
  )

  it('longer than anything from Slack is refused, with or without a length', async () => {
    const long = Buffer.alloc(2 * 1024 * 1024 + 1, 0x61)
    const announced = signed(bot, long)
    const chunked = { ...announced, headers: { ...announced.headers, 'transfer-encoding': 'chunked' } }
    // A client that is still writing may see the connection end before it can read the reason.
    for (const sent of [announced, chunked])
      expect([413, undefined]).toContain((await bot.send(sent))?.status)
    const longest = `${command('help')}&more=${'a'.repeat(2_000_000)}`
    expect((await bot.send(signed(bot, longest)))?.status).toBe(200)
  })

  it('is logged in a few lines with a count, even if there are thousands', async () => {
    const before = bot.log.length
    const forged = { body: command('help'), headers: { 'content-type': form } }
    const statuses = await Promise.all(Array.from({ length: 1_000 }, () => bot.send(forged)))
    expect(new Set(statuses.map((answer) => answer?.status))).toEqual(new Set([401]))
    expect(bot.log.length - before).toBeLessThan(5)
  })
})

it('a request that is repeated byte by byte is answered, and runs only once', async () => {
  const { slack, service, channel } = bot.stage
  const asked = () =>
    slack.messages(channel, USERS.member).filter(({ text }) => !text.startsWith('Looking it up')).length
  const before = asked()
  const request = signed(
    bot,
    new URLSearchParams({
      ...Object.fromEntries(new URLSearchParams(command('visibility'))),
      // A response address that no longer works: the answer comes through the Web API, where the test sees it.
      response_url: `${service.baseUrl}/used-up`,
    }).toString(),
  )
  expect((await bot.send(request))?.status).toBe(200)
  await slack.until(() => asked() > before || undefined, 'the answer')
  const requests = service.requests().length
  for (let again = 0; again < 5; again += 1) expect((await bot.send(request))?.status).toBe(200)
  expect(await bot.helps()).toBe(true)
  expect(asked() - before, 'one answer, to the latest help command').toBe(2)
  expect(service.requests().length).toBe(requests)
})

const head = 'POST /slack/events HTTP/1.1\r\nhost: x\r\n'

it('a slow client is cut off, whether it sends nothing, half a header or half a body', async () => {
  const slow = ['', head, `${head}content-length: 10\r\n\r\nabc`, `${head}transfer-encoding: chunked\r\n\r\n`]
  const visitors = Array.from({ length: 200 }, (_, index) => slow[index % 4] ?? '')
  const { port } = bot.stage.bot
  const ended = Promise.all(visitors.map((first) => answerTo(port, (socket) => socket.write(first))))
  // Other people are served in the meantime.
  expect(await bot.helps()).toBe(true)
  for (const answer of await ended) expect(answer).toMatch(/^(HTTP\/1.1 408 |$)/)
  expect(await bot.helps()).toBe(true)
})
