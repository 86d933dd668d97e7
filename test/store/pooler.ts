/**
 * A pooler as strict as PgBouncer in transaction mode: it refuses unknown startup parameters, and gives each transaction a
 * different server connection. It implements only as much of the protocol as that takes.
 */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export interface Pooler {
  readonly port: number
  close(): Promise<void>
}

/** The startup parameters that PgBouncer accepts. */
const allowedParameters = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication'])
const sslRequest = 80_877_103
/** Connections to the server for each database. */
const most = 3

interface Message {
  readonly type: string
  readonly bytes: Buffer
}

/** Splits a stream into messages: a letter, a length, and the content. */
function messages(socket: Socket, take: (message: Message) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1) && !socket.destroyed) {
      const bytes = rest.subarray(0, rest.readInt32BE(1) + 1)
      rest = rest.subarray(bytes.length)
      take({ type: String.fromCharCode(bytes[0] ?? 0), bytes })
    }
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const text = (...parts: readonly string[]) => Buffer.from(parts.map((part) => `${part}\0`).join(''))

interface ServerConnection {
  readonly socket: Socket
  client: Socket | null
  /** Client messages that the server must still answer with "ready". */
  owed: number
}

/** @param trusted a user who needs no password on the server */
export async function startPooler(server: { readonly port: number }, trusted: string): Promise<Pooler> {
  const sockets = new Set<Socket>()
  const connections = new Map<string, ServerConnection[]>()
  const waiting: (() => void)[] = []
  const wake = () => {
    for (const one of waiting.splice(0)) one()
  }

  /** Opens a server connection for a client. It counts as taken while it is being opened. */
  const open = (client: Socket, database: string) => {
    const socket = createConnection({ port: server.port, host: '127.0.0.1', noDelay: true })
    sockets.add(socket)
    const connection: ServerConnection = { socket, client, owed: 0 }
    const ready = Promise.withResolvers<void>()
    let isOpen = false
    socket.on('error', ready.reject).on('close', () => {
      ready.reject(new Error('the server has closed the connection'))
      connection.client?.destroy()
      wake()
    })
    socket.on(
      'data',
      messages(socket, ({ type, bytes }) => {
        if (!isOpen) {
          if (type === 'E') ready.reject(new Error(bytes.toString()))
          isOpen = type === 'Z'
          if (isOpen) ready.resolve()
          return
        }
        connection.client?.write(bytes)
        if (type !== 'Z' || connection.client === null) return
        connection.owed -= 1
        // Ready and in no transaction, so the next client gets it.
        if (connection.owed > 0 || bytes[5] !== 'I'.charCodeAt(0)) return
        connection.client = null
        wake()
      }),
    )
    const startup = Buffer.concat([text('user', trusted, 'database', database), Buffer.from([0])])
    const head = Buffer.alloc(8)
    head.writeInt32BE(startup.length + 8, 0)
    head.writeInt32BE(196_608, 4)
    socket.write(Buffer.concat([head, startup]))
    return { connection, ready: ready.promise }
  }

  /**
   * Takes a free connection other than the last one, waiting if necessary. It is reserved until it is ready again. A client
   * that closes while it waits gets none, since nobody would give it back.
   */
  const taken = async (
    client: Socket,
    last: ServerConnection | null,
    database: string,
  ): Promise<ServerConnection> => {
    for (;;) {
      if (client.destroyed) throw new Error('the client has closed the connection')
      // Without connections that the server has closed.
      const pool = (connections.get(database) ?? []).filter(({ socket }) => !socket.destroyed)
      connections.set(database, pool)
      const free = pool.find((one) => one !== last && one.client === null)
      if (free !== undefined) {
        free.client = client
        return free
      }
      if (pool.length < most) {
        const { connection, ready } = open(client, database)
        pool.push(connection)
        await ready
        if (!client.destroyed) return connection
        connection.socket.destroy()
      } else await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  const serve = (client: Socket, database: string) => {
    let current: ServerConnection | null = null
    let last: ServerConnection | null = null
    let turn = Promise.resolve()
    client.on(
      'data',
      messages(client, ({ type, bytes }) => {
        turn = turn.then(async () => {
          if (type === 'X') return void client.end()
          if (current?.client !== client) {
            current = await taken(client, last, database)
            last = current
          }
          if (type === 'Q' || type === 'S') current.owed += 1
          current.socket.write(bytes)
        })
        turn.catch((error: Error) => client.destroy(error))
      }),
    )
    client.on('close', () => {
      // As PgBouncer does with an unfinished transaction.
      if (current?.client === client) current.socket.destroy()
      wake()
    })
    for (const answer of [
      message('R', Buffer.alloc(4)),
      message('S', text('client_encoding', 'UTF8')),
      message('S', text('server_version', '18')),
      message('Z', Buffer.from('I')),
    ])
      client.write(answer)
  }

  const listener = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    const begin = (chunk: Buffer) => {
      if (chunk.readInt32BE(4) === sslRequest) {
        client.once('data', begin).write('N')
        return
      }
      const parts = chunk.subarray(8).toString().split('\0')
      const parameters = new Map<string, string>()
      for (let at = 0; at + 1 < parts.length && parts[at] !== ''; at += 2)
        parameters.set(parts[at] ?? '', parts[at + 1] ?? '')
      const unknown = [...parameters.keys()].find((name) => !allowedParameters.has(name))
      if (unknown === undefined) return serve(client, parameters.get('database') ?? '')
      const why = text('SFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`)
      client.end(message('E', Buffer.concat([why, Buffer.from([0])])))
    }
    client.once('data', begin)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
