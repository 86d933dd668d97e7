import { createAccess } from './access/access.ts'
import { createActions } from './actions/index.ts'
import { type AnalyticsApi, ApiError, createAnalyticsApi } from './api/index.ts'
import type { Message, ModalView } from './blocks/message.ts'
import { problemModal } from './blocks/modal.ts'
import type { Clock } from './clock.ts'
import type { CommandDeps } from './commands/deps.ts'
import type { Registry } from './commands/registry.ts'
import type { Caller, ReadyPlan } from './commands/verb.ts'
import { readVisibility, readVisibilityText } from './commands/visibility-read.ts'
import { splitWords } from './commands/words.ts'
import type { Config } from './config.ts'
import { createDigestControls } from './digests/controls.ts'
import { quietReason } from './digests/deliver.ts'
import { type DigestDeps, slackPaces } from './digests/deps.ts'
import { createDigestDesk } from './digests/manage.ts'
import { type NextDigest, nextDigest } from './digests/next.ts'
import { type Scheduler, startScheduler } from './digests/schedule.ts'
import { nextSlots } from './digests/slots.ts'
import { defaultName, scheduleInWords } from './digests/words.ts'
import type { createForms } from './forms/index.ts'
import { createHome } from './home/index.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import { countDigests } from './ops/digests.ts'
import type { HouseVitals } from './ops/vitals.ts'
import { explain, Problem } from './problem.ts'
import { createPruning } from './retention/prune.ts'
import type { SlackApp } from './slack/app.ts'
import type { Answer, Click, Option, OptionsQuery, Submission, SubmissionAnswer } from './slack/port.ts'
import { openStore, type Schedule, type Store } from './store/index.ts'
import { settleLostTasks } from './tasks/lost.ts'
import { checkWatches } from './watches/check.ts'

/** Everything behind the acknowledgement: the store, the API, and what works with them. */
export interface House {
  readonly scheduler: Scheduler
  /** What of it tells how the bot does. */
  readonly vitals: HouseVitals
  run(plan: WorkPlan, caller: Caller): Promise<Message>
  form(plan: ModalPlan, caller: Caller): Promise<ModalView>
  click(click: Click, answer: Answer): Promise<void>
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
  homeOpened(viewer: { readonly team: string; readonly user: string }): Promise<void>
  nextDigest(): Promise<NextDigest | null>
  close(): Promise<void>
}

type FormRoomDeps = Parameters<typeof createForms>[0]
type WorkPlan = Extract<ReadyPlan, { kind: 'work' }>
type ModalPlan = Extract<ReadyPlan, { kind: 'modal' }>

export interface HouseOptions {
  readonly config: Config
  readonly database: Parameters<typeof openStore>[0]
  readonly team: string
  /** The Slack workspace's address. */
  readonly url: string
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly slack: Pick<
    SlackApp,
    'poster' | 'modals' | 'homeTabs' | 'people' | 'directory' | 'history' | 'files' | 'slack' | 'answerAt'
  >
  readonly commands: Registry
}

/**
 * Puts together what a command or a click needs once it has been acknowledged. Loaded after Slack is connected,
 * because it takes longer than all the rest.
 * @throws {StoreError} with one line for the operator; nothing is left open then
 */
