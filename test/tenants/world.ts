/** A bot for many workspaces, a Slack with several, and the service, used as people use them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts'
import { type AnalyticsService, startService } from '../../sandbox/service/index.ts'
import { CHANNELS, startSlack, TEAM, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { type Bot, startBot } from '../../src/app/bot.ts'
import { readConfig } from '../../src/config/index.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { createEncryptor, defaultSettings, openStore, type Store } from '../../src/store/index.ts'
import { mondays } from '../digests/world.ts'
import { textOf } from '../e2e/slack-screen.ts'
import { ackTimeoutMs } from '../patience.ts'
import { form, slackHeaders } from '../slack-request.ts'
import { emptyDatabase } from '../store/engines.ts'

export const home = TEAM.id
export const enterprise = { id: 'E0NORTH', name: 'Northwind Group' }
export const second = { id: 'T0SECOND', name: 'Contoso <b>&</b> Söhne', domain: 'contoso' }
/** As a browser sees it. The tests forward each request to the bot behind it. */
export const publicUrl = 'https://sightline.example.com'
const oauthApp = { clientId: '1234567890.1234567890', clientSecret: 'sandbox-client-secret-1' }
const manifest = join(import.meta.dirname, '../../manifest.yml')

/** The settings of a bot for many workspaces. */
export const manyEnv = (
  service: Pick<AnalyticsService, 'baseUrl' | 'searchBaseUrl'>,
  databaseFile: string,
): Readonly<Record<string, string>> => ({
  SLACK_CLIENT_ID: oauthApp.clientId,
  SLACK_CLIENT_SECRET: oauthApp.clientSecret,
  SLACK_SIGNING_SECRET: 'sandbox-signing-secret',
  SIGHTLINE_SLACK_MODE: 'http',
  SIGHTLINE_PUBLIC_URL: publicUrl,
  SIGHTLINE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  SIGHTLINE_API_URL: service.baseUrl,
  SIGHTLINE_SEARCH_API_URL: service.searchBaseUrl,
  SIGHTLINE_DATABASE_FILE: databaseFile,
})

/** A digest of the owner's, on Mondays at nine. */
export const weeklyDigest = (team: string, id = 'S1') => {
  const place = { team, channel: CHANNELS.brandVisibility, by: USERS.owner }
  return { ...defaultSettings, ...place, name: id, schedule: mondays, id }
}

/** The same, but daily at this time of day. */
export const dailyDigest = (team: string, at: Temporal.Instant) => {
  const time = at.toZonedDateTimeISO('UTC').toPlainTime().toString({ smallestUnit: 'minute' })
  return { ...weeklyDigest(team), schedule: { kind: 'daily', time, timeZone: 'UTC' } as const }
}

interface InstallOptions {
  /** For its whole organization. */
  readonly org?: boolean
}

export interface ManyStage {
  readonly clock: SandboxClock
  readonly service: AnalyticsService
  readonly slack: SlackSandbox
  readonly lines: string[]
  readonly env: Readonly<Record<string, string>>
  /** The replicas. Slack talks to the first one. */
  readonly bots: readonly Bot[]
  /** Requests a page from the bot, as a browser at the public address. */
  browse(path: string, headers?: Record<string, string>): Promise<Response>
  /** Delivers a request to the first replica, signed as Slack does. */
  deliver(body: string, type?: string): Promise<Response>
  /** Lets time pass, by default a minute. Then the scheduler of the first replica runs. */
  pass(duration?: Temporal.DurationLike): Promise<void>
  /** The number of lines in the log with these words. */
  logged(words: string): number
  /** Begins to add Sightline to a workspace in a new browser. Slack sends whoever agrees on to an address. */
  begin(team: string, options?: InstallOptions): Promise<{ cookie: string; agree(): Promise<string> }>
  /** Adds Sightline to a workspace, as its owner. Returns the final page. */
  install(team: string, options?: InstallOptions): Promise<Response>
  stop(): Promise<void>
}

