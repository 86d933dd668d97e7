import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '../../lib/problem.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import { type DigestSettings, defaultSettings, type Subscription, settingsMark } from '../../store/index.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { composeDigest } from '../compose/composing.ts'
import { remember } from '../deliver/posting.ts'
import type { DigestDeps } from '../deps.ts'
import { scheduleInWords } from '../schedule/format.ts'
import { nextSlots } from '../schedule/slots.ts'
import { type DraftProblem, draftProblems } from './draft.ts'
import { type HistoryEntry, historyEntry } from './history.ts'
import { digestOf, postDigestNow } from './manual.ts'
import { type Obstacle, preflight } from './preflight.ts'

/** Who asks, and for which channel. All are Slack ids. */
export interface DigestPlace {
  readonly team: string
  readonly channel: string
  readonly user: string
}

/** Nothing is saved where there are problems. `seen`: it was changed meanwhile, and this is the mark of its settings now. */
export type Saved =
  | { readonly ok: true; readonly subscription: Subscription; readonly nextRuns: readonly Temporal.Instant[] }
  | { readonly ok: false; readonly problems: readonly DraftProblem[]; readonly seen?: string }

/** What people do with a channel's digests. Where a method takes an `id`, it rejects with a `Problem` when there is no such digest. */
export interface DigestDesk {
  list(place: DigestPlace): Promise<readonly Subscription[]>
  /** What stands in the way of a digest in this channel. */
  preflight(place: DigestPlace): Promise<readonly Obstacle[]>
  /** @param once the same for a form that arrives twice, which then sets one digest up */
  create(place: DigestPlace, settings: DigestSettings, once: string | null): Promise<Saved>
  /** @param seen the `settingsMark` of what the changes were made from; `null`: whatever it is */
  update(
    place: DigestPlace,
    id: string,
    changes: Partial<DigestSettings>,
    seen: string | null,
  ): Promise<Saved>
  /** `false`: it was not running. */
  pause(place: DigestPlace, id: string): Promise<boolean>
  resume(place: DigestPlace, id: string): Promise<Saved>
  /** Nothing is told between its runs any more; whatever stands in a digest's way, this works. */
  alertsOff(place: DigestPlace, id: string): Promise<void>
  remove(place: DigestPlace, id: string): Promise<void>
  /** What it would say now, for the caller alone: neither its slots, its record nor its schedule know of it. */
  testRun(place: DigestPlace, id: string): Promise<Pick<ComposedDigest, 'main' | 'replies'>>
  /** The same, posted in the channel and labelled as a test. @throws {PostError} */
  testPost(place: DigestPlace, id: string): Promise<{ readonly channel: string; readonly ts: string }>
  /** @param id `null`: the channel's first one, or where it has none, one as the settings say */
  runNow(place: DigestPlace, id: string | null): Promise<{ readonly channel: string; readonly ts: string }>
  /** Of one digest, or with `null` of all of the channel's, the newest slot first. */
  history(
    place: DigestPlace,
    id: string | null,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly HistoryEntry[]>
  /** Empty unless it is active. */
  nextRuns(subscription: Subscription, count: number): readonly Temporal.Instant[]
}

/** Every confirmation names so many. */
const runsTold = 2

/** @param otherwise what a channel's digest is where nobody has set one up */
export function createDigestDesk(
  deps: DigestDeps,
  otherwise: Pick<DigestSettings, 'name' | 'schedule'>,
): DigestDesk {
  const { store, clock } = deps

  const nextRuns = ({ state, schedule }: Subscription, count: number) =>
    state === 'active' ? nextSlots(schedule, clock.now(), count) : []
  const saved = (subscription: Subscription): Saved => ({
    ok: true,
    subscription,
    nextRuns: nextRuns(subscription, runsTold),
  })
  const refused = (problems: readonly DraftProblem[]): Saved => ({ ok: false, problems })
  const obstacles = async (place: DigestPlace) =>
    (await preflight(deps, place)).map(({ sentence }) => ({ field: null, sentence }))
  const record = (
    { team, channel, user }: DigestPlace,
    action: string,
    subject: string,
    outcome: string,
    detail: Readonly<Record<string, unknown>> | null = null,
  ) =>
    store.audit.record(
      { team, user, channel, action, subject, outcome, detail, reference: null },
      clock.now(),
    )

  const compose = async (place: DigestPlace, id: string, label: string): Promise<ComposedDigest> =>
    composeDigest(deps, await digestOf(deps, place, id), clock.now(), { label, short: false })

  return {
    list: ({ team, channel }) => store.subscriptions.ofChannel(team, channel),
    preflight: (place) => preflight(deps, place),
    nextRuns,

    async create(place, settings, once) {
      const problems = draftProblems(settings, deps.readFilters)
      if (problems.length > 0) return refused(problems)
      const inTheWay = await obstacles(place)
      if (inTheWay.length > 0) return refused(inTheWay)
      const { team, channel, user } = place
      const id = once === null ? randomUUID() : idFrom(once)
      const created = await store.subscriptions.create(
        { ...settings, team, id, channel, by: user },
        clock.now(),
      )
      await record(place, 'digest.create', id, 'created', { ...settings })
      return saved(created)
    },

    async update(place, id, changes, seen) {
      const before = await digestOf(deps, place, id)
      const problems = draftProblems(changes, deps.readFilters)
      if (problems.length > 0) return refused(problems)
      const { schedule = before.schedule } = changes
      const moves = scheduleInWords(schedule) !== scheduleInWords(before.schedule)
      if (before.source === 'settings' && moves)
        return refused([{ field: 'schedule', sentence: configured('when it comes') }])
      const inTheWay = before.state === 'active' ? await obstacles(place) : []
      if (inTheWay.length > 0) return refused(inTheWay)
      const { subscriptions } = store
      const changed =
        seen === null
          ? await subscriptions.update(place.team, id, changes, clock.now())
          : await subscriptions.updateSeen(place.team, id, changes, seen, clock.now())
      if (changed === null) throw gone()
      if (changed === 'changed')
        return {
          ok: false,
          problems: [{ field: null, sentence: changedMeanwhile }],
          seen: settingsMark(await digestOf(deps, place, id)),
        }
      await record(place, 'digest.update', id, 'changed', { ...changes })
      return saved(changed)
    },

    async pause(place, id) {
      await digestOf(deps, place, id)
      const paused = await store.subscriptions.pause(place.team, id, 'paused_by_hand', clock.now())
      await record(place, 'digest.pause', id, paused ? 'paused' : 'was not running')
      return paused
    },

    async resume(place, id) {
      await digestOf(deps, place, id)
      const inTheWay = await obstacles(place)
      if (inTheWay.length > 0) return refused(inTheWay)
      const resumed = await store.subscriptions.resume(place.team, id, clock.now())
      await record(place, 'digest.resume', id, resumed ? 'resumed' : 'was running already')
      return saved(await digestOf(deps, place, id))
    },

    async alertsOff(place, id) {
      const { alerts } = await digestOf(deps, place, id)
      const off = { ...defaultSettings.alerts, quietHours: alerts.quietHours }
      await store.subscriptions.update(place.team, id, { alerts: off }, clock.now())
      await record(place, 'digest.alerts_off', id, 'turned off', { before: alerts })
    },

    async remove(place, id) {
      const { source } = await digestOf(deps, place, id)
      if (source === 'settings') throw new Problem('digest_configured', configured('whether it comes'))
      const removed = await store.subscriptions.remove(place.team, id, clock.now())
      await record(place, 'digest.delete', id, removed ? 'deleted' : 'was deleted already')
    },

    testRun: (place, id) =>
      compose(place, id, 'Preview: only you can see this. Nothing was posted, and nothing is remembered.'),

    async testPost(place, id) {
      const { main, recommendations } = await compose(
        place,
        id,
        'Test: somebody tries this digest out. The real one comes as planned.',
      )
      await awaitTurn(deps, place)
      const posted = await deps.poster.post(place.channel, main)
      await record(place, 'digest.test', id, 'posted')
      await remember(deps, place, posted, null, recommendations)
      return { channel: posted.channel, ts: posted.ts }
    },

    async runNow(place, id) {
      const posted = await postDigestNow(deps, place, id, { ...defaultSettings, ...otherwise })
      await record(place, 'digest.now', id ?? place.channel, 'posted')
      return posted
    },

    async history(place, id, page) {
      const { team, channel } = place
      if (id !== null) await digestOf(deps, place, id)
      const of = id === null ? { team, channel } : { team, subscriptionId: id }
      return (await store.deliveries.history(of, { ...page, withAlerts: true })).map(historyEntry)
    },
  }
}

const changedMeanwhile =
  'Somebody has changed this digest since you opened the form. “Save” puts what is below in its place; “Cancel” leaves it as it is now.'

function configured(what: string): string {
  return `This digest is set up in Sightline’s settings. Ask whoever runs Sightline to change ${what} there; pausing it and everything else can be done here.`
}

function gone(): Problem {
  return new Problem('digest_gone', 'This digest was deleted meanwhile.', { suggestion: 'digest list' })
}

/** An id as good as a random one, and the same for the same form. */
function idFrom(once: string): string {
  return createHash('sha256').update(once).digest('base64url').slice(0, 32)
}
