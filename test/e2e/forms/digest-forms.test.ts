import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { OpenView } from '../../../sandbox/slack/model.ts'
import {
  choose,
  closeAll,
  messageSaying,
  modalOf,
  modalWords,
  press,
  pressIn,
  textOf,
  texts,
} from '../slack-screen.ts'
import { answerTo, chooseOnHome, mainsIn, stage, stageForAll } from '../stage.ts'
import { type Entries, submit } from './fill-form.ts'

const { owner, member } = USERS
const { marketing: channel } = CHANNELS

/** The number of next runs shown. */
const runsIn = (blocks: unknown) => JSON.stringify(blocks).match(/"type":"date"/g)?.length ?? 0

/** test/e2e/mentions.test.ts runs over the socket, too. */
const mode = 'http'

describe('digests set up in Slack', () => {
  // The configuration adds no digest; only what people do here counts. It is Monday, 08:59 in Berlin.
  stageForAll({ mode, rateLimits: false, env: { SIGHTLINE_DIGEST_CHANNELS: '' } })

  const modal = (user: string, saying: string | RegExp) => modalOf(stage.slack, user, saying)

  async function open(text: string, saying: string, user: string = owner) {
    await closeAll(stage.slack, user)
    expect((await stage.slack.command({ user, channel, text })).ok).toBe(true)
    return modal(user, saying)
  }

  const send = (form: OpenView, entries: Entries = {}) => submit(stage.slack, form, entries)

  /** The form with all its options visible. */
  async function opened(form: OpenView): Promise<OpenView> {
    await pressIn(stage.slack, form, 'More options')
    return modal(form.user, 'Other filters')
  }

  const held = ({ values }: OpenView, block: string) => JSON.stringify(values[block] ?? {})
  const homeSays = (saying: string) =>
    stage.slack.until(
      () => texts(stage.slack.home(owner)?.blocks).join('\n').includes(saying),
      `“${saying}” on Home`,
    )
  const typed = (text: string) => answerTo(owner, channel, `digest ${text}`)

  it('are set up once, even if the form arrives again; the confirmation names the zone and the next two runs', async () => {
    const form = await open('/sightline digest add', 'will see this digest')
    expect(held(form, 'timeZone')).toContain('Europe/Berlin')
    const entries = { days: 'weekdays', time: '09:00' }
    await Promise.all([send(form, entries), send(form, entries)])
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

  it('can be managed on the Home tab, which shows each change, with answers in direct messages', async () => {
    await stage.slack.openHome({ user: owner })
    await homeSays('Daily brand visibility')
    await chooseOnHome(owner, 'Pause')
    await homeSays('Paused by')
    await typed('resume')
    await homeSays('Scheduled')
    const direct = (saying: string) => messageSaying(stage.slack, CHANNELS.ownerDm, saying, owner)
    await chooseOnHome(owner, 'Preview or post now')
    const preview = await direct('Preview: only you can see this')
    await press(stage, owner, preview, 'Post now')
    const posted = await direct('Digest posted in')
    expect(runsIn(posted.blocks)).toBe(2)
    const [digest, ...more] = mainsIn(channel)
    expect(more).toEqual([])
    expect(JSON.stringify(digest?.blocks)).toContain(`Set up by <@${owner}>`)
    await chooseOnHome(owner, 'History')
    await direct('requested by')
    // The thread is complete.
    await stage.bot.scheduler.wake()
  })

  it('are deleted only by a click; their history remains', async () => {
    const list = await typed('')
    await choose(stage, owner, list, 'Delete…')
    const asked = await modal(owner, 'Delete “Daily brand visibility”')
    expect(textOf(await typed('list'))).toContain('1 digest in')
    await pressIn(stage.slack, asked, 'Delete')
    await modal(owner, 'is deleted')
    await messageSaying(stage.slack, channel, '“Daily brand visibility” is deleted', owner)
    expect(stage.slack.messages(channel, owner)).not.toContainEqual(list)
    expect(textOf(await typed('list'))).toContain('has no digest')
    expect(textOf(await typed('history'))).toContain('Daily brand visibility')
    await homeSays('None of your channels has a digest yet')
  })
})
