/** Modals that open before anything is looked up, and report failures with the reference of a log line. */
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { type PostgresServer, startPostgres } from '../../store/postgres-server.ts'
import { choose, closeAll, labelsOf, modalOf, modalWords, press, publicIn } from '../slack-screen.ts'
import { answerTo, beginStage, logLines, stage } from '../stage.ts'

const { owner, member, guest } = USERS
const channel = CHANNELS.brandVisibility

describe('a modal', { timeout: 120_000 }, () => {
  let server: PostgresServer
  let databaseUrl: string
  const answers = new Map<string, ShownMessage>()

  beforeAll(async () => {
    server = await startPostgres()
    databaseUrl = await server.createDatabase()
    await beginStage({
      rateLimits: false,
      env: { DATABASE_URL: databaseUrl, SIGHTLINE_DIGEST_CHANNELS: channel, SIGHTLINE_GUESTS: 'read' },
    })
    for (const verb of ['digest list', 'visibility', 'actions', 'status'])
      answers.set(verb, await answerTo(owner, channel, verb))
  }, 120_000)
  afterAll(async () => {
    await stage?.stop()
    await server?.stop()
  })
  beforeEach(async () => {
    for (const user of [owner, member, guest]) await closeAll(stage.slack, user)
  })

  const answered = (name: string): ShownMessage => {
    const message = answers.get(name)
    if (message === undefined) throw new Error(`nothing answered ${name}`)
    return message
  }
  const modal = (user: string, saying: RegExp) => modalOf(stage.slack, user, saying)

  /** Works on the database as another process would. */
  async function database<T>(work: (other: Client) => Promise<T>): Promise<T> {
    const { default: pg } = await import('pg')
    const other = new pg.Client(databaseUrl)
    await other.connect()
    return work(other).finally(() => other.end())
  }

  /** Locks every table, so that each query of the store waits until `work` is done. */
  const whileTheStoreWaits = (work: () => Promise<void>) =>
    database(async (other) => {
      const { rows } = await other.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
      const tables = rows.map(({ tablename }) => `"${tablename}"`).join(', ')
      await other.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
      await work()
    })

  /** A digest's actions are in its menu. */
  const pressOrChoose = (message: ShownMessage, label: string) =>
    labelsOf(message).includes(label)
      ? press(stage, owner, message, label)
      : choose(stage, owner, message, label)

  it.each([
    ['digest list', 'Edit', /"type":"input"/],
    ['digest list', 'Delete…', /Delete “/],
    ['digest list', 'Set up a digest', /"type":"input"/],
    ['status', 'Change settings', /"type":"input"/],
    ['visibility', 'Filter', /"type":"input"/],
    ['actions', 'View brief', /\S/],
  ])('%s: “%s” opens before the database is read, and is filled afterwards', async (name, label, filled) => {
    await whileTheStoreWaits(async () => {
      await pressOrChoose(answered(name), label)
      expect(modalWords(await modal(owner, /Loading…/))).not.toMatch(/Reference/)
    })
    await stage.slack.until(
      () =>
        stage.slack
          .views(owner)
          .find(
            (view) => !/Loading…/.test(modalWords(view)) && filled.test(JSON.stringify(view.view.blocks)),
          ),
      `what “${label}” is to show`,
    )
    expect(logLines.filter(({ msg }) => msg === 'request failed')).toEqual([])
  })

  it('opens before Slack is asked who clicked', async () => {
    const message = await shared(await answerTo(owner, channel, 'visibility'))
    const before = stage.slack.requests().length
    await press(stage, member, message, 'Filter')
    await modal(member, /Leave a field blank to include everything/)
    const asked = stage.slack
      .requests()
      .slice(before)
      .map(({ method }) => method)
    expect(asked.slice(0, 2)).toEqual(['views.open', 'users.info'])
  })

  /** Shares the answer with everyone in the channel. */
  async function shared(answer: ShownMessage): Promise<ShownMessage> {
    const before = new Set(publicIn(stage.slack, channel).map(({ ts }) => ts))
    await press(stage, owner, answer, 'Share to channel')
    return stage.slack.until(
      () => publicIn(stage.slack, channel).find(({ ts }) => !before.has(ts)),
      'the shared answer',
    )
  }

  /** The failure is in the modal, and in one line of the log under the same reference. */
  async function failure(user: string, saying: RegExp) {
    const reference = /Reference: (\S+)/.exec(modalWords(await modal(user, saying)))?.[1]
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const matching = logLines.filter((line) => line.reference === reference && line.msg === 'request failed')
    expect(matching).toHaveLength(1)
    return matching[0]
  }

  it('for a deleted digest says so with a reference, as does the log', async () => {
    await database((other) => other.query(`UPDATE subscriptions SET state = 'deleted'`))
    await choose(stage, owner, answered('digest list'), 'Edit')
    expect(await failure(owner, /has been deleted/)).toMatchObject({
      code: 'digest_gone',
      action: 'digest_edit',
      user: owner,
    })
  })

  it('for a person who may not use the command says so in the same way', async () => {
    const answer = await answerTo(guest, channel, 'status')
    await press(stage, guest, answer, 'Change settings')
    expect(await failure(guest, /can view things here, but not change them/)).toMatchObject({
      code: 'not_allowed',
      verb: 'settings',
      user: guest,
    })
  })

  it('opens once for a click, however often Slack delivers it', async () => {
    await press(stage, owner, answered('visibility'), 'Filter')
    await modal(owner, /Leave a field blank to include everything/)
    await stage.slack.redeliver()
    expect(stage.slack.views(owner)).toHaveLength(1)
  })
})
