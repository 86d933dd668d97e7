import { describe, expect, it } from 'vitest'
import { digestsAnswer } from '../../src/blocks/digests/digest-list.ts'
import { digestVerb } from '../../src/commands/digest.ts'
import { type DigestArgs, digestArguments, resolveDigest } from '../../src/commands/digest-arguments.ts'
import { digestTimes, timesText } from '../../src/commands/digest-times.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import { splitWords } from '../../src/questions/tokenizer.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import type { Subscription } from '../../src/store/index.ts'
import { homeDigest } from '../blocks/gallery/home.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { createDigest, runningDigest } from '../workspace.ts'

function read(text: string): DigestArgs {
  const parsed = digestArguments(splitWords(text))
  if (!parsed.ok) throw new Error(parsed.sentence)
  return parsed.args
}

function refused(text: string) {
  const plan = digestVerb.plan(splitWords(text))
  if (plan.kind !== 'error') throw new Error(`“${text}” was understood`)
  return plan
}

const named = (...names: string[]) => names.map((name, index) => runningDigest({ name, id: `S${index + 1}` }))

describe('the text after “digest”', () => {
  it('says what to do and with which digest, in any case and order', () => {
    expect(read('')).toEqual({ kind: 'list' })
    expect(read('LIST')).toEqual({ kind: 'list' })
    expect(read('new')).toEqual({ kind: 'add', times: null })
    expect(read('add review')).toEqual({ kind: 'add', times: null, review: true })
    expect(read('add review every month')).toMatchObject({
      review: true,
      times: { days: { kind: 'monthly' } },
    })
    expect(read('pause')).toEqual({ kind: 'pause', reference: null })
    expect(read('pause #2')).toEqual({ kind: 'pause', reference: 2 })
    expect(read('2 resume')).toEqual({ kind: 'resume', reference: 2 })
    expect(read('delete “Weekly report”')).toEqual({ kind: 'delete', reference: 'Weekly report' })
    expect(read('edit weekly report')).toEqual({ kind: 'edit', reference: 'weekly report' })
    expect(read('test "pause"')).toEqual({ kind: 'preview', reference: 'pause' })
  })

  it('names a digest even among the words that people write around it', () => {
    expect(read('preview digest 2')).toEqual(read('preview 2'))
    expect(read('pause the "Weekly report" please')).toEqual(read('pause "Weekly report"'))
    expect(read('preview of weekly digest')).toEqual(read('preview "weekly digest"'))
  })

  it.each([
    ['every friday at 8', { kind: 'days', days: [5] }, '08:00'],
    ['add mondays and thu, 17:30', { kind: 'days', days: [1, 4] }, '17:30'],
    ['add weekdays noon', { kind: 'weekdays' }, '12:00'],
    ['daily at 12 am', { kind: 'daily' }, '00:00'],
    ['add on the 15th of every month at 7.15pm', { kind: 'monthly', day: 15 }, '19:15'],
    ['add monthly last', { kind: 'monthly', day: 'last' }, null],
    ['every friday at 8 in the evening', { kind: 'days', days: [5] }, '20:00'],
    ['monday afternoons at 2:30', { kind: 'days', days: [1] }, '14:30'],
    ['every evening at 8', { kind: 'daily' }, '20:00'],
    ['every weekday morning', { kind: 'weekdays' }, null],
    ['add every first monday', null, null],
    ['at 25', null, null],
    ['add friday the 45th', null, null],
  ])('may say when a new digest should run: %s', (text, days, time) => {
    const times = digestTimes(splitWords(text.replace(/^add /u, '')))
    expect(times).toEqual(days === null ? null : { days, time })
    if (times === null) return
    expect(read(text)).toEqual({ kind: 'add', times })
    expect(digestTimes(splitWords(timesText(times)))).toEqual(times)
  })

  it('gets suggestions if it is not understood', () => {
    expect(refused('pauze 2')).toMatchObject({ suggestion: 'digest pause 2' })
    expect(refused('weather')).toMatchObject({
      sentence: 'I don’t know “weather” here.',
      suggestion: 'digest list',
    })
    expect(refused('add every 2 weeks').sentence).toBe(refused('quarterly').sentence)
    expect(refused('list weekly').suggestion).toBe('digest list')
    expect(refused('now <#C1|general>').sentence).toContain('“#general” is a channel')
  })
})

describe('which digest is meant', () => {
  const meant = (digests: readonly Subscription[], text: string) => {
    const args = read(`pause ${text}`)
    return resolveDigest(digests, 'reference' in args ? args.reference : null, 'pause').name
  }
  const question = (digests: readonly Subscription[], text: string) => {
    try {
      return `understood as ${meant(digests, text)}`
    } catch (error) {
      if (error instanceof Problem) return `${error.message} ${error.suggestion}`
      throw error
    }
  }
  const three = named('Weekly report', 'Weekly report for ChatGPT', 'Board')

  it('is the only one, or the one with that number or (partial) name', () => {
    expect(meant(named('Weekly report'), '')).toBe('Weekly report')
    expect(meant(three, '3')).toBe('Board')
    expect(meant(three, '"weekly report"')).toBe('Weekly report')
    expect(meant(three, 'chatgpt')).toBe('Weekly report for ChatGPT')
  })

  it('is asked back with the list if it is unclear', () => {
    expect(question(three, '')).toBe(
      'Which one? This channel has several digests: 1 “Weekly report”, 2 “Weekly report for ChatGPT”, 3 “Board”. digest pause 1',
    )
    expect(question(three, 'week')).toContain('1 “Weekly report”, 2 “Weekly report for ChatGPT”.')
    expect(question(three, '7')).toContain('This channel has no digest 7. It has: 1 “Weekly')
    expect(question(three, '0')).toContain('This channel has no digest 0')
    expect(question([], '')).toBe('This channel has no digest yet. digest add')
  })
})

it('a list of too many digests counts those without room', () => {
  const digests = Array.from({ length: 120 }, (_, index) =>
    homeDigest({ id: `S${index}`, name: 'n'.repeat(80) }),
  )
  const { blocks } = digestsAnswer({ channel: 'C1', digests, done: null })
  expect(JSON.stringify(blocks)).toMatch(/\d+ more digests: see Sightline’s Home tab/)
})

it('a digest is paused without waiting for people’s Home tabs', async () => {
  const { workspace, store, typed } = await formWorld({
    homeViewers: new HomeViewers(systemClock),
    contact: null,
    publishHome: () => new Promise(() => {}),
  })
  await createDigest(store, workspace.clock.now(), { team, channel, by: user })
  workspace.homeViewers.open({ team, user, outside: false })
  expect(await typed('digest pause')).toContain('paused')
})
