import { withPreface } from '../blocks/digests/notices.ts'
import { accessEnds, reconnected } from '../blocks/settings/access.ts'
import type { Config } from '../config/index.ts'
import { restoreOffers, unlessDeactivated } from '../digests/deliver/notice.ts'
import { fewAtOnce } from '../lib/async.ts'
import { AnswerCache, Cache } from '../lib/cache.ts'
import { Problem } from '../lib/problem.ts'
import { endOf, type MessageKind, resendAfterMs } from '../outbox/kind.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import { asUnknown } from '../slack/port.ts'
import { maxCached, type RenewalRefused, renewBeforeMs } from '../slack/send/client.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Disconnection, Owed, Subscription } from '../store/index.ts'

/** Another process may record a disconnection or its end. Also how often commands have a refused token tried again. */
const lookupTtlMs = 10_000
/** The loop tries a refused token again after as long as it has been refused, but not less often than this. */
const longestWaitMs = 2 * 3_600_000
/** The end of a shorter disconnection is not told to anyone. */
const worthTellingMs = 3_600_000
/** After this long, whoever installed Sightline has noticed that it is back. */
const lateHours = 12

/** The token of a workspace works again, so what waited is sent. */
export const reconnectedKind: MessageKind = {
  resendAfterMs,
  compose: async (_workspace, { about, unknowns }) => ({
    message: withPreface(reconnected(JSON.parse(about)), { again: unknowns > 0 }),
  }),
}

interface DisconnectionOptions extends Pick<Workspace, 'store' | 'clock' | 'log'> {
  readonly contact: Config['contact']
  /** Of "Add to Slack"; `null`: the settings hold the only token. */
  readonly install: Config['slack']['install']
  /** `null`: Sightline isn't installed there. */
  readonly of: (team: string) => Promise<Pick<Workspace, 'checkToken'> | null>
  /** Called when a token is refused: open Home tabs and Slack's earlier answers are dropped. */
  readonly refused: (team: string) => void
  readonly reconnected: () => void
}

export type Disconnections = ReturnType<typeof createDisconnections>

/** The workspaces whose token Slack refuses. Their loops are suspended, and their commands say why. */
export function createDisconnections(options: DisconnectionOptions) {
  const { contact, install, of, store, clock, log } = options
  const lookups = new AnswerCache<Disconnection | null>({ clock, ttlMs: lookupTtlMs, max: maxCached })
  const waiting = new Cache<true>({ clock, ttlMs: longestWaitMs, max: maxCached })

  const installerOf = async (team: string): Promise<string | null> => {
    const installation = await store.installations.get(team)
    return installation?.installedBy ?? (contact?.kind === 'user' ? contact.id : null)
  }

  /** The workspace's token works again, or it has a new one. @param offers as for the store */
  const ended = async (
    team: string,
    offers: (stopped: readonly Subscription[]) => readonly Owed[] = () => [],
  ): Promise<void> => {
    const now = clock.now()
    const installer = await installerOf(team)
    const place = (await store.installations.get(team))?.org ?? team
    const disconnection = await store.disconnections.markReconnected(team, now, (stopped, { since }) => [
      ...offers(stopped),
      ...(installer === null ? [] : wordsOfReturn(place, installer, since, now)),
    ])
    lookups.delete(team)
    waiting.delete(team)
    if (disconnection === null) return
    const { code, since } = disconnection
    log.info('Slack accepts the bot token again; what waited is sent', {
      team,
      code,
      detail: `since ${since}`,
    })
    options.reconnected()
  }

  const check = async (team: string): Promise<boolean> => {
    const workspace = await of(team)
    if (workspace === null) {
      // Recorded by a process that didn’t know yet that Sightline was removed there. Nothing may wait for it.
      await store.disconnections.markReconnected(team, clock.now(), () => [])
      return false
    }
    // A token of another workspace proves nothing.
    if ((await workspace.checkToken().catch(asUnknown))?.team !== team) return false
    // Once for each removal, even if nobody answers. With “Add to Slack”, the installation offers it.
    await ended(team, (stopped) =>
      install === null ? restoreOffers({ contact }, stopped, newestStop(stopped)) : [],
    )
    return true
  }

  return {
    ended,

    /** Slack refused a call because of the workspace's token. Logged once. Never rejects. */
    refused: async (team: string, code: string): Promise<void> => {
      try {
        // Calls about a workspace that removed Sightline are refused, too.
        if ((await of(team)) === null) return
        options.refused(team)
        const isNew = await store.disconnections.markDisconnected(team, code, clock.now())
        await lookups.renew(team, () => store.disconnections.get(team))
        if (isNew)
          log.error('Slack rejects the bot token; nothing is sent to this workspace', {
            team,
            code,
            detail:
              'Install the app again. With a single workspace, set its new bot token and restart Sightline. What waits is then sent.',
          })
      } catch (error) {
        log.warn('could not record that Slack rejects a bot token', { team, code, error })
      }
    },

    /** The error for people of a disconnected workspace; `null`: connected, as far as is known. */
    problemOf: async (team: string): Promise<Problem | null> => {
      const lookUp = async () => {
        const disconnection = await store.disconnections.get(team)
        return disconnection === null || (await check(team)) ? null : disconnection
      }
      const disconnection = await lookups.get(team, lookUp).catch(() => null)
      if (disconnection === null) return null
      const nextStep =
        install === null
          ? 'Your Sightline admin has to reinstall the app and set its new bot token.'
          : `An admin can add Sightline again at ${installAddress(install)}`
      const installer = await installerOf(team).catch(() => null)
      return new Problem(
        'disconnected',
        `Slack no longer lets Sightline into this workspace (${disconnection.code}), so it can’t answer or post here until it’s added again. What waits is sent then. ${nextStep}`,
        { ask: installer === null ? [] : [installer] },
      )
    },

    /** Tries the tokens of disconnected workspaces again, less and less often. */
    recheck: async (): Promise<void> => {
      await fewAtOnce(await store.disconnections.list(), async ({ team, since }) => {
        if (waiting.get(team) || (await check(team))) return
        const lostMs = clock.now().since(Temporal.Instant.from(since)).total('milliseconds')
        waiting.set(team, true, Math.min(lostMs, longestWaitMs))
      })
    },
  }
}