export interface ManyOptions {
  readonly slack?: Omit<SlackSandboxOptions, 'oauth'>
  readonly tokenLifeSeconds?: number
  readonly env?: Readonly<Record<string, string>>
  readonly replicas?: number
  /** How far the bot's clock is ahead of Slack's. */
  readonly aheadSeconds?: number
  /** Writes to the database before the bot starts. */
  readonly prepare?: (store: Store) => Promise<unknown>
  /** By default Monday, a minute before the weekly digest. */
  readonly now?: Temporal.Instant
}

export async function startMany(options: ManyOptions = {}): Promise<ManyStage> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  const folder = await mkdtemp(join(tmpdir(), 'sightline-many-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const databaseFile = join(folder, 'sightline.db')
  await writeFile(databaseFile, await emptyDatabase())
  const clock = createSandboxClock(options.now ?? Temporal.Instant.from('2026-11-16T08:59:00Z'))
  const service = await startService({ clock })
  ends.push(() => service.stop())
  const slack = await startSlack({
    clock,
    manifest,
    rateLimits: false,
    ackTimeoutMs,
    moreTeams: [second],
    ...options.slack,
    oauth: {
      ...oauthApp,
      redirectUrl: () => `${publicUrl}/slack/oauth_redirect`,
      ...(options.tokenLifeSeconds === undefined ? {} : { tokenLifeSeconds: options.tokenLifeSeconds }),
    },
  })
  ends.push(() => slack.stop())
  const env = {
    ...manyEnv(service, databaseFile),
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SIGHTLINE_HTTP_PORT: '0',
    SIGHTLINE_SLACK_API_URL: slack.apiUrl,
    ...options.env,
  }
  const config = readConfig(env)
  if (options.prepare !== undefined) {
    const store = await openStore(config.database, createEncryptor(config.encryptionKeys()))
    await options.prepare(store)
    await store.close()
  }
  const lines: string[] = []
  const bots: Bot[] = []
  for (let replica = 0; replica < (options.replicas ?? 1); replica += 1) {
    const log = createLog('debug', { write: (line: string) => lines.push(line) })
    const now = () => clock.now().add({ seconds: options.aheadSeconds ?? 0 })
    const bot = await startBot(config, { clock: { now, sleep: clock.sleep }, log })
    ends.push(() => bot.stop())
    bots.push(bot)
  }
  const origin = `http://127.0.0.1:${bots[0]?.port}`
  slack.setRequestUrl(`${origin}/slack/events`)
  // A stopping bot waits a second for more on connections that are kept alive.
  const browse = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path.replace(publicUrl, ''), origin), {
      headers: { ...headers, connection: 'close' },
      redirect: 'manual',
    })

  const begin = async (team: string, { org = false }: InstallOptions = {}) => {
    const page = await browse('/slack/install')
    const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';')
    const answer = new URL(linkIn(await page.text(), 'Add to Slack').replace('/authorize?', '/answer?'))
    answer.searchParams.set('team', team)
    if (org) answer.searchParams.set('org', '1')
    const agree = async () => (await fetch(answer, { redirect: 'manual' })).headers.get('location') ?? ''
    return { cookie, agree }
  }

  return {
    clock,
    service,
    slack,
    lines,
    env,
    bots,
    browse,
    stop,
    pass: async (duration = { minutes: 1 }) => {
      clock.advance(duration)
      await bots[0]?.scheduler.wake()
    },
    logged: (words) => lines.filter((line) => line.includes(words)).length,
    deliver: (body, type = form) =>
      fetch(`${origin}/slack/events`, {
        method: 'POST',
        headers: { ...slackHeaders(slack.signingSecret, body, { type }), connection: 'close' },
        body,
      }),
    begin,
    install: async (team, options) => {
      const { cookie, agree } = await begin(team, options)
      return browse(await agree(), { cookie })
    },
  }
}

/** A stage for one test, which ends with it. */
export async function stageForTest(options: ManyOptions = {}): Promise<ManyStage> {
  const stage = await startMany(options)
  onTestFinished(() => stage.stop())
  return stage
}

