/**
 * Strangers at the bot's public port, in a child process: this many connections of each kind at once, each reopened when it
 * is cut off. Sends `here` when all have connected, and `ended` when as many of each kind were turned away or served
 * completely.
 */
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

// Real strangers use other machines, so these should not take processor time from the bot.
setPriority(10)
const [port = 0, each = 0] = process.argv.slice(2).map(Number)
const events = 'POST /slack/events HTTP/1.1\r\nhost: bot\r\n'
const signature = () =>
  `x-slack-request-timestamp: ${Math.floor(Date.now() / 1_000)}\r\nx-slack-signature: v0=${'0'.repeat(64)}\r\n`
const long = (length: number) => `${events}${signature()}content-length: ${length}\r\n\r\n`
const mebibyte = Buffer.alloc(1024 * 1024, 0x61)
const bytewise = Buffer.from('1\r\na\r\n'.repeat(10_000))
const form = 'command=%2Fsightline&text=help'
const forged = `${events}${signature()}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: bot\r\n${more}\r\n`

/** Reads until the response matches; `null` once the connection has ended. */
function responseReader(socket: Socket): (until: RegExp) => Promise<string | null> {
  let received = ''
  let ended = false
  let look = () => {}
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
    look()
  })
  for (const end of ['end', 'close'])
    socket.on(end, () => {
      ended = true
      look()
    })
  return (until) =>
    new Promise((resolve) => {
      look = () => {
        if (!ended && !until.test(received)) return
        resolve(ended ? null : received)
        received = ''
        look = () => {}
      }
      look()
    })
}

const never = /(?!)/
const answer = /^HTTP\/1\.1 \d{3}[\s\S]*\r\n\r\n/
const page = /\r\n0\r\n\r\n$|content-length: \d+\r\n[\s\S]*\r\n\r\n[\s\S]+$/i

/** What each kind does with a connection. It ends when the bot closes it. */
const kinds = {
  'slow headers': async (socket) => {
    socket.write(events)
    const drip = setInterval(() => socket.write('x: y\r\n'), 200)
    await responseReader(socket)(never)
    clearInterval(drip)
  },
  'stalled bodies': async (socket) => {
    socket.write(long(2 * mebibyte.length))
    socket.write(mebibyte)
    socket.write(mebibyte.subarray(1))
    await responseReader(socket)(never)
  },
  'bodies byte by byte': async (socket) => {
    socket.write(`${events}${signature()}transfer-encoding: chunked\r\n\r\n`)
    const more = () => {
      while (socket.writable && socket.write(bytewise));
    }
    socket.on('drain', more)
    more()
    await responseReader(socket)(never)
  },
  'large bodies': async (socket) => {
    socket.write(long(2 * mebibyte.length))
    socket.write(mebibyte)
    socket.write(mebibyte)
    await responseReader(socket)(answer)
  },
  'forged signatures': async (socket) => {
    const read = responseReader(socket)
    for (let at = 0; at < 10; at += 1) {
      socket.write(forged)
      if ((await read(answer)) === null) return
    }
  },
  garbage: async (socket) => {
    socket.write(Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 7919) % 256)))
    await responseReader(socket)(never)
  },
  'pages of an installation': async (socket) => {
    const read = responseReader(socket)
    for (let at = 0; at < 3; at += 1) {
      socket.write(get('/slack/install'))
      const shown = await read(page)
      const [, cookie = '', state = ''] =
        /set-cookie: (slack-app-oauth-state=([^;]+))/i.exec(shown ?? '') ?? []
      socket.write(get(`/slack/oauth_redirect?code=guessed&state=${state}`, `cookie: ${cookie}\r\n`))
      if ((await read(page)) === null) return
    }
  },
  'half-open': async (socket) => {
    socket.write(events.slice(0, 10))
    await responseReader(socket)(never)
  },
} satisfies Record<string, (socket: Socket) => Promise<void>>

type Kind = keyof typeof kinds
const rounds = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>

/** @param awayMs how long a stranger takes to return, since strangers are not on the bot's machine */
async function connectRepeatedly(kind: Kind, awayMs: number, here: () => void): Promise<void> {
  for (;;) {
    // Half-open connections stay open here when the other side ends them.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: kind === 'half-open' })
    socket.on('error', () => {}).on('data', () => {})
    socket.once('connect', here)
    await kinds[kind](socket)
    socket.destroy()
    rounds[kind] += 1
    if (Object.values(rounds).every((times) => times >= each)) process.send?.('ended')
    await pause(awayMs)
  }
}

const everyone = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  Array.from({ length: each }, (_, index) => ({ kind, index })),
)
const arrivals = everyone.map(({ kind, index }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void connectRepeatedly(kind, 1_500 + 60 * index, resolve)
  return promise
})
process.on('disconnect', () => process.exit(0))
await Promise.all(arrivals)
process.send?.('here')