export async function buildHouse(options: HouseOptions): Promise<House> {
  const { config, clock, log, meter, team, commands } = options
  const { poster, modals, people, directory, files } = options.slack
  const store = countDigests(await openStore(options.database), meter, quietReason)
  const api = createAnalyticsApi({
    baseUrl: config.api.baseUrl,
    searchBaseUrl: config.api.searchBaseUrl,
    apiKey: config.api.key,
    deadlineMs: config.api.deadlineMs,
    cacheSeconds: config.api.cacheSeconds,
    clock,
    onRequest: ({ method, route, status, durationMs, attempt, error }) => {
      meter.apiRequest({ method, route, status, seconds: durationMs / 1_000 })
      const fields = { route: `${method} ${route}`, status, code: error, attempt }
      log.debug('api request', { ...fields, ms: Math.round(durationMs) })
    },
    onLookup: meter.cacheAsked,
  })
  try {
    await subscribeChannels(store, config, team, clock)
  } catch (error) {
    await api.close()
    await store.close()
    throw error
  }
  checkApi(api, log)

  const access = createAccess({ ...config.access, people, store, clock })
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
    defaults: config.channel,
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
  const prune = createPruning({ store, clock, log, keepDays: config.retentionDays })
  const scheduler = startScheduler(
    digests,
    async () => {
      await settleLostTasks(digests)
      await checkWatches(digests)
      await prune()
    },
    () => void home.changed(team),
  )
  const database = 'file' in config.database ? 'SQLite' : 'PostgreSQL'
  const commandDeps: CommandDeps = {
    database,
    rules: config.access,
    api,
    store,
    clock,
    people,
    directory,
    files,
    slack: options.slack.slack,
    defaults: config.channel,
    calendar,
    scheduler,
    digests: desk,
    linkTo,
    homeChanged: (inTeam) => home.changed(inTeam),
  }
  const run = async (plan: WorkPlan, caller: Caller) => {
    await access.require(plan.who, { outside: false, ...caller }, plan.verb)
    return plan.run(caller, commandDeps)
  }
  const form = async (plan: ModalPlan, caller: Caller) => {
    await access.require(plan.who, { outside: false, ...caller }, plan.verb)
    return plan.form(caller, commandDeps)
  }
  const click = createActions({
    ...digests,
    home,
    digests: createDigestControls({ ...digests, desk, modals, people, calendar, linkTo }),
    modals,
    people,
    directory,
    files,
    access,
    opensForm: (text) => commands.plan(text).kind === 'modal',
    readVisibility: readVisibilityText,
    runVerb: async (text, { team: inTeam, channel, user, outside, triggerId }, how) => {
      const plan = commands.plan(text)
      if (plan.kind === 'instant') return plan.answer()
      const caller = { team: inTeam, channel: channel ?? '', user, outside, ...how }
      if (plan.kind === 'work') return run(plan, caller)
      const viewId = await modals.open(triggerId, plan.loading())
      const told = (error: unknown) => problemModal(plan.loading().title.text, explain(error).sentence, null)
      await modals.update(viewId, await form(plan, caller).catch(told))
      return null
    },
  })
  /** The forms are opened seldom, and are loaded with the first one. */
  const formDeps: FormRoomDeps = {
    ...digests,
    digests: desk,
    calendar,
    nameDigest: defaultName,
    homeChanged: (inTeam) => home.changed(inTeam),
    modals,
    people,
    directory,
    access,
    answerAt: options.slack.answerAt,
    readVisibility: readVisibilityText,
    runVerb: async (text, caller) => {
      const plan = commands.plan(text)
      if (plan.kind === 'instant') return plan.answer()
      if (plan.kind === 'work') return run(plan, caller)
      throw new Problem('form_in_form', `Type /sightline ${plan.verb}: it opens a form of its own.`)
    },
  }
  const loadForms = async () => (await import('./forms/index.ts')).createForms(formDeps)
  let forms: ReturnType<typeof loadForms> | null = null
  const formRoom = () => {
    forms ??= loadForms()
    return forms
  }
  void scheduler.wake()
  return {
    scheduler,
    vitals: { store, database, scheduler },
    run,
    form,
    click: async (clicked, answer) => {
      const room = clicked.view === null ? null : await formRoom()
      return room?.owns(clicked) ? room.click(clicked) : click(clicked, answer)
    },
    submit: async (submission) => {
      const answer = await (await formRoom()).submit(submission)
      void home.changed(team)
      return answer
    },
    suggest: async (query) => (await formRoom()).suggest(query),
    homeOpened: home.opened,
    nextDigest: async () => nextDigest(await store.subscriptions.ofTeam(team), clock.now()),
    close: async () => {
      await api.close()
      await store.close()
    },
  }
}

async function subscribeChannels(store: Store, config: Config, team: string, clock: Clock): Promise<void> {
  await store.subscriptions.dropFromSettings(team, config.digest.channels, clock.now())
  for (const channel of config.digest.channels)
    await store.subscriptions.upsertFromSettings({ team, channel, ...configuredDigest(config) }, clock.now())
}

/** The digest of a channel where nobody has set one up. */
function configuredDigest({ digest: { weekday, time, timeZone } }: Config) {
  const schedule: Schedule = { kind: 'days', days: [weekday], time, timeZone }
  return { name: defaultName(schedule), schedule }
}

/** A wrong key is told at the start, where an operator looks; the bot runs on, and answers say what is wrong. */
function checkApi(api: AnalyticsApi, log: Log): void {
  api.authenticate().catch((error: unknown) => {
    log.warn("the analytics service can't be used yet", {
      code: error instanceof ApiError ? error.code : 'internal',
      error,
    })
  })
}
