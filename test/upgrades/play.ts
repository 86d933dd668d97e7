/** One upgrade: from a release to a later one, on a database filled by the earlier one, and back. */
import { join } from 'node:path'
import { startService } from '../../sandbox/service/index.ts'
import type { AnalyticsService } from '../../sandbox/service/model.ts'
import { startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/model.ts'
import { APP } from '../../sandbox/slack/world/seed.ts'
import { textOf } from '../e2e/slack-screen.ts'
import type { PostgresServer } from '../store/postgres-server.ts'
import { People } from './people.ts'
import { type Env, type Process, runCommand, startProcess } from './processes.ts'
import type { Unpacked } from './releases.ts'
import { deliveriesOf, keysOf, missing, schemaOf } from './rows.ts'

export interface PlayOptions {
  readonly from: Unpacked
  readonly to: Unpacked
  readonly server: PostgresServer
  /** A folder for files. */
  readonly folder: string
  /** Called with each observation. */
  readonly log: (line: string) => void
}

/** @throws {Error} at the first broken promise, with what the processes logged */
export async function playUpgrade(options: PlayOptions): Promise<void> {
  const service = await startService()
  const slack = await startSlack({
    // An app keeps the scopes it was created with.
    manifest: join(options.from.folder, 'manifest.yml'),
    rateLimits: false,
    // A slow machine must not look like a lost command.
    ackTimeoutMs: 30_000,
  })
  const play = new Play(options, service, slack)
  try {
    await play.run()
  } catch (error) {
    const log = play.processes.flatMap(({ name, troubles }) => troubles().map((line) => `${name}: ${line}`))
    throw new Error([error instanceof Error ? error.message : String(error), ...log.slice(-20)].join('\n'))
  } finally {
    for (const one of play.processes) one.kill()
    await slack.stop()
    await service.stop()
  }
}

class Play {
  readonly #options: PlayOptions
  readonly #service: AnalyticsService
  readonly #slack: SlackSandbox
  readonly #people: People
  /** A separate channel for each purpose. */
  readonly #at: Readonly<Record<'questions' | 'tasks' | 'asked' | 'askedLater' | 'scheduled', string>>
  readonly processes: Process[] = []

  constructor(options: PlayOptions, service: AnalyticsService, slack: SlackSandbox) {
    this.#options = options
    this.#service = service
    this.#slack = slack
    this.#people = new People(slack, service)
    const add = (name: string) => slack.addChannel({ name, members: [USERS.owner, APP.botUser] }).id
    this.#at = {
      questions: add('questions'),
      tasks: add('tasks'),
      asked: add('asked'),
      askedLater: add('asked-later'),
      scheduled: add('scheduled'),
    }
  }

  async run(): Promise<void> {
    const { from, to, server, folder, log: tell } = this.#options
    const people = this.#people
    const at = this.#at
    const databaseUrl = await server.createDatabase()

    // What the old release creates.
    const old = await this.#start(from, ['old 1', 'old 2'], databaseUrl)
    const [first, second] = old
    await people.ask(first, at.questions, 'visibility', /How measured|visibility/i)
    const listOfOld = await people.ask(second, at.tasks, 'actions', /Create task/)
    await people.createTask({ at: first, message: listOfOld })
    await people.ask(first, at.asked, 'digest now', /posted/i)
    await people.posted(at.asked, 0, 'the digest that was asked for')
    const due = await people.setUpDigest(first, at.scheduled, 'Made before', 75)
    tell(`schema ${from.schema} made its rows: a task, a digest on request, one by the form`)

    const backup = join(folder, `before-${from.schema}.db`)
    await this.#backUp(databaseUrl, backup)
    const before = await keysOf(databaseUrl)

    // The later release beside it.
    const fresh = await this.#start(to, ['new 1', 'new 2'], databaseUrl)
    const [third, fourth] = fresh
    const schema = await schemaOf(databaseUrl)
    if (schema !== to.schema) throw new Error(`the database has schema ${schema} instead of ${to.schema}`)
    const lost = missing(before, await keysOf(databaseUrl))
    if (lost.length > 0) throw new Error(`the upgrade has lost ${lost.length} rows: ${lost.slice(0, 5)}`)
    tell(`two processes of the later release upgraded it to schema ${schema}, and the old two run on`)

    // Each release clicks what the other one posted, and both click at the same time.
    await people.createTask({ at: third, message: listOfOld })
    const listOfNew = await people.ask(fourth, at.tasks, 'actions', /Create task/)
    await people.createTask({ at: first, message: listOfNew })
    const both = [second, fourth].map((one) => ({ at: one, message: listOfNew }))
    await people.createTask(...both)
    await people.ask(third, at.askedLater, 'digest now', /posted/i)
    await people.posted(at.askedLater, 0, 'the digest that was asked for of the later release')
    for (const one of [...old, ...fresh]) await people.ask(one, at.questions, 'visibility', /visibility/i)
    tell('a task for a click in each direction, one for two clicks at the same time: one POST each')

    // Digests due while all are running.
    await people.posted(at.scheduled, 0, 'the digest that the old release had set up', 150_000)
    const next = await people.setUpDigest(third, at.scheduled, 'Made beside', 5)
    await people.posted(at.scheduled, 1, 'the digest that the later release has set up', 150_000)
    for (const one of [...old, ...fresh])
      await people.ask(one, at.scheduled, 'digest list', /Made before.*Made beside/s)
    await this.#postedOnce(databaseUrl, [due, next])
    tell('due on all of them: “Made before” and “Made beside”, posted once each')

    // The old processes end.
    await this.#stopAll(old)
    await people.ask(third, at.tasks, 'tasks', /task/i)
    await people.createTask({ at: fourth, message: listOfNew })
    this.#noErrors()
    const posts = people.taskPosts()
    if (new Set(posts).size < posts.length) throw new Error(`a task was asked for twice: ${posts}`)
    const after = missing(before, await keysOf(databaseUrl))
    if (after.length > 0) throw new Error(`${after.length} rows are gone: ${after.slice(0, 5)}`)
    tell('the old ones stopped with exit code 0; all rows are there, and no process logged an error')

    // And back.
    await this.#stopAll(fresh)
    await this.#oldOnNewer(databaseUrl)
    await this.#restoreBackup(backup)
  }

  async #start(release: Unpacked, names: readonly string[], databaseUrl: string) {
    const started = await Promise.all(
      names.map((name) => startProcess(release, name, this.#settings(databaseUrl))),
    )
    this.processes.push(...started)
    for (const { name, running, ended } of started)
      if (!(await running)) throw new Error(`${name} didn’t start: ${(await ended).output.slice(-2_000)}`)
    return started as [Process, Process]
  }

  async #stopAll(running: readonly Process[]): Promise<void> {
    const ended = await Promise.all(running.map((one) => one.stop()))
    for (const [index, { code, output }] of ended.entries())
      if (code !== 0) throw new Error(`${running[index]?.name} ended with ${code}: ${output.slice(-2_000)}`)
  }

  #noErrors(): void {
    const count = this.processes.flatMap(({ errors }) => errors()).length
    if (count > 0) throw new Error(`${count} errors were logged`)
  }

  async #postedOnce(databaseUrl: string, slots: readonly Temporal.Instant[]): Promise<void> {
    const rows = await deliveriesOf(databaseUrl)
    for (const slot of slots) {
      const at = slot.toString({ smallestUnit: 'millisecond' })
      const ofSlot = rows.filter((row) => row.slot === at && row.channel_id === this.#at.scheduled)
      if (ofSlot.length === 0 || ofSlot.some(({ state }) => state !== 'sent'))
        throw new Error(`the slot ${at} has ${JSON.stringify(ofSlot)}`)
    }
    const posts = this.#people.posts(this.#at.scheduled)
    if (posts.length !== slots.length)
      throw new Error(
        `${posts.length} messages instead of ${slots.length}: ${posts.map(textOf).join('\n---\n')}`,
      )
  }

  async #backUp(databaseUrl: string, file: string): Promise<void> {
    const { from } = this.#options
    const { code, output } = await runCommand(from, ['src/cli/backup.ts', file], {
      DATABASE_URL: databaseUrl,
    })
    if (code !== 0) throw new Error(`its backup ended with ${code}: ${output}`)
  }

  /** Runs the old release on the upgraded database. */
  async #oldOnNewer(databaseUrl: string): Promise<void> {
    const { from, log: tell } = this.#options
    const back = await this.#start(from, ['back 1', 'back 2'], databaseUrl)
    for (const one of back) await this.#people.ask(one, this.#at.questions, 'visibility', /visibility/i)
    await this.#people.ask(back[0], this.#at.scheduled, 'digest list', /Made before/)
    await this.#stopAll(back)
    this.#noErrors()
    tell('back on the same database: the old release starts on it, answers, and has the digests')
  }

  /** The documented way back: the old release restores the backup from before, and runs. */
  async #restoreBackup(file: string): Promise<void> {
    const { from, server, log: tell } = this.#options
    const databaseUrl = await server.createDatabase()
    const { code, output } = await runCommand(from, ['src/cli/restore.ts', file], {
      DATABASE_URL: databaseUrl,
    })
    if (code !== 0) throw new Error(`its restore ended with ${code}: ${output}`)
    const back = await this.#start(from, ['restored 1', 'restored 2'], databaseUrl)
    await this.#people.ask(back[0], this.#at.scheduled, 'digest list', /Made before/)
    await this.#people.ask(back[1], this.#at.tasks, 'tasks', /task/i)
    await this.#stopAll(back)
    this.#noErrors()
    tell(
      'back by its backup from before: restored and started by the old release, with its digest and its task',
    )
  }

  #settings(databaseUrl: string): Env {
    const { demo, keys, baseUrl, searchBaseUrl } = this.#service
    return {
      DATABASE_URL: databaseUrl,
      SLACK_BOT_TOKEN: this.#slack.botToken,
      SLACK_SIGNING_SECRET: this.#slack.signingSecret,
      SIGHTLINE_SLACK_API_URL: this.#slack.apiUrl,
      SIGHTLINE_API_KEY: keys.workspace,
      SIGHTLINE_API_URL: baseUrl,
      SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
      SIGHTLINE_ORGANIZATION_ID: demo.organizationId,
      SIGHTLINE_WORKSPACE_ID: demo.workspaceId,
      SIGHTLINE_PROJECT_ID: demo.projectId,
      SIGHTLINE_RECOMMENDATIONS: demo.resultIds.join(','),
    }
  }
}