const newestStop = (stopped: readonly Subscription[]) =>
  stopped.reduce((newest, { pausedAt }) => (pausedAt && pausedAt > newest ? pausedAt : newest), '')

/** @param team a workspace or an organization; @param since when the token was first refused */
function wordsOfReturn(team: string, channel: string, since: string, now: Temporal.Instant): readonly Owed[] {
  const lostAt = Temporal.Instant.from(since)
  if (now.since(lostAt).total('milliseconds') < worthTellingMs) return []
  const about = { since, until: String(now) }
  const lateAt = now.add({ hours: lateHours })
  // An organization's workspaces are back together, and one person installed it in all of them.
  const key = team.startsWith('E') ? about.until.slice(0, 10) : since
  return [{ team, kind: 'reconnected', key, channel, since: lostAt, lateAt, about }]
}

type AccessOptions = Pick<Workspace, 'store' | 'clock'> & { readonly publicUrl: string }

interface Facts {
  readonly generation: number
  readonly address: string
  /** Earlier recipients, who couldn't be reached. */
  readonly tried?: readonly string[]
}

/** Owes a message about each token that Slack doesn't renew, once. */
export async function oweAccessEnds(
  { publicUrl, store, clock }: AccessOptions,
  { owner, generation, endsAt }: RenewalRefused,
): Promise<void> {
  const [channel] = await recipientsOf(store, owner)
  if (channel === undefined) return
  const about: Facts = { generation, address: installAddress({ publicUrl }) }
  const message = { team: owner, kind: 'access_ends', key: String(generation), channel, about }
  // Sightline tries to renew it from then on, also in a restored backup.
  const since = endsAt.subtract({ milliseconds: renewBeforeMs })
  await store.outbox.enqueue([{ ...message, since, lateAt: endsAt }], clock.now())
}

/** The installer, then the owners of digests, then their channels. */
async function recipientsOf(store: Workspace['store'], team: string): Promise<readonly string[]> {
  const installer = (await store.installations.get(team))?.installedBy ?? null
  const teams = [team, ...(await store.installations.linkedTeams(team))]
  const digests = (await Promise.all(teams.map((one) => store.subscriptions.forTeam(one)))).flat()
  const people = [installer, ...digests.map(({ owner }) => owner)].filter((person) => person !== null)
  return [...people, ...digests.map(({ channel }) => channel)]
}

/** Slack doesn't renew a token. Once the old one has expired, no message can leave. */
export const accessEndsKind: MessageKind = {
  resendAfterMs,
  compose: async (workspace, { team, about, lateAt, unknowns, channel }) => {
    const { generation, address, tried = [] }: Facts = JSON.parse(about)
    const token = await workspace.store.installations.token(team)
    if (token?.generation !== generation || lateAt === null) return { skip: 'no_longer_so' }
    const message = accessEnds({ endsAt: lateAt, address })
    const preface = { again: unknowns > 0, insteadOf: tried.at(-1) ?? null }
    return unlessDeactivated(workspace, channel, withPreface(message, preface))
  },
  unsent: async ({ store, clock }, { team, about, channel }, unsent) => {
    const facts: Facts = JSON.parse(about)
    const tried = [...(facts.tried ?? []), channel]
    const others = unsent.why === 'refused' ? await recipientsOf(store, team) : []
    const to = others.find((other) => !tried.includes(other))
    if (to === undefined) return { ending: endOf(unsent) }
    const { reason } = unsent
    return { ending: { state: 'later', dueAt: clock.now(), reason, to, about: { ...facts, tried } } }
  },
}