/** Fills in the form of `/sightline connect`, by default as its owner. */
export async function connect(
  slack: SlackSandbox,
  channel: string,
  fields: Readonly<Partial<Record<'key' | 'organization' | 'workspace' | 'analysis', string>>>,
  user: string = USERS.owner,
): Promise<{ readonly shown: string; readonly view: string }> {
  await slack.command({ user, channel, text: '/sightline connect' })
  const form = await modalSaying(slack, user, /"sl1\.connect"/)
  const values = Object.fromEntries(
    Object.entries(fields).map(([id, value]) => [
      id,
      { [`sl1.form.${id}`]: { type: 'plain_text_input', value: value === '' ? null : value } },
    ]),
  )
  await slack.submitView({ user, viewId: form.id, values })
  const after = await slack.until(
    () =>
      slack
        .views(user)
        .find(
          ({ hash, view, errors }) =>
            errors || (hash !== form.hash && !/Checking…/.test(JSON.stringify(view))),
        ),
    'what became of the API key',
  )
  // The state that Slack keeps in the person's fields is not the bot's output.
  const { state: _state, ...view } = after.view
  const shown = JSON.stringify([view, after.errors ?? {}])
  await slack.closeView({ user, viewId: after.id })
  return { shown, view: JSON.stringify(form.view) }
}

/** The modal that says this, once a person has it. */
export const modalSaying = (slack: SlackSandbox, user: string, words: RegExp) =>
  slack.until(() => slack.views(user).find(({ view }) => words.test(JSON.stringify(view))), `${words}`)

/** A person's modal, once it has more than “Loading…”. */
export const loadedModal = (slack: SlackSandbox, user: string) =>
  slack.until(
    () => slack.views(user).findLast(({ view }) => !/Loading…/.test(JSON.stringify(view))),
    'the content of a modal',
  )

/** How the step “Get visibility” ends in a person's workflow. */
export async function stepEnd(slack: SlackSandbox, user: string, channel: string) {
  const { id } = await slack.runStep({ callbackId: 'get_visibility', user, inputs: { channel } })
  const ended = () => slack.stepRuns().find((one) => one.id === id && one.status !== 'running')
  return slack.until(ended, 'the end of the step')
}

/** Connects a workspace to the demo's analysis, with its key. */
export function connectDemo({ slack, service }: ManyStage, team: string, channel: string) {
  const fields = { key: service.keys.workspace, organization: '', workspace: '' }
  return connect(slack.in(team), channel, { ...fields, analysis: service.demo.projectId })
}

/** What everyone in the channel sees, without replies. */
export function postsIn(slack: SlackSandbox, channel: string) {
  return slack
    .messages(channel)
    .filter(({ thread_ts, ephemeralFor }) => thread_ts === undefined && ephemeralFor === undefined)
}

/** The replies below a message. */
export const repliesTo = (slack: SlackSandbox, channel: string, ts: string) =>
  slack.messages(channel).filter((one) => one.thread_ts === ts && one.ts !== ts)

/** What a person reads after typing this, by default the owner, once it says these words. */
export async function ask(
  slack: SlackSandbox,
  channel: string,
  text: string,
  words: RegExp,
  user: string = USERS.owner,
): Promise<string> {
  const before = slack.messages(channel, user).length
  await slack.command({ user, channel, text: `/sightline ${text}` })
  const fresh = () => slack.messages(channel, user).slice(before).map(textOf)
  return slack.until(() => fresh().find((text) => words.test(text)), `${words}`)
}

/** The address of the link with this text. */
export function linkIn(html: string, words: string): string {
  const link = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].find(
    ([, , text]) => text === words,
  )
  if (link?.[1] === undefined) throw new Error(`no link "${words}" in ${html}`)
  return link[1].replaceAll('&amp;', '&')
}

/** Until an event is acknowledged, Slack brings it again: at once, after a minute, after five. */
export async function broughtAgain(
  slack: Pick<ManyStage['slack'], 'deliveries' | 'until'>,
  clock: ManyStage['clock'],
  event: string,
): Promise<void> {
  const attempts = () => slack.deliveries().filter(({ name }) => name === event)
  const isTaken = () => attempts().at(-1)?.ok === true
  for (const [before, minutes] of [0, 0, 1, 5].entries()) {
    // Only once the last attempt has ended: a busy machine must not use up all of them.
    await slack.until(() => attempts().length >= before, `attempt ${before} to bring ${event}`)
    if (isTaken()) return
    clock.advance({ minutes })
  }
  await slack.until(isTaken, `that ${event} is taken`)
}
