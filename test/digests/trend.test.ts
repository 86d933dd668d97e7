import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mine, row } from '../insights/service.ts'
import { createWorld, still, team, textOf, type World } from './world.ts'

/** A slow slide within chance: no week is news, but after some weeks it is a trend. */
let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const firstMonday = Temporal.PlainDate.from('2026-11-09')
/** Runs the digest of this week at its slot; it covers the week before. */
const week = (number: number) => world.goTo(`${firstMonday.add({ weeks: number })}T09:00:00Z`)
const posts = () => world.slack.in('C1').map(textOf)
const threads = () => world.slack.posts.filter(({ threadTs }) => threadTs !== null)

/** The service knows all weeks; `own` is the own score in the week that the numbered digest covers. */
function market(own: (number: number) => number, answers: number | null = 1650): void {
  const asked = world.api.brandQuestions
  Object.assign(world.api.api, {
    allBrands: async (_scope: unknown, query: { date_start: string }) => {
      asked.push(JSON.stringify(query))
      const number = firstMonday.until(query.date_start, { largestUnit: 'weeks' }).weeks + 1
      const counted = { presence_rate_total: { value: answers, prev_value: answers, unit: '' } }
      const rows = [
        row('Acme', [60, 60], [10, 10], counted),
        row('Northwind', [own(number), own(number - 1)], [9, 9], { ...counted, ...mine }),
      ]
      return { rows, total: rows.length, cut: 0 }
    },
  })
}
const slide = (number: number) => 50 - 0.9 * Math.max(0, number)

describe('a slow slide', () => {
  it('is reported once it is beyond chance, and again only if it continues beyond chance', async () => {
    market(slide)
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 11; number += 1) await week(number)
    expect(posts()).toHaveLength(3)
    expect(posts()[0]).toMatch(/^Quiet week/)
    expect(posts()[1]).toMatch(
      /^▼ Northwind is down 3\.6 points since 2 November: down in 4 of 4 weeks\. It is 2nd of 2 with 46\.4% visibility\./,
    )
    expect(posts()[2]).toMatch(
      /^▼ Northwind is down 9\.0 points since 2 November 2026: down in 10 of 10 weeks\./,
    )
    expect((await world.store.records.get(team, 'S1'))?.figures?.told).toMatchObject({
      direction: 'down',
      score: 41,
      answers: 1650,
    })
  })

  it('is reported again when it turns', async () => {
    market((number) => (number <= 5 ? slide(number) : slide(5) + 0.9 * (number - 5)))
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 12; number += 1) await week(number)
    expect(
      posts()
        .slice(1)
        .map((text) => text.split(' since')[0]),
    ).toEqual(['▼ Northwind is down 3.6 points', expect.stringMatching(/^▲ Northwind is up \d\.\d points$/)])
  })

  it('is not reported a second time if a change of one week began it', async () => {
    market((number) => (number <= 0 ? 50 : 43))
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 6; number += 1) await week(number)
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toMatch(/^▼ Northwind fell 7\.0 points to 43\.0% visibility/)
  })

  it('is shown in the thread, or in the digest itself if it is the headline, each with its numbers as text', async () => {
    market(slide)
    await world.subscribe()
    for (let number = 0; number <= 5; number += 1) await week(number)
    const [before, ...more] = threads().map(({ message }) => message)
    expect(more, 'quiet digests are one line, and the trend was reported above').toEqual([])
    expect(before?.text).toContain('Northwind: 50.0, 50.0')
    const after = world.slack.in('C1').find(({ message }) => message.text.includes('is down'))?.message
    expect(before?.text).not.toContain('is down')
    expect(after?.text).toContain(
      'Northwind: 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 49.1, 48.2, 47.3, 46.4',
    )
    expect(after?.blocks.map(({ type }) => type)).toContain('data_visualization')
  })

  it('costs at most seven more requests, and is not reported if past weeks can’t be read', async () => {
    market(slide)
    await world.subscribe({ onlyWhenChanged: true })
    await week(0)
    expect(world.api.brandQuestions).toHaveLength(8)
    const { allBrands } = world.api.api
    const past = new Error('the past is gone')
    Object.assign(world.api.api, {
      allBrands: (...asked: Parameters<typeof allBrands>) =>
        asked[1].brands?.length ? Promise.reject(past) : allBrands(...asked),
    })
    for (const number of [1, 2, 3, 4, 5]) await week(number)
    expect(posts()).toHaveLength(1)
    expect((await world.history())[0]).toMatchObject({ state: 'skipped', reason: 'quiet' })
  })

  it('is not reported if there are too few answers', async () => {
    market(slide, 200)
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 8; number += 1) await week(number)
    expect(posts()).toHaveLength(1)
  })
})

describe('small changes since the last digest', () => {
  it('are news only if beyond chance for their number of answers', async () => {
    const rival = (number: number) => [30, 31.5, 30, 32, 30, 38][number] ?? 38
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 5; number += 1) {
      const counted = { presence_rate_total: { value: 1650, prev_value: 1650, unit: '' } }
      world.api.brands = [
        // Only the drift matters here, not changes from week to week.
        row('Acme', [rival(number), rival(number)], [10, 10], counted),
        row('Northwind', [50, 50], [9, 9], { ...counted, ...mine }),
      ]
      await week(number)
    }
    expect(posts()).toHaveLength(2)
    expect(posts()[1]).toContain('Acme is up 8.0 points in visibility since the digest of Mon 9 Nov')
  })

  it('are not news if places are swapped within chance', async () => {
    await world.subscribe({ onlyWhenChanged: true })
    for (let number = 0; number <= 4; number += 1) {
      const counted = { presence_rate_total: { value: 1650, prev_value: 1650, unit: '' } }
      const rival = number % 2 === 0 ? 49.8 : 50.2
      world.api.brands = [
        row('Acme', [rival, rival], [10, 10], counted),
        row('Northwind', [50, 50], [9, 9], { ...counted, ...mine }),
      ]
      await week(number)
    }
    expect(posts()).toHaveLength(1)
    world.api.brands = still
  })
})
