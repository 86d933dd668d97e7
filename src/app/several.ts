import type { Config } from '../config/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Meter } from '../lib/metrics.ts'
import { createManySlack } from '../slack/many.ts'
import type { SlackInstallations } from '../slack/oauth/installation-store.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import type { Runtimes, RuntimesOptions } from './runtimes.ts'

/** Slack and the houses for many workspaces, each installed by "Add to Slack". */
export function several(
  config: Config,
  deps: {
    readonly clock: Clock
    readonly log: Log
    readonly meter: Meter
    readonly ready: () => Promise<boolean>
  },
  { clientId, publicUrl }: NonNullable<Config['slack']['install']>,
) {
  const keeper = Promise.withResolvers<SlackInstallations>()
  const houses = Promise.withResolvers<Runtimes>()
  // Whoever asks meets the rejection; without an asker it must not end the process.
  for (const { promise } of [keeper, houses]) promise.catch(() => {})
  const slack = createManySlack(
    {
      clientId,
      publicUrl,
      clientSecret: config.slack.clientSecret,
      signingSecret: config.slack.signingSecret,
      apiUrl: config.slack.apiUrl,
      port: config.slack.port,
      keys: config.encryptionKeys(),
    },
    {
      ...deps,
      keeper: keeper.promise,
      installed: async (what) => (await houses.promise).installed(what),
    },
  )
  return {
    slack,
    verify: async () => ({ team: '', url: '', at: deps.clock.now() }),
    build: async (options: Pick<RuntimesOptions, 'database'>): Promise<Runtimes> => {
      try {
        // Loaded once Slack is connected, as in bot.ts.
        const { buildRuntimes } = await import('./runtimes.ts')
        const built = await buildRuntimes({
          ...options,
          ...deps,
          config,
          slack,
          installAddress: installAddress({ publicUrl }),
          ready: keeper.resolve,
        })
        houses.resolve(built)
        return built
      } catch (error) {
        for (const { reject } of [keeper, houses]) reject(error)
        throw error
      }
    },
  }
}
