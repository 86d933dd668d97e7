import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { EnvelopeKind } from '../../sandbox/slack/model.ts'
import { submit } from './forms/fill-form.ts'
import { type Replicas, startReplicas } from './one-task/replicas.ts'
import { ask, buttonIn, ephemeralsTo, modalOf, publicIn, textOf, texts } from './slack-screen.ts'

const { owner } = USERS
const channel = CHANNELS.brandVisibility
const accountsRoute = '/platform_accounts'

describe('a delivery that Slack repeats to another process', () => {
  let processes: Replicas
  beforeAll(async () => {
    processes = await startReplicas('PostgreSQL')
    await Promise.all([processes.start(), processes.start()])
  })
  afterAll(() => processes?.stop())

  const everybodySees = () => publicIn(processes.slack, channel)
  const ephemeral = () => ephemeralsTo(processes.slack, owner, channel)

  const modal = (saying: RegExp) => modalOf(processes.slack, owner, saying)

  /** Delivers it to both processes. */
  async function again(kind: EnvelopeKind) {
    for (let times = 0; times < 3; times += 1) expect((await processes.slack.redeliver(kind)).ok).toBe(true)
    // Anything that the delivery could do is done before a later answer of each process.
    for (let asked = 0; asked < 2; asked += 1)
      await ask(processes, owner, CHANNELS.leads, '/sightline visibility')
  }

  it('posts a command’s in-channel answer once', async () => {
    const before = everybodySees().length
    await processes.slack.command({ user: owner, channel, text: '/sightline note "New pricing page"' })
    await processes.slack.until(() => everybodySees().length === before + 1, 'the note')
    const [posted, replied] = [everybodySees().length, ephemeral().length]
    await again('slash_commands')
    expect(everybodySees()).toHaveLength(posted)
    expect(ephemeral()).toHaveLength(replied)
  })

  it('posts a shared answer once', async () => {
    const { answer } = await ask(processes, owner, channel, '/sightline collects')
    const before = everybodySees().length
    const { actionId, blockId } = buttonIn(answer, 'Share to channel')
    await processes.slack.click({ user: owner, channel, ts: answer.ts, actionId, blockId })
    await processes.slack.until(() => everybodySees().length > before, 'what was shared')
    await again('interactive')
    expect(everybodySees()).toHaveLength(before + 1)
    expect(textOf(everybodySees().at(-1))).toContain(`<@${owner}>`)
  })

  it('sends an account once, and tells a person who submits the form again', async () => {
    const { service, slack } = processes
    const posts = () => service.requests().filter(({ path }) => path.endsWith(accountsRoute)).length
    await slack.command({ user: owner, channel, text: '/sightline accounts add' })
    const form = await modal(/External account id/)
    await submit(slack, form, {
      id: 'act_1',
      platform_integration_id: 'google',
      name: 'Search ads',
    })
    await modal(/Connected Search ads/)
    await again('interactive')
    expect(posts()).toBe(1)
    expect(texts(slack.views(owner).at(-1)?.view).join('\n')).toMatch(/already sent|Connected/)
  })
})
