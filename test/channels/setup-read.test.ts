import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSetup, type SetupDraft } from '../../src/channels/setup.ts'
import { filterNamesText, readRecommendations } from '../../src/channels/setup-parse.ts'
import { zoneOptions } from '../../src/forms/options.ts'
import { text } from '../blocks/arbitraries.ts'

const theme = '3f1c9a20-0000-4000-8000-000000000001'

const empty: SetupDraft = {
  organization: '',
  workspace: '',
  analysis: '',
  timeZone: '',
  subreddits: '',
  filterNames: '',
}

function requestOf(entries: SetupDraft) {
  const read = readSetup({ ...empty, ...entries })
  if (!read.ok) throw new Error(JSON.stringify(read.problem))
  return read.value
}

const errorsOf = (entries: SetupDraft) => {
  const read = readSetup({ ...empty, ...entries })
  return read.ok ? {} : read.problem
}

describe('reading the settings’ fields', () => {
  it('uses the default if a field is empty', () => {
    const request = requestOf({ workspace: '  ', subreddits: ' , ' })
    expect(Object.values(request)).toEqual(Array(6).fill(null))
  })

  it.each([
    ['saas crm', ['saas', 'crm']],
    ['r/saas,/r/crm;R/Startups', ['saas', 'crm', 'Startups']],
    ['https://www.reddit.com/r/saas/ https://old.reddit.com/r/crm', ['saas', 'crm']],
    ['saas SaaS r/SAAS', ['saas']],
    ['All', []],
    ['r/all', ['all']],
    ['all saas', ['all', 'saas']],
  ])('takes subreddits as people write them: %s', (typed, names) => {
    expect(requestOf({ subreddits: typed }).subreddits).toEqual(names)
  })

  it('takes names for topics, personas and themes as people write them', () => {
    const typed = `topic 3f1c9a20 = Onboarding\r\n\n Topics: t2="Pricing  pages"\npersona cmo= Head of marketing = boss\ntheme ${theme} = Onboarding`
    const names = [
      { filter: 'topics', id: '3f1c9a20', name: 'Onboarding' },
      { filter: 'topics', id: 't2', name: 'Pricing pages' },
      { filter: 'personas', id: 'cmo', name: 'Head of marketing = boss' },
      { filter: 'thematics', id: theme, name: 'Onboarding' },
    ]
    const { filterNames } = requestOf({ filterNames: typed })
    expect(filterNames).toEqual(names)
    expect(requestOf({ filterNames: filterNamesText(filterNames ?? []) }).filterNames).toEqual(names)
  })

  it.each([
    ['topic t1 = A\n\nOnboarding', 'Line 3, “Onboarding”: enter topic, persona or theme'],
    ['topic t1 =', 'Line 1, “topic t1 =”: enter topic'],
    ['brand t1 = A', 'Line 1, “brand t1 = A”: enter topic'],
    ['theme t1 = A', 'Line 1, “theme t1 = A”: a theme’s id is a UUID'],
    ['topic t1 = A\ntopic t1 = B', 'Line 2, “topic t1 = B”: this topic already has a name'],
    ['topic t1 = Pricing pages\ntopic t2 = pricing-pages', 'another topic is already called “pricing-pages”'],
    [`topic t1 = ${'x'.repeat(61)}`, 'keep the name within 60 characters'],
    [`topic ${'x'.repeat(101)} = A`, 'keep the id within 100 characters'],
    ['topic t1 = the "best"', 'remove the quotation marks'],
    [`topic t1 = ${theme}`, 'can’t look like an id'],
    [
      Array.from({ length: 101 }, (_, index) => `topic t${index} = n${index}`).join('\n'),
      'Keep it to 100 names',
    ],
  ])('says which line of the names can’t be read: %s', (typed, sentence) => {
    expect(errorsOf({ filterNames: typed }).filterNames).toContain(sentence)
  })

  it('takes recommendations as ids and addresses, each only once', () => {
    const id = '3f1c9a20-0000-4000-8000-000000000001'
    const typed = `${id}\nhttps://console.example/recommended-actions/${id}?tab=1, other-1`
    expect(readRecommendations(typed)).toEqual({ ok: true, value: [id, 'other-1'] })
  })

  it.each([
    ['', 'Paste at least one'],
    ['https://console.example/list', 'has no recommendation id'],
    [Array.from({ length: 16 }, (_, index) => `r-${index}`).join(' '), 'Paste at most 15 at a time'],
  ])('says what is wrong with pasted recommendations: %s', (typed, problem) => {
    expect(readRecommendations(typed)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('reads only the fields of the given form', () => {
    expect(readSetup({ subreddits: 'saas' })).toEqual({ ok: true, value: { subreddits: ['saas'] } })
  })

  it('takes time zones in any case and with old names, but no fixed offset', () => {
    expect(requestOf({ timeZone: 'europe/berlin' }).timeZone).toBe('Europe/Berlin')
    expect(requestOf({ timeZone: 'UTC' }).timeZone).toBe('UTC')
    expect(errorsOf({ timeZone: '+02:00' })).toHaveProperty('timeZone')
  })

  it('takes every time zone that the menu offers', () => {
    for (const typed of ['', 'a', 'europe', 'america/argentina', 'kol', 'utc', 'new york'])
      for (const { value } of zoneOptions(typed, []))
        if (value !== 'no-choice') expect(requestOf({ timeZone: value }).timeZone).not.toBeNull()
  })

  it('reads or rejects any text', () => {
    const draft = fc.record({
      organization: text,
      workspace: text,
      analysis: text,
      timeZone: text,
      subreddits: text,
      filterNames: text,
    })
    fc.assert(
      fc.property(draft, (typed) => {
        const read = readSetup(typed)
        if (read.ok) return
        const errors = Object.values(read.problem)
        expect(errors.length).toBeGreaterThan(0)
        for (const sentence of errors) expect(sentence.length).toBeLessThan(250)
      }),
      { numRuns: 200 },
    )
  })
})
