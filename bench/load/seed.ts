/** Hundreds of Slack workspaces in a database, installed and connected as by their admins. */
import { createEncryptor, openStore, type StoreOptions } from '../../src/store/index.ts'

export interface Workspaces {
  readonly teams: readonly string[]
  /** Base64 of 32 bytes. */
  readonly encryptionKey: string
  readonly apiKey: string
  readonly channelsOf: (team: string) => readonly string[]
  readonly demo: {
    readonly organizationId: string
    readonly workspaceId: string
    readonly projectId: string
    /** Recommendations that each channel tracks. */
    readonly resultIds: readonly string[]
  }
}

export async function seedWorkspaces(database: StoreOptions, workspaces: Workspaces): Promise<void> {
  const { teams, channelsOf, encryptionKey, apiKey, demo } = workspaces
  const { resultIds, ...place } = demo
  const now = Temporal.Now.instant()
  const encryptor = createEncryptor([Buffer.from(encryptionKey, 'base64')])
  const store = await openStore(database, encryptor)
  const by = 'U0BENCH'
  await Promise.all(
    teams.map(async (team) => {
      await store.installations.save(
        {
          team,
          isOrg: false,
          name: team,
          url: 'http://127.0.0.1/',
          botUser: 'U0BOT',
          scopes: ['commands'],
          installedBy: by,
          token: `xoxb-${team}`,
          rotation: null,
        },
        now,
      )
      const lastFour = apiKey.slice(-4)
      for (const channel of channelsOf(team))
        for (const id of resultIds) await store.channels.track(team, channel, id, by, now)
      await store.connections.save({ team, key: apiKey, lastFour, reach: '', place, connectedBy: by }, now)
    }),
  )
  await store.close()
}
