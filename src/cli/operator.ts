import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createAnalyticsApi } from '../api/index.ts'
import { type Config, ConfigError, readConfig } from '../config/index.ts'
import { connect as connectKey, type KeyWorkspace, keyRefusal } from '../connections/connection.ts'
import { systemClock } from '../lib/clock.ts'
import { createEncryptor, openStore, type Store, StoreError } from '../store/index.ts'

/** What an operator does with the database, from a terminal: `connect`, `forget` and `rotate-keys`. */

/** Said on the terminal, without a stack; exit code 1. */
class OperatorError extends Error {}

type Work = (store: Store, config: Config, words: readonly string[]) => Promise<void>

const say = (line: string) => void stdout.write(`${line}\n`)

const works: Readonly<Record<string, Work>> = {
  /** Erases everything of a workspace, or of an organization and the workspaces that its own token has confirmed. */
  forget: async (store, _config, words) => {
    const id = teamIn(words, 'forget')
    const met = await store.installations.teamsOf(id)
    const teams = [...met.filter(({ confirmed }) => confirmed).map(({ team }) => team), id]
    let total = 0
    for (const team of teams) {
      say(`${team}:`)
      for (const { table, rows } of await store.erase(team)) {
        total += rows
        if (rows > 0) say(`  ${String(rows).padStart(7)}  ${table.replaceAll('_', ' ')}`)
      }
    }
    say(total === 0 ? 'Nothing was stored.' : `${total} rows were erased.`)
    for (const { team } of met.filter(({ confirmed }) => !confirmed))
      say(
        `${team} is left alone: nothing confirms that it belongs to ${id}. If it does, run npm run forget -- ${team}`,
      )
    say(
      'Messages in Slack stay. Where the app is still installed, take it out in Slack: its token is forgotten here.',
    )
  },

  /** Seals every secret under the first key of the list. */
  'rotate-keys': async (store) => {
    if (!store.canEncrypt)
      throw new OperatorError('SIGHTLINE_ENCRYPTION_KEY is not set, so nothing is sealed.')
    const { rotated, current } = await store.rotateKeys()
    say(`${rotated} secrets were sealed anew, ${current} were sealed under the first key already.`)
    say('The other keys of SIGHTLINE_ENCRYPTION_KEY can be taken out once every replica has the new list.')
  },

  /** Checks and saves a workspace's API key, which is read from standard input. */
  connect: async (store, config, words) => {
    const team = teamIn(words, 'connect')
    const workspace: KeyWorkspace = {
      team,
      store,
      clock: systemClock,
      apiKey: {
        configured: config.api.keyIsConfigured,
        place: config.slack.install === null ? config.channel : null,
        clientWith: (key) =>
          createAnalyticsApi({ ...config.api, apiKey: () => key, cacheSeconds: 0, clock: systemClock }),
        changed: () => {},
      },
    }
    const refusal = keyRefusal(workspace)
    if (refusal !== null) throw new OperatorError(refusal)
    const [, analysis = '', organization = '', analyticsWorkspace = ''] = words
    const key = await askForKey()
    const input = { key, analysis, organization, workspace: analyticsWorkspace }
    const connected = await connectKey(workspace, input, null)
    if (!connected.ok) throw new OperatorError(Object.values(connected.errors).join('\n'))
    const { lastFour, reach } = connected.connection
    say(
      `${connected.replaced ? 'Replaced' : 'Connected'}: the key that ends in ${lastFour} reaches ${reach}.`,
    )
  },
}

function teamIn([team = '']: readonly string[], work: string): string {
  if (/^[TE][A-Z0-9]{2,}$/.test(team)) return team
  throw new OperatorError(
    work === 'connect'
      ? 'Say which workspace: npm run connect -- T0123ABCD [analysis [organization [workspace]]]'
      : `Say which workspace (T…) or organization (E…): npm run ${work} -- T0123ABCD`,
  )
}

/** Not an argument: those stand in the shell's history, and other users of the machine see them. */
async function askForKey(): Promise<string> {
  if (stdin.isTTY) stdout.write('API key (not shown): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line.trim()
    throw new OperatorError('No key came on standard input.')
  } finally {
    lines.close()
    if (stdin.isTTY) stdout.write('\n')
  }
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const work = works[name]
  if (work === undefined) throw new OperatorError(`Known are: ${Object.keys(works).join(', ')}.`)
  const config = readConfig()
  const store = await openStore(config.database, createEncryptor(config.encryptionKeys()))
  try {
    await work(store, config, words)
  } finally {
    await store.close()
  }
} catch (error) {
  const told =
    error instanceof OperatorError || error instanceof ConfigError || error instanceof StoreError
      ? error.message
      : error instanceof Error && 'userMessage' in error
        ? String(error.userMessage)
        : String(error)
  process.stderr.write(`${told}\n`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
