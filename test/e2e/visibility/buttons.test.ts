import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { submit } from '../forms/fill-form.ts'
import { ask, labelsOf, messageSaying, press, textOf } from '../slack-screen.ts'
import { afterwards, answered, openFilter, playOnStage, rowsOf, seen, stage } from './stage.ts'

const { admin, member, owner } = USERS
playOnStage()

describe('“CSV”', () => {
  const filesOf = (user: string) =>
    [...stage.slack.channels.values()]
      .filter(({ kind, members }) => kind === 'im' && members.has(user))
      .flatMap(({ id }) => stage.slack.messages(id).flatMap(({ files = [] }) => files))

  async function content(file: Record<string, unknown> | undefined): Promise<string> {
    const answer = await fetch(String(file?.url_private), {
      headers: { authorization: `Bearer ${stage.slack.botToken}` },
    })
    return answer.text()
  }

  it('sends the whole table to the person who clicked, and confirms it privately', async () => {
    const answer = await answered(admin, 'visibility funnel:tofu')
    const word = await afterwards(admin, () => press(stage, admin, answer, 'CSV'), 'the word')
    expect(textOf(word)).toContain('Exported 180 brands for the week of Mon 9 – Sun 15 Nov')
    expect(textOf(word)).toContain('in your direct messages')
    expect(word.ephemeralFor).toBe(admin)
    const file = await stage.slack.until(() => filesOf(admin)[0], 'the file')
    expect(file).toMatchObject({ name: 'visibility-week-2026-11-09.csv' })
    const lines = (await content(file)).trim().split('\r\n')
    expect(lines).toHaveLength(181)
    expect(lines[0]).toMatch(/^\uFEFF?Rank,Previous rank,Brand,Yours,Visibility \(%\),/)
    expect(lines.filter((line) => /^\d*,\d*,(?:"[^"]*"|[^,]*),yes,/u.test(line))).toHaveLength(1)
    for (const [named = ''] of rowsOf(answer).slice(0, 20)) {
      const [, number, brand] = /^(\d+)\w+ (.*)$/.exec(named) ?? []
      expect(
        lines.some(
          (line) => line.startsWith(`${number},`) && line.includes(`,${brand?.replace(' (you)', '')},`),
        ),
      ).toBe(true)
    }
    expect(lines[1]).toContain('funnel stage Top of funnel')
  })

  it.each([
    [
      'refuses it',
      { error: 'storage_limit_reached' } as const,
      'Slack rejected the CSV file (storage_limit_reached)',
    ],
    ['is too busy', { retryAfter: 30 } as const, 'Try again in a minute'],
    ['does not answer', { reset: 'after' } as const, 'didn’t confirm the CSV file'],
  ])('says when Slack %s, and the answer stays usable', async (_, how, sentence) => {
    const answer = await answered(member, 'visibility ChatGPT')
    stage.slack.fail('files.getUploadURLExternal', how)
    const word = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'what went wrong')
    expect(textOf(word)).toContain(sentence)
    expect(textOf(word)).toContain('Reference')
    const again = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'the second try')
    expect(textOf(again)).toContain('in your direct messages')
  })
})

describe('an answer that was shared', () => {
  it('has the same buttons except sharing, and what they show is private', async () => {
    const answer = await answered(member, 'visibility perplexity')
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => seen(admin).findLast((message) => /Shared by/.test(textOf(message))),
      'the shared answer',
    )
    expect(labelsOf(shared)).toEqual(['Why?', 'Filter', 'By engine', 'How sure?', 'CSV', 'More'])
    const before = textOf(shared)

    const form = await openFilter(admin, shared)
    const narrowed = await afterwards(
      admin,
      () => submit(stage.slack, form, { funnelStages: ['MoFu'] }),
      'the narrowed answer',
    )
    expect(narrowed.ephemeralFor).toBe(admin)
    expect(textOf(narrowed)).toContain('funnel stage Middle of funnel')
    expect(textOf(narrowed)).toContain('Perplexity')
    for (const label of ['By engine', 'CSV', 'More']) {
      const shownTo = await afterwards(admin, () => press(stage, admin, shared, label), label)
      expect(shownTo.ephemeralFor).toBe(admin)
    }
    expect(textOf(seen(owner).find(({ ts }) => ts === shared.ts))).toBe(before)
    expect(seen(owner).filter(({ ephemeralFor }) => ephemeralFor === admin)).toEqual([])
  })

  it('does nothing for guests, though they see it', async () => {
    const answer = await answered(member, 'visibility claude')
    // Answers shared before are there too, and must not be confused with this one.
    const before = new Set(seen(USERS.guest).map(({ ts }) => ts))
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => seen(USERS.guest).find((message) => !before.has(message.ts) && /Shared by/.test(textOf(message))),
      'the shared answer',
    )
    for (const label of ['CSV', 'More']) {
      const refusal = await afterwards(USERS.guest, () => press(stage, USERS.guest, shared, label), label)
      expect(textOf(refusal)).toContain('Guests')
    }
    await press(stage, USERS.guest, shared, 'Filter')
    await stage.slack.until(
      () => stage.slack.views(USERS.guest).find(({ view }) => JSON.stringify(view).includes('Guests')),
      'the refusal in the form',
    )
  })
})

describe('a question in a channel without the bot', () => {
  it('can be narrowed', async () => {
    const { answer } = await ask(stage, member, CHANNELS.general, '/sightline visibility')
    const form = await openFilter(member, answer)
    await submit(stage.slack, form, { keywordTypes: ['Generic'] })
    const narrowed = await messageSaying(stage.slack, CHANNELS.general, 'keyword type Generic', member)
    expect(narrowed.ts).toBe(answer.ts)
  })
})
