import { stdout } from 'node:process'
import { createAnalyticsApi } from '../api/index.ts'
import { type Config, ConfigError, readConfig } from '../config/index.ts'
import { connect as connectKey, type KeyWorkspace, keyRefusal } from '../connections/connection.ts'
import { systemClock } from '../lib/clock.ts'
import { createEncryptor, openStore, type Store, StoreError } from '../store/index.ts'
import { createPrompt } from './prompt.ts'

/** Operator commands on the database: `connect`, `forget` and `rotate-keys`. */

/** Printed without a stack; exit code 1. */
class OperatorError extends Error {}

type Command = (store: Store, config: Config, words: readonly string[]) => Promise<void>

const print = (line: string) => void stdout.write(`${line}\n`)

const commands: Readonly<Record<string, Command>> = {
  /** Erases all data of a workspace, or of an organization and its workspaces. */
  forget: async (store, _config, words) => {
    const id = teamIn(words, 'forget')
    let total = 0
    for (const team of [...(await store.installations.linkedTeams(id)), id]) {
      print(`${team}:`)
      for (const { table, rows } of await store.erase(team)) {
        total += rows
        if (rows > 0) print(`  ${String(rows).padStart(7)}  ${table.replaceAll('_', ' ')}`)
      }
    }
    print(total === 0 ? 'Nothing was stored.' : `Erased ${total} rows.`)
    print(
      'Messages in Slack stay. If the app is still installed, remove it in Slack: its token is erased here.',
    )
  },

  /** Encrypts every secret with the first key of the list. */
  'rotate-keys': async (store) => {
    if (!store.canEncrypt)
      throw new OperatorError('SIGHTLINE_ENCRYPTION_KEY is not set, so there are no encrypted secrets.')
    const { rotated, current } = await store.rotateKeys()
    print(`Encrypted ${rotated} secrets with the first key; ${current} already were.`)
    print('Remove the other keys from SIGHTLINE_ENCRYPTION_KEY once every replica has the new list.')
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
    print(`${connected.replaced ? 'Replaced' : 'Connected'}: the key ending in ${lastFour} reaches ${reach}.`)
  },
}

function teamIn([team = '']: readonly string[], command: string): string {
  if (/^[TE][A-Z0-9]{2,}$/.test(team)) return team
  throw new OperatorError(
    command === 'connect'
      ? 'Name the workspace: npm run connect -- T0123ABCD [analysis [organization [workspace]]]'
      : `Name the workspace (T…) or organization (E…): npm run ${command} -- T0123ABCD`,
  )
}

/** Read from standard input: arguments stay in the shell's history and are visible to other users. */
async function askForKey(): Promise<string> {
  const prompt = createPrompt()
  try {
    const key = await prompt.ask('API key (not shown):', { hidden: true })
    if (key !== null) return key
    throw new OperatorError('There was no key on standard input.')
  } finally {
    prompt.close()
  }
}

const [name = '', ...words] = process.argv.slice(2)
try {
  const command = commands[name]
  if (command === undefined) throw new OperatorError(`Known commands: ${Object.keys(commands).join(', ')}.`)
  const config = readConfig()
  const store = await openStore(config.database, createEncryptor(config.encryptionKeys()))
  try {
    await command(store, config, words)
  } finally {
    await store.close()
  }
} catch (error) {
  const message =
    error instanceof OperatorError || error instanceof ConfigError || error instanceof StoreError
      ? error.message
      : error instanceof Error && 'userMessage' in error
        ? String(error.userMessage)
        : String(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
