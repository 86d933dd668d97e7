import type { createActions } from '../actions/index.ts'
import { type AnalyticsApi, createAnalyticsApi } from '../api/index.ts'
import type { Message, ModalView } from '../blocks/kit/message.ts'
import type { ChannelDefaults } from '../channels/scope.ts'
import type { CommandDeps } from '../commands/deps.ts'
import { splitWords } from '../commands/parse/tokenizer.ts'
import { readVisibility, readVisibilityText } from '../commands/parse/visibility-read.ts'
import type { Registry } from '../commands/registry.ts'
import type { Caller, ReadyPlan } from '../commands/verb.ts'
import type { Config } from '../config/index.ts'
import { createConnectionDesk } from '../connections/connection.ts'
import type { KeyRing } from '../connections/keys.ts'
import { type DigestDeps, slackPaces } from '../digests/deps.ts'
import { createDigestDesk } from '../digests/manage/manage.ts'
import { defaultName, scheduleInWords } from '../digests/schedule/format.ts'
import { nextSlots } from '../digests/schedule/slots.ts'
import type { SchedulerHealth } from '../doctor/probe.ts'
import type { createForms } from '../forms/index.ts'
import { createHome } from '../home/index.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { lazy } from '../lib/lazily.ts'
import type { Log } from '../lib/log.ts'
import type { Meter } from '../lib/metrics.ts'
import { Problem } from '../lib/problem.ts'
import type { Permission } from '../model/permission.ts'
import type { Answer, Click, Option, OptionsQuery, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import { createIdempotency, type Delivered } from '../slack/receive/idempotency.ts'
import { createPermissions } from '../slack/receive/permission.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import type { Schedule, Store } from '../store/index.ts'

type FormRoomDeps = Parameters<typeof createForms>[0]
type ActionRoomDeps = Parameters<typeof createActions>[0]
type WorkPlan = Extract<ReadyPlan, { kind: 'work' }>
type ModalPlan = Extract<ReadyPlan, { kind: 'modal' }>

/** Whether something stays of it, so that it may be done only once. */
const leavesMarks = (who: Permission) => who === 'changers' || who === 'admins'

/** What there is for one Slack workspace. */
export interface Rooms {
  /** @returns `null` where this was done before, and answered then */
  run(plan: WorkPlan, caller: Caller & Delivered): Promise<Message | null>
  form(plan: ModalPlan, caller: Caller): Promise<ModalView>
  click(click: Click, answer: Answer): Promise<void>
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
  homeOpened(viewer: Parameters<Handlers['homeOpened']>[0]): Promise<void>
  readonly api: AnalyticsApi
  readonly digests: DigestDeps
  /** Draws the Home tabs that are open again. */
  homeChanged(): Promise<void>
}

interface Furniture {
  readonly config: Config
  readonly team: string
  /** The Slack workspace's address. */
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly slack: SlackPorts
  readonly commands: Registry
  readonly store: Store
  readonly keys: KeyRing
  readonly scheduler: SchedulerHealth
  /** What a channel without settings of its own shows. */
  readonly defaults: ChannelDefaults
  /** Where the configuration looks; `null`: each workspace says so with its API key. */
  readonly place: ChannelDefaults | null
  /** Told when the workspace's API key was entered, replaced or removed. */
  readonly connectionChanged: () => void
}

/** What one workspace's commands, clicks and digests work with: nothing of it is shared with another workspace's. */
export function furnish(options: Furniture): Rooms {
  const { config, clock, log, meter, team, commands, store, keys, scheduler, defaults } = options
  const { poster, modals, people, directory, files } = options.slack
  const apiWith = (apiKey: () => string | Promise<string>, cacheSeconds: number) =>
    createAnalyticsApi({
      baseUrl: config.api.baseUrl,
      searchBaseUrl: config.api.searchBaseUrl,
      apiKey,
      deadlineMs: config.api.deadlineMs,
      cacheSeconds,
      clock,
      onRequest: ({ method, route, status, durationMs, attempt, error }) => {
        meter.apiRequest({ method, route, status, seconds: durationMs / 1_000 })
        const fields = { route: `${method} ${route}`, status, code: error, attempt }
        log.debug('api request', { ...fields, ms: Math.round(durationMs) })
      },
      onLookup: meter.cacheAsked,
    })
  const api = apiWith(
    config.api.keyIsConfigured ? config.api.key : () => keys.keyOf(team),
    config.api.cacheSeconds,
  )

  const access = createPermissions({ ...config.access, people, store, clock })
  const first = createIdempotency({ store, wallClock: systemClock })
  const digests: DigestDeps = {
    api,
    store,
    clock,
    log,
    poster,
    people,
    directory,
    history: options.slack.history,
    slack: options.slack.slack,
    defaults,
    contact: config.contact,
    paces: slackPaces,
    graceHours: config.digest.graceHours,
    readFilters: (words) => {
      const read = readVisibility(splitWords(words))
      if (!read.ok) throw new Problem('bad_filters', read.sentence)
      return read.asked
    },
  }
  const desk = createDigestDesk(digests, configuredDigest(config))
  const calendar = { inWords: scheduleInWords, next: nextSlots }
  const linkTo = (channel: string, ts: string) =>
    new URL(`archives/${channel}/p${ts.replace('.', '')}`, options.url).href
  const connection = createConnectionDesk({
    store,
    keys,
    clock,
    keyIsConfigured: config.api.keyIsConfigured,
    place: options.place,
    clientWith: (key) => apiWith(() => key, 0),
    changed: (inTeam) => {
      options.connectionChanged()
      void home.changed(inTeam)
    },
  })
  const home = createHome({
    store,
    calendar,
    linkTo,
    people,
    homeTabs: options.slack.homeTabs,
    access,
    clock,
    log,
    contact: config.contact,
  })
  const commandDeps: CommandDeps = {
    database: databaseName(config),
    rules: config.access,
    api,
    store,
    clock,
    people,
    directory,
    files,
    slack: options.slack.slack,
    defaults,
    calendar,
    scheduler,
    digests: desk,
    connection,
    linkTo,
    homeChanged: (inTeam) => home.changed(inTeam),
  }
  const run = async (plan: WorkPlan, caller: Caller) => {
    await access.require(plan.who, caller, plan.verb)
    return plan.run(caller, commandDeps)
  }
  const form = async (plan: ModalPlan, caller: Caller) => {
    await access.require(plan.who, caller, plan.verb)
    return plan.form(caller, commandDeps)
  }
  const actionDeps: Omit<ActionRoomDeps, 'digests'> = {
    ...digests,
    home,
    modals,
    people,
    directory,
    files,
    access,
    first,
    opensForm: (text) => commands.plan(text).kind === 'modal',
    changes: (text) => {
      const plan = commands.plan(text)
      return plan.kind === 'work' && leavesMarks(plan.who)
    },
    readVisibility: readVisibilityText,
    runVerb: async (text, { team: inTeam, channel, user, outside, triggerId }, how) => {
      const plan = commands.plan(text)
      if (plan.kind === 'instant') return plan.answer()
      const caller = { team: inTeam, channel: channel ?? '', user, outside, ...how }
      if (plan.kind === 'work') return run(plan, caller)
      const fields = { team: inTeam, user, verb: plan.verb, ...(channel === null ? {} : { channel }) }
      await modals.show({ triggerId }, plan.loading(), () => form(plan, caller), fields)
      return null
    },
  }
  const formDeps: FormRoomDeps = {
    ...digests,
    digests: desk,
    connection,
    calendar,
    nameDigest: defaultName,
    homeChanged: (inTeam) => home.changed(inTeam),
    modals,
    people,
    directory,
    access,
    first,
    answerAt: options.slack.answerAt,
    readVisibility: readVisibilityText,
    runVerb: async (text, caller) => {
      const plan = commands.plan(text)
      if (plan.kind === 'instant') return plan.answer()
      if (plan.kind === 'work') return run(plan, caller)
      throw new Problem('form_in_form', `Type /sightline ${plan.verb}: it opens a form of its own.`)
    },
  }
  // Most hours nobody clicks or opens a form: both are loaded with the first one.
  const formRoom = lazy(async () => (await import('../forms/index.ts')).createForms(formDeps))
  const actionRoom = lazy(async () => {
    const { createActions } = await import('../actions/index.ts')
    const { createDigestControls } = await import('../digests/manage/controls.ts')
    const controls = createDigestControls({ ...digests, desk, modals, people, calendar, linkTo })
    return createActions({ ...actionDeps, digests: controls })
  })
  return {
    api,
    digests,
    homeChanged: () => home.changed(team),
    run: async (plan, caller) => (leavesMarks(plan.who) && !(await first(caller)) ? null : run(plan, caller)),
    form,
    click: async (clicked, answer) => {
      const room = clicked.view === null ? null : await formRoom()
      return room?.owns(clicked) ? room.click(clicked) : (await actionRoom())(clicked, answer)
    },
    submit: async (submission) => {
      const answer = await (await formRoom()).submit(submission)
      void home.changed(team)
      return answer
    },
    suggest: async (query) => (await formRoom()).suggest(query),
    homeOpened: home.opened,
  }
}

export function databaseName({ database }: Config): string {
  return 'file' in database ? 'SQLite' : 'PostgreSQL'
}

/** The digest of a channel where nobody has set one up. */
export function configuredDigest({ digest: { weekday, time, timeZone } }: Config) {
  const schedule: Schedule = { kind: 'days', days: [weekday], time, timeZone }
  return { name: defaultName(schedule), schedule }
}
