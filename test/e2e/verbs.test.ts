import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../stage.ts'
import { ask, buttonIn, buttonsOf, press, taskPosts, textOf, texts } from './slack-screen.ts'

const { owner, admin, member } = USERS

describe.each(['socket', 'http'] as const)('the smaller commands, over %s', (mode) => {
  let stage: Stage
  const typed = async (text: string, user: string = owner, channel: string = stage.channel) =>
    (await ask(stage, user, channel, `/sightline ${text}`)).answer
  const tableOf = ({ blocks }: ShownMessage) =>
    blocks.find(({ type }) => type === 'data_table' || type === 'table') as
      | { rows: { text: string }[][] }
      | undefined
  const labels = ({ blocks }: ShownMessage) => buttonsOf(blocks).map(({ label }) => label)

  beforeAll(async () => {
    stage = await freshStage(mode)
  })
  afterAll(async () => {
    await stage?.stop()
  })

  describe('engines', () => {
    it('compares the own brand on every engine of the workspace, and names the one that stands out', async () => {
      const answer = await typed('engines')
      expect(answer.ephemeralFor).toBe(owner)
      expect(answer.text).toMatch(
        /^Northwind is most visible on [\w ]+ \(.+%.*\)\. No other engine stands out\.\n/,
      )
      expect(answer.text).toContain('How measured: Week of Mon 9 – Sun 15 Nov (Europe/Berlin)')
      const rows = tableOf(answer)?.rows ?? []
      expect(rows).toHaveLength(11)
      const words = rows.map((row) => row.map(({ text }) => text))
      expect(words.filter(([engine]) => engine?.includes('(best)'))).toHaveLength(1)
      expect(words.filter(([engine]) => engine?.includes('(worst)'))).toEqual([])
    })

    it('takes periods and engines in any order and case, and can be shared', async () => {
      const answer = await typed('engines chatgpt LAST month Perplexity', member)
      expect(textOf(answer)).toContain('October')
      expect(tableOf(answer)?.rows).toHaveLength(3)
      await press(stage, member, answer, 'Share to channel')
      const shared = await stage.slack.until(
        () => stage.slack.messages(stage.channel, admin).find((message) => /Shared by/.test(textOf(message))),
        'the shared answer',
      )
      expect(textOf(shared)).toContain('October')
      expect(labels(shared)).not.toContain('Share to channel')
    })

    it('keeps the engines that can be read when others can’t', async () => {
      stage.service.addFault({
        route:
          '/v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/brands',
        how: { kind: 'status', status: 403 },
        times: 1,
      })
      const answer = await typed('engines 2026-10-05..2026-10-06')
      expect(textOf(answer)).toMatch(/⚠ \w+: unavailable/)
      expect(textOf(answer)).toContain('key isn’t allowed')
      expect(tableOf(answer)?.rows).toHaveLength(10)
    })

    it('says where the own brand trails the leader most, and can be shared', async () => {
      const answer = await typed('gaps last month', member)
      expect(answer.text).toMatch(/^You trail most .+: [\d.]+% against .+’s [\d.]+%, [\d.]+ points behind\./)
      const [header, first, ...others] = (tableOf(answer)?.rows ?? []).map((row) =>
        row.map(({ text }) => text),
      )
      expect(header).toEqual(['Where', 'You', 'Leader'])
      const points = [first, ...others].map((row) => {
        const [, distance, side] = /\(([\d.]+) (ahead|behind)\)$/.exec(row?.[2] ?? '') ?? []
        return Number(distance) * (side === 'ahead' ? -1 : 1)
      })
      expect(points).toEqual(points.toSorted((a, b) => a - b))
      for (const row of [first, ...others])
        expect(answer.text.replaceAll('\u2060', '')).toContain(row?.slice(1).join(' | '))
      expect(labels(answer)).toEqual(['Share to channel'])
    })

    it('reads a misspelt engine as the nearest, and says so', async () => {
      const answer = await typed('engines last month chatgtp')
      expect(answer.text).toMatch(/^Read as: `engines ChatGPT last month`\n/)
      expect(answer.text).toMatch(/on ChatGPT \(.+\), the only engine with a score/)
    })

    it('reads a misspelt brand as the nearest, and names words that it does not know', async () => {
      const near = await typed('visibility last month globx')
      expect(near.text).toMatch(/^Read as: `visibility last month "Globex"`\n/)
      const none = await typed('visibility frobnicate')
      expect(textOf(none)).toContain('“frobnicate”')
      expect(labels(none)).toEqual(['/sightline visibility', '/sightline help visibility'])
      const sentence = await typed('visibility why did we lose so much')
      expect(sentence.text).toMatch(/^Read as: `visibility`\n/)
      const verbFirst = await typed('reddit sentiment and open tasks')
      expect(labels(verbFirst)).toEqual(expect.arrayContaining(['/sightline reddit', '/sightline tasks']))
    })

    it('says that it takes no channel or person, and mentions nobody', async () => {
      const answer = await typed('engines #marketing')
      expect(textOf(answer)).toContain('“#marketing” is a channel')
      expect(JSON.stringify(answer.blocks)).not.toMatch(/<[@#!]|"type":"(user|channel)"/)
      expect(textOf(await typed('collects @maya'))).toContain('“@maya” is a person')
    })
  })

  describe('collects and filters', () => {
    it('collects says when data was last collected, how much, and what is not shown', async () => {
      const answer = await typed('collects')
      expect(answer.text).toMatch(/^Data was last collected today, Mon 16 Nov \([\d,]+ collected\)\./)
      expect(tableOf(answer)?.rows).toHaveLength(32)
      expect(textOf(answer)).toMatch(/[\d,]+ older ones not shown\./)
    })

    it('filters lists what the workspace has, countries by name and code', async () => {
      const answer = await typed('filters')
      expect(answer.text).toContain('This workspace has 10 engines, 12 brands, 5 countries')
      expect(textOf(answer)).toContain('Germany (DE)')
      expect(textOf(answer)).toContain('Northwind')
      const example = /\/sightline (visibility .+)$/m.exec(textOf(answer))?.[1] ?? ''
      expect(textOf(await typed(example))).toContain('Northwind')
    })

    it('take no words, and say so', async () => {
      const answer = await typed('filters bananas')
      expect(textOf(answer)).toContain('I don’t know “bananas”. This command takes no arguments.')
      expect(labels(answer)).toEqual(['/sightline filters', '/sightline help filters'])
    })

    it('say what is wrong when the service does not answer', async () => {
      stage.service.addFault({
        route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters',
        how: { kind: 'status', status: 403 },
        times: 1,
      })
      stage.clock.advance({ minutes: 2 })
      const answer = await typed('filters')
      expect(textOf(answer)).toContain('key isn’t allowed to do that')
      expect(textOf(answer)).toContain('Reference')
    })
  })

  describe('task', () => {
    it('shows the recommendation and asks, but creates nothing when typed', async () => {
      const before = taskPosts(stage)
      const [id] = stage.service.demo.resultIds
      const answer = await typed(`task https://console.example/r/${id}`)
      expect(answer.ephemeralFor).toBe(owner)
      expect(answer.text).toMatch(
        /^Create a task for this recommendation\?\n.+\n(.+\n)*Nothing is created until you confirm\./,
      )
      const button = buttonIn(answer, 'Create task')
      const element = answer.blocks
        .flatMap(
          ({ elements }) => (elements as { action_id?: string; confirm?: unknown }[] | undefined) ?? [],
        )
        .find(({ action_id }) => action_id === button.actionId)
      expect(texts(element?.confirm).join(' ')).toContain('Create this task?')
      expect(taskPosts(stage)).toBe(before)
    })

    it('creates it once, after the click, and the answer shows it in place', async () => {
      const id = stage.service.demo.resultIdWithoutBriefs
      const answer = await typed(`task ${id}`, owner, CHANNELS.marketing)
      const before = taskPosts(stage)
      await Promise.all([
        press(stage, owner, answer, 'Create task'),
        press(stage, owner, answer, 'Create task'),
      ])
      const now = await stage.slack.until(
        () =>
          stage.slack
            .messages(CHANNELS.marketing, owner)
            .find((message) => message.ts === answer.ts && textOf(message).includes('Task created')),
        'the created task',
      )
      expect(textOf(now)).toContain('This recommendation has a task.')
      expect(taskPosts(stage) - before).toBe(1)
      const again = await typed(`task ${id}`, admin, CHANNELS.marketing)
      expect(textOf(again)).toContain('Task created')
      expect(labels(again)).not.toContain('Create task')
    })

    it('says that a recommendation does not exist, or that none was named', async () => {
      const unknown = await typed('task 00000000-0000-4000-8000-00000000dead')
      expect(textOf(unknown)).toContain(
        'recommendation 00000000-0000-4000-8000-00000000dead isn’t in this channel’s workspace',
      )
      expect(textOf(await typed('task rec_42'))).toContain(
        'recommendation rec_42 isn’t in this channel’s workspace',
      )
      const nothing = await typed('task')
      expect(textOf(nothing)).toContain('Which recommendation?')
      expect(textOf(nothing)).toContain('/sightline actions')
    })
  })

  describe('evaluation', () => {
    const dm = (user: string) => {
      const channel = [...stage.slack.channels.values()].find(
        ({ kind, members }) => kind === 'im' && members.has(user),
      )
      return channel === undefined ? [] : stage.slack.messages(channel.id, user)
    }

    it('shows its state, addresses and cost', async () => {
      const answer = await typed(`evaluation ${stage.service.demo.evaluationIds[3]}`)
      expect(textOf(answer)).toContain('completed.')
      expect(textOf(answer)).toContain('1 address')
      expect(textOf(answer)).toContain('Cost: 5 · Discovery: ')
      expect(textOf(answer)).toContain('archived')
      expect(labels(answer)).toEqual(['Share to channel'])
    })

    it('sends a direct message once to people who asked, when it is done', async () => {
      // An evaluation is done three minutes after the service starts.
      const fresh = await freshStage(mode)
      try {
        const { slack, clock, bot, channel, service } = fresh
        const id = service.demo.evaluationIds[1]
        const asked = async (user: string) =>
          (await ask(fresh, user, channel, `/sightline evaluation ${id}`)).answer
        const directMessages = (user: string) => {
          const im = [...slack.channels.values()].find(
            ({ kind, members }) => kind === 'im' && members.has(user),
          )
          return im === undefined
            ? []
            : slack.messages(im.id, user).filter((one) => /Help center/.test(textOf(one)))
        }
        const answered = (user: string, words: string) =>
          slack.until(
            () => slack.messages(channel, user).find((message) => textOf(message).includes(words)),
            `“${words}”`,
          )
        const [first, second] = [await asked(owner), await asked(member)]
        expect(first.text).toMatch(/^Website evaluation “Help center”: (waiting to start|in progress)\./)
        await press(fresh, owner, first, 'Notify me when it’s done')
        await answered(owner, 'You’ll get a direct message when “Help center” is done.')
        await press(fresh, owner, first, 'Notify me when it’s done')
        await answered(owner, 'You’re already watching “Help center”.')
        await press(fresh, member, second, 'Notify me when it’s done')
        const watching = await answered(member, 'You’ll get a direct message')
        expect(textOf(await asked(owner))).toContain('You’re watching this')

        clock.advance({ seconds: 61 })
        await bot.scheduler.wake()
        expect([directMessages(owner), directMessages(member)]).toEqual([[], []])

        const listed = (await ask(fresh, owner, channel, '/sightline evaluation')).answer
        expect(textOf(listed)).toContain('1 website evaluation watched in this channel')
        expect(textOf(listed)).toMatch(/Website evaluation “Help center”: (waiting to start|in progress)/)

        await press(fresh, member, watching, 'Stop watching')
        await answered(member, 'You’re no longer watching')
        clock.advance({ minutes: 3 })
        await Promise.all([bot.scheduler.wake(), bot.scheduler.wake()])
        clock.advance({ minutes: 2 })
        await bot.scheduler.wake()
        expect(directMessages(owner).map(({ text }) => text.split('\n')[0])).toEqual([
          '⚠ Website evaluation “Help center”: partly completed.',
        ])
        expect(directMessages(member)).toEqual([])
      } finally {
        await fresh.stop()
      }
    })

    it('says that an evaluation does not exist, or that none was named', async () => {
      const unknown = await typed('evaluation 00000000-0000-4000-8000-00000000dead')
      expect(textOf(unknown)).toContain(
        'website evaluation 00000000-0000-4000-8000-00000000dead isn’t in this channel’s workspace',
      )
      expect(textOf(await typed('evaluation'))).toContain(
        'No website evaluations are watched in this channel',
      )
      expect(textOf(await typed('evaluation 42'))).toContain('copy its address from the browser')
      expect(dm(admin)).toEqual([])
    })
  })
})

/** Hides the refusals that these tests cause. */
const silent = { write: () => {} }

function freshStage(mode: 'socket' | 'http'): Promise<Stage> {
  const now = Temporal.Instant.from('2026-11-18T12:00Z')
  return startStage({ mode, now, rateLimits: false, log: silent })
}
