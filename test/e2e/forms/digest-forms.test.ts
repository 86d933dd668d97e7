import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { OpenView } from '../../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../../stage.ts'
import {
  ask,
  choiceIn,
  choose,
  closeAll,
  messageSaying,
  modalOf,
  modalWords,
  press,
  pressIn,
  publicIn,
  textOf,
  texts,
} from '../slack-screen.ts'
import { type Entries, submit } from './fill-form.ts'

const { owner, member } = USERS
const { marketing: channel } = CHANNELS

/** The number of next runs shown. */
const runsIn = (blocks: unknown) => JSON.stringify(blocks).match(/"type":"date"/g)?.length ?? 0

/** test/e2e/mentions.test.ts runs over the socket, too. */
const mode = 'http'

describe('digests set up in Slack', () => {
  let stage: Stage

  beforeAll(async () => {
    // The configuration adds no digest; only what people do here counts. It is Monday, 08:59 in Berlin.
    stage = await startStage({ mode, rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })
  })
  afterAll(() => stage?.stop())

  const modal = (user: string, saying: string | RegExp) => modalOf(stage.slack, user, saying)

  async function open(text: string, saying: string, user: string = owner, where: string = channel) {
    await closeAll(stage.slack, user)
    expect((await stage.slack.command({ user, channel: where, text })).ok).toBe(true)
    return modal(user, saying)
  }

  const send = (form: OpenView, entries: Entries = {}) => submit(stage.slack, form, entries)

  /** The form with all its options visible. */
  async function opened(form: OpenView): Promise<OpenView> {
    await pressIn(stage.slack, form, 'More options')
    return modal(form.user, 'Other filters')
  }

  const held = ({ values }: OpenView, block: string) => JSON.stringify(values[block] ?? {})
  const digestPosts = () => publicIn(stage.slack, channel).filter(({ thread_ts }) => thread_ts === undefined)
  const waitUntil = async (until: string) => {
    stage.clock.advance(stage.clock.now().until(until))
    await stage.bot.scheduler.wake()
  }
  const typed = async (text: string, user: string = owner) =>
    (await ask(stage, user, channel, `/sightline digest ${text}`)).answer

  /** The owner's ephemeral message, once it says this. */
  const shown = (saying: string) => messageSaying(stage.slack, channel, saying, owner)

  it('are set up once, even if the form arrives again; the confirmation names the zone and the next two runs', async () => {
    const form = await open('/sightline digest add', 'will see this digest')
    expect(held(form, 'timeZone')).toContain('Europe/Berlin')
    const { suggest } = stage.slack
    const { options = [] } = await suggest({
      user: owner,
      viewId: form.id,
      actionId: 'sl1.form.timeZone',
      query: 'berl',
    })
    expect(options.map(({ value }) => value)).toEqual(['Europe/Berlin'])
    await Promise.all([
      send(form, { days: 'weekdays', time: '09:00' }),
      send(form, { days: 'weekdays', time: '09:00' }),
    ])
    const saved = await modal(owner, 'is set up for')
    expect(modalWords(saved)).toContain('Every weekday at 9:00 (Berlin)')
    const runs = ['2026-11-16T08:00:00Z', '2026-11-17T08:00:00Z'].map(
      (at) => `"timestamp":${Temporal.Instant.from(at).epochMilliseconds / 1_000}`,
    )
    expect(JSON.stringify(saved.view.blocks).match(/"timestamp":\d+/g)).toEqual(runs)
    const list = await typed('list')
    expect(textOf(list)).toContain('1 digest in')
    expect(textOf(list)).toContain('Daily brand visibility')
  })

  it('are posted once, on time, with who set it up and how to change it', async () => {
    await waitUntil('2026-11-16T08:00:00Z')
    await stage.bot.scheduler.wake()
    const [first, ...more] = digestPosts()
    expect(more).toEqual([])
    const all = JSON.stringify(first?.blocks)
    expect(all).toContain(`Set up by <@${owner}>`)
    expect(all).toContain('/sightline digest')
  })

  it('are changed by the first of two people; the second one is told, and may insist', async () => {
    const form = await open('/sightline digest edit', 'sees this digest')
    const other = await open('/sightline digest edit', 'sees this digest', member)
    await send(await opened(form), { engines: ['ChatGPT'] })
    await modal(owner, 'is saved for')
    await send(await opened(other), { funnelStages: ['ToFu'] })
    const conflict = await modal(member, 'Someone changed this digest after you opened the form')
    expect(modalWords(conflict)).toContain('Nothing was saved')
    expect(held(conflict, 'funnelStages')).toContain('ToFu')
    const now = await open('/sightline digest edit', 'sees this digest')
    expect(held(now, 'engines')).toContain('ChatGPT')
    expect(held(now, 'funnelStages')).not.toContain('ToFu')
    await send(conflict, {})
    await modal(member, 'is saved for')
    const saved = await open('/sightline digest edit', 'sees this digest')
    expect(held(saved, 'engines')).not.toContain('ChatGPT')
    expect(held(saved, 'funnelStages')).toContain('ToFu')
    await closeAll(stage.slack, member)
    await closeAll(stage.slack, owner)
  })

  it('can be managed on the Home tab, which shows each change at once', async () => {
    const home = () => texts(stage.slack.home(owner)?.blocks).join('\n')
    const homeSays = (saying: string) =>
      stage.slack.until(() => home().includes(saying) || null, `“${saying}” on the Home tab`)
    const chooseOnHome = async (label: string) => {
      const { id, blocks } = stage.slack.home(owner) ?? {}
      await stage.slack.viewAction({ user: owner, viewId: String(id), ...choiceIn(blocks, label) })
    }
    await closeAll(stage.slack, owner)
    await stage.slack.openHome({ user: owner })
    await homeSays('Daily brand visibility')
    await chooseOnHome('Edit')
    await send(await modal(owner, 'sees this digest'), { name: 'Perplexity weekly' })
    await modal(owner, 'is saved for')
    await homeSays('Perplexity weekly')
    await chooseOnHome('Pause')
    await homeSays('Paused by')
    await ask(stage, owner, channel, '/sightline digest resume')
    await homeSays('On schedule')
    const direct = (saying: string) => messageSaying(stage.slack, CHANNELS.ownerDm, saying, owner)
    await chooseOnHome('Preview or post now')
    const preview = await direct('Preview: only you can see this')
    const posts = digestPosts().length
    // Nothing is posted twice within a minute.
    stage.clock.advance({ minutes: 2 })
    await press(stage, owner, preview, 'Post now')
    const posted = await direct('Digest posted in')
    expect(runsIn(posted.blocks)).toBe(2)
    expect(digestPosts()).toHaveLength(posts + 1)
    await chooseOnHome('History')
    await direct('requested by')
    // The thread is complete.
    await stage.bot.scheduler.wake()
  })

  it('are deleted only by a click, for good; their history remains', async () => {
    await open('/sightline digest delete "Perplexity weekly"', 'Delete “Perplexity weekly”')
    await closeAll(stage.slack, owner)
    const list = await typed('')
    await choose(stage, owner, list, 'Delete…')
    const asked = await modal(owner, 'Delete “Perplexity weekly”')
    expect(textOf(await typed('list'))).toContain('1 digest in')
    await pressIn(stage.slack, asked, 'Delete')
    await modal(owner, 'is deleted')
    await shown('“Perplexity weekly” is deleted')
    expect(stage.slack.messages(channel, owner)).not.toContainEqual(list)
    expect(textOf(await typed('list'))).toContain('has no digest')
    const posts = digestPosts().length
    await waitUntil('2026-11-17T08:00:00Z')
    expect(digestPosts()).toHaveLength(posts)
    expect(textOf(await typed('history'))).toContain('Perplexity weekly')
    await stage.slack.until(
      () => texts(stage.slack.home(owner)?.blocks).join().includes('None of your channels has a digest yet'),
      'a Home tab without it',
    )
  })
})
