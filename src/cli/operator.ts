import { stdout } from 'node:process'
import { createAnalyticsApi } from '../api/index.ts'
import { counted } from '../blocks/kit/formats.ts'
import { type Config, readConfig } from '../config/index.ts'
import { connect as connectKey, type KeyWorkspace } from '../connections/connection.ts'
import { systemClock } from '../lib/clock.ts'
import { inspectDatabase } from '../store/engines/inspect.ts'
import { createEncryptor, openStore, type Store } from '../store/index.ts'
import { runCommand, UsageError } from './command-line.ts'
import { createPrompt } from './prompt.ts'

/** Operator commands on the database: `connect`, `forget` and `rotate-keys`. */

type Command = (store: Store, config: Config, words: readonly string[]) => Promise<void>

const print = (line: string) => void stdout.write(`${line}\n`)

const commands: Readonly<Record<string, Command>> = {
  forget: async (store, _config, words) => {
    const [id = '', ...more] = words
    if (!/^[TE][A-Z0-9]{2,}$/.test(id) || more.length > 0)
      throw new UsageError('Name one workspace (T…) or organization (E…): npm run forget -- T0123ABCD')
    let total = 0
    for (const team of [...(await store.installations.linkedTeams(id)), id]) {
      print(`${team}:`)
      for (const { table, rows } of await store.erase(team)) {
        total += rows
        if (rows > 0) print(`  ${String(rows).padStart(7)}  ${table.replaceAll('_', ' ')}`)
      }
    }
    print(total === 0 ? 'Nothing was stored.' : `Erased ${counted(total, 'row')}.`)
    print(
      'Messages in Slack stay. If the app is still installed, remove it in Slack: its token is erased here.',
    )
  },

  'rotate-keys': async (store, _config, words) => {
    if (words.length > 0) throw new UsageError('It takes no arguments: npm run rotate-keys')
    if (!store.canEncrypt)
      throw new Error('SIGHTLINE_ENCRYPTION_KEY is not set, so there are no encrypted secrets.')
    const { rotated, current } = await store.rotateKeys()
    print(`Encrypted ${counted(rotated, 'secret')} with the first key; ${current} already were.`)
    print('Remove the other keys from SIGHTLINE_ENCRYPTION_KEY once every replica has the new list.')
  },

  connect: async (store, config, words) => {
    const [team = '', analysis = '', organization = '', analyticsWorkspace = '', ...more] = words
    // An organization has no key: each of its workspaces has its own.
    if (!/^T[A-Z0-9]{2,}$/.test(team) || more.length > 0)
      throw new UsageError(
        'Name the workspace: npm run connect -- T0123ABCD [analysis [organization [workspace]]]',
      )
    if (config.api.keyIsConfigured)
      throw new Error(
        'SIGHTLINE_API_KEY, or the file of SIGHTLINE_API_KEY_FILE, is used instead. Unset it first.',
      )
    if (!store.canEncrypt)
      throw new Error('SIGHTLINE_ENCRYPTION_KEY is missing. `openssl rand -base64 32` makes one.')
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
    const key = await askForKey()
    const input = { key, analysis, organization, workspace: analyticsWorkspace }
    const connected = await connectKey(workspace, input, null)
    if (!connected.ok) throw new Error(Object.values(connected.errors).join('\n'))
    const { lastFour, reach } = connected.connection
    print(`${connected.replaced ? 'Replaced' : 'Connected'}: the key ending in ${lastFour} reaches ${reach}.`)
  },
}

/** Read from standard input: arguments stay in the shell's history and are visible to other users. */
async function askForKey(): Promise<string> {
  const prompt = createPrompt()
  try {
    const key = await prompt.ask('API key (not shown):', { hidden: true })
    if (key !== null) return key
    throw new Error('There was no key on standard input.')
  } finally {
    prompt.close()
  }
}

await runCommand(async ([name = '', ...words]) => {
  const command = commands[name]
  if (command === undefined) throw new UsageError(`Known commands: ${Object.keys(commands).join(', ')}.`)
  const config = readConfig()
  if ((await inspectDatabase(config.database)) === 'none')
    throw new Error('There is no database yet. Check SIGHTLINE_DATABASE_FILE or DATABASE_URL.')
  const store = await openStore(config.database, createEncryptor(config.encryptionKeys()))
  try {
    await command(store, config, words)
  } finally {
    await store.close()
  }
})
