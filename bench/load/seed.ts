/** Hundreds of Slack workspaces in a database, installed and connected as by their admins. */
import { createEncryptor, openStore, type StoreOptions } from '../../src/store/index.ts'
import type { World } from '../apps.ts'

interface Workspaces {
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

/** The analytics service of `load/world.ts`. */
interface Service extends Pick<Workspaces, 'demo'> {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly key: string
}

export async function serviceOf({ url }: Pick<World, 'url'>): Promise<Service> {
  return (await (await fetch(`${url}/service`)).json()) as Service
}

/** Settings of a bot for many workspaces, with this service. */
export const settingsFor = ({ baseUrl, searchBaseUrl }: Service, encryptionKey: string) => ({
  SLACK_CLIENT_ID: '1.1',
  SLACK_CLIENT_SECRET: 'bench',
  SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
  SIGHTLINE_ENCRYPTION_KEY: encryptionKey,
  SIGHTLINE_API_URL: baseUrl,
  SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
})

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
