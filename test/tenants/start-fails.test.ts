import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { startBot } from '../../src/app/bot.ts'
import { readConfig } from '../../src/config/index.ts'
import { silent } from '../workspace.ts'
import { broughtAgain, home, repliesTo, stageForTest } from './world.ts'

const channel = CHANNELS.leads

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

it('a mention that arrives while a start fails is answered by another process, since Slack repeats it', async () => {
  const stage = await stageForTest()
  const connected = Promise.withResolvers<Socket>()
  let isDown = false
  // Once it is down it ends each connection at once: a silent one would be waited for.
  const database = createServer((socket) => (isDown ? socket.destroy() : connected.resolve(socket)))
  onTestFinished(() => void database.close())
  await stage.install(home)
  const { SIGHTLINE_DATABASE_FILE: _, ...env } = stage.env
  const { port: databasePort } = await listening(database)
  const server = createServer()
  const { port } = await listening(server)
  await new Promise((closed) => server.close(closed))
  const starting = startBot(
    readConfig({
      ...env,
      SIGHTLINE_HTTP_PORT: String(port),
      DATABASE_URL: `postgres://sightline@127.0.0.1:${databasePort}/sightline`,
    }),
    { clock: stage.clock, log: silent },
  )
  const ended = expect(starting).rejects.toMatchObject({ code: 'unreachable' })
  // It listens before it queries the database.
  const connection = await connected.promise
  const delivered = Promise.withResolvers<void>()
  const onRequest = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket }
    if (socket.localPort === port) delivered.resolve()
  }
  subscribe('http.server.request.start', onRequest)
  stage.slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`)
  const ts = stage.slack.post({ user: USERS.owner, channel, text: `<@${APP.botUser}> help` })
  await delivered.promise
  unsubscribe('http.server.request.start', onRequest)
  isDown = true
  connection.destroy()
  await ended
  stage.slack.setRequestUrl(`http://127.0.0.1:${stage.bots[0]?.port}/slack/events`)
  const answers = () => repliesTo(stage.slack, channel, ts)
  await broughtAgain(stage.slack, stage.clock, 'app_mention')
  await stage.slack.until(() => answers().length === 1, 'one answer')
})
