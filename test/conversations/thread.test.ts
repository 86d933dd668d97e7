/** A message in a thread is completed from what the thread is about. */
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/api/index.ts'
import { createPruning } from '../../src/app/retention.ts'
import { encodeAction } from '../../src/blocks/kit/codec.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { mine, row, service } from '../insights/service.ts'
import { sentEarlier, silent } from '../workspace.ts'
import { conversationWorld, digestIn, now, team } from './world.ts'

const brands = ['Northwind', 'Globex', 'Contoso']
const recommendation = (number: number) => `5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e0${number}`

/** @param first the question that begins the thread */
async function threadWorld(first?: string) {
  const world = await conversationWorld()
  const files: string[] = []
  const api = service({
    engines: ['ChatGPT', 'Perplexity'],
    names: brands,
    brands: () => [
      row('Northwind', [41, 40], [10, 9], mine),
      row('Globex', [30, 31], [8, 9]),
      row('Contoso', [50, 50], [20, 20]),
    ],
  })
  let time = now
  const clock = {
    ...world.workspace.clock,
    now: () => {
      time = time.add({ milliseconds: 1 })
      return time
    },
  }
  const workspace = {
    ...world.workspace,
    clock,
    api,
    sendFile: async (user: string, { title }: { title: string }) => {
      files.push(`${user}: ${title}`)
      return { permalink: null }
    },
  } as unknown as Workspace
  /** Says it in a thread, or as the first message of one. @returns how it was read */
  const say = async (text: string, threadTs: string | null = '1.0', more: { readonly ts?: string } = {}) => {
    await world.write(
      { kind: 'mention', text, ...(threadTs === null ? {} : { threadTs }), ...more },
      workspace,
    )
    const [, readAs] = /Read as: `([^`]*)`/.exec(world.messages.at(-1)?.message.text ?? '') ?? []
    return readAs
  }
  /** A digest about this question, as the message of a thread. */
  const posted = async (question: string, ts: string) => {
    const owed = { team, kind: 'digest', key: 'x', subject: 'C0BRAND', channel: 'C0BRAND', since: now }
    await sentEarlier(world.store, owed, { question }, now, ts)
  }
  if (first !== undefined) await say(first)
  return { ...world, workspace, api, files, say, posted }
}

describe('in a thread', () => {
  it('what a message leaves out is taken from the question before', async () => {
    const { say } = await threadWorld('how is Globex doing on Perplexity in October')
    expect(await say('and last month?')).toBe('visibility Perplexity last month "Globex"')
    expect(await say('what about ChatGPT?')).toBe('visibility ChatGPT 2026-10 "Globex"')
    expect(await say('and Contoso?')).toBe('visibility ChatGPT 2026-10 "Contoso"')
    expect(await say('share of voice?')).toBe('visibility share of voice ChatGPT 2026-10 "Contoso"')
    expect(await say('and visibility?')).toBe('visibility ChatGPT 2026-10 "Contoso"')
  })

  it.each([
    ['why?', 'why Perplexity 2026-10 "Globex"'],
    ['but why is that', 'why Perplexity 2026-10 "Globex"'],
    ['why did it drop?', 'why Perplexity 2026-10 "Globex"'],
    ['why the drop?', 'why Perplexity 2026-10 "Globex"'],
    ['is it significant?', 'visibility Perplexity 2026-10 significance "Globex"'],
    ['is that noise?', 'visibility Perplexity 2026-10 noise "Globex"'],
    ['how sure are you?', 'visibility Perplexity 2026-10 significance "Globex"'],
    ['Globex', 'visibility Perplexity 2026-10 "Globex"'],
    ['Contoso', 'visibility Perplexity 2026-10 "Contoso"'],
    ['and september', 'visibility Perplexity september "Globex"'],
    ['in september?', 'visibility Perplexity september "Globex"'],
    ['on Gemini', 'visibility Gemini 2026-10 "Globex"'],
    ['only Gemini and ChatGPT', 'visibility Gemini ChatGPT 2026-10 "Globex"'],
    ['only top of funnel', 'visibility Perplexity 2026-10 "Globex" funnel:tofu'],
    ['just Contoso', 'visibility Perplexity 2026-10 "Contoso"'],
    ['compared to Contoso', 'visibility Perplexity 2026-10 vs "Contoso"'],
    ['significant?', 'visibility Perplexity 2026-10 significance "Globex"'],
    ['and us?', 'visibility Perplexity 2026-10'],
    ['across all engines', 'visibility 2026-10 "Globex"'],
    ['compare that to september', 'visibility Perplexity september "Globex"'],
    ['so far this month?', 'visibility Perplexity this month "Globex"'],
    ['who leads there?', 'visibility Perplexity 2026-10 leader'],
    ['how many mentions?', 'visibility mentions Perplexity 2026-10 "Globex"'],
    ['Contoso too', 'visibility Perplexity 2026-10 "Globex" "Contoso"'],
    ['also Contoso', 'visibility Perplexity 2026-10 "Globex" "Contoso"'],
    ['and Contoso as well?', 'visibility Perplexity 2026-10 "Globex" "Contoso"'],
    ['also on Gemini', 'visibility Gemini 2026-10 "Globex"'],
    ['by engine?', 'engines 2026-10'],
    ['and by topic?', 'topics 2026-10'],
    ['and where are we behind?', 'gaps 2026-10'],
    ['and which engine is weakest this month?', 'engines this month'],
    ['on which engine?', 'engines 2026-10'],
    ['broken down by engine', 'engines 2026-10'],
    ['engine by engine', 'engines 2026-10'],
    ['on every engine?', 'engines 2026-10'],
    ['our rank?', 'visibility Perplexity 2026-10'],
    ['and our rank?', 'visibility Perplexity 2026-10'],
    ['and the rank?', 'visibility Perplexity 2026-10 "Globex"'],
    ['and what’s our share of voice?', 'visibility share of voice Perplexity 2026-10'],
    ['thanks, and on Gemini?', 'visibility Gemini 2026-10 "Globex"'],
    ['and the previous month?', 'visibility Perplexity 2026-09-01..2026-09-30 "Globex"'],
    ['and the week before?', 'visibility Perplexity 2026-09-21..2026-09-27 "Globex"'],
  ])('“%s” completes it', async (text, readAs) => {
    const { say } = await threadWorld('how is Globex doing on Perplexity in October')
    expect(await say(text)).toBe(readAs)
  })

  it('is told that only changes of visibility have reasons', async () => {
    const { say, messages } = await threadWorld()
    expect(await say('why did our share of voice drop in October?')).toBe('why share of voice october')
    const text = 'Why share of voice changed can’t be told. This is about visibility.'
    expect(messages.at(-1)?.message.text).toContain(text)
    await say('presence in October', '2.0')
    expect(await say('why?', '2.0')).toBe('why presence 2026-10')
  })

  it('explains a gap by whichever of both brands moved more', async () => {
    const { say, messages } = await threadWorld('are we losing to Contoso in October?')
    expect(await say('why?')).toBe('why 2026-10 behind "Contoso"')
    const gap =
      'You are 9.0 points behind Contoso in October (September: 10.0 behind).\nNorthwind rose 1.0 points'
    expect(messages.at(-1)?.message.text).toContain(gap)
    expect(await say('why did Contoso rise?')).toBe('why "Contoso"')
    expect(messages.at(-1)?.message.text).toContain('Contoso hasn’t changed')
  })

  it('asks the same of another brand where one answer can’t be about both', async () => {
    const { say } = await threadWorld('are we losing to Globex in October?')
    expect(await say('also to Contoso?')).toBe('visibility 2026-10 behind "Contoso"')
    await say('why did Globex drop in October?', '2.0')
    expect(await say('Contoso too', '2.0')).toBe('why 2026-10 "Contoso"')
    await say('compare us with Globex', '3.0')
    expect(await say('also Contoso', '3.0')).toBe('visibility week 2026-11-09 vs "Globex" "Contoso"')
  })

  it('explains why the competitor fell that fell most', async () => {
    const { say, messages } = await threadWorld('which competitor fell most in October?')
    expect(messages.at(-1)?.message.text).toContain('Globex fell 1.0 points')
    expect(await say('why?')).toBe('why 2026-10 fallers')
    expect(messages.at(-1)?.message.text).toContain('Globex fell 1.0 points')
    expect(await say('but why did we rise?')).toBe('why 2026-10')
  })

  it('keeps the reason, and comparisons by engine, gap and topic', async () => {
    const { say } = await threadWorld('why did we drop in October?')
    expect(await say('and on Perplexity?')).toBe('why Perplexity 2026-10')
    await say('engines last month', '2.0')
    expect(await say('and september?', '2.0')).toBe('engines september')
    expect(await say('what about Globex?', '2.0')).toBe('visibility 2026-09 "Globex"')
    await say('gaps', '3.0')
    expect(await say('and last month?', '3.0')).toBe('gaps last month')
    expect(await say('what about Perplexity?', '3.0')).toBe('visibility Perplexity 2026-10')
    await say('engines last month', '4.0')
    expect(await say('and who fell most?', '4.0')).toBe('visibility 2026-10 fallers')
  })

  it('“why?” and “is that significant?” after a comparison are about its days', async () => {
    const { say } = await threadWorld('engines last month')
    expect(await say('why?')).toBe('why 2026-10')
    await say('gaps last month', '2.0')
    expect(await say('is that significant?', '2.0')).toBe('visibility 2026-10 significance')
  })

  it('“who leads?” is about all brands, and “and why …?” asks for the reason', async () => {
    const { say } = await threadWorld('compare us with Globex in October')
    expect(await say('and why did Contoso fall?')).toBe('why 2026-10 vs "Contoso"')
    await say('compare us with Globex in October')
    expect(await say('but why did we fall?')).toBe('why 2026-10')
    await say('compare us with Globex in October')
    expect(await say('and who leads?')).toBe('visibility 2026-10 leader')
  })

  it('a review stays one, also below the digest that posted it', async () => {
    const { say, posted } = await threadWorld('visibility october')
    await say('what have we done last quarter?')
    expect(await say('and a quarter earlier?')).toBe('review 2026-04-01..2026-06-30')
    expect(await say('and this quarter?')).toBe('review this quarter')
    expect(await say('and since september')).toMatch(/^review 2026-09-01\.\./)
    expect(await say('what about Globex?')).toBe('visibility "Globex"')
    await posted('review 2026-10-01..2026-10-31', '5.5')
    expect(await say('and september?', '5.5')).toBe('review september')
  })

  it('keeps an engine that only the service knows', async () => {
    const { say, workspace, api } = await threadWorld()
    const lists = await api.insightsFilters({ organizationId: 'org', workspaceId: 'ws' })
    Object.assign(workspace.api, {
      insightsFilters: async () => ({ ...lists, sources: ['Mistral', 'ChatGPT'] }),
    })
    await say('visibility ChatGPT october')
    await say('visibility Mistral october')
    expect(await say('and september?')).toBe('visibility engine:Mistral september')
    expect(await say('why?')).toBe('why engine:Mistral 2026-09')
    await say('engines Mistral october', '2.0')
    expect(await say('and september?', '2.0')).toBe('engines Mistral september')
  })

  it('a question of its own stays as it is', async () => {
    const { say, last } = await threadWorld('how is Globex doing on Perplexity in October')
    expect(await say('how are we doing?')).toBe('visibility')
    expect(await say('in october how is Contoso doing?')).toBe('visibility october "Contoso"')
    await say('visibility last month')
    expect(last()).not.toContain('Read as')
    expect(await say('and what is on the timeline?')).toBe('notes')
  })

  it('other threads, and first messages, know nothing of it', async () => {
    const { say } = await threadWorld('how is Globex doing on Perplexity in October')
    expect(await say('and last month?', '7.7')).toBe('visibility last month')
    expect(await say('and last month?', null)).toBe('visibility last month')
  })

  it('sends the table as a file, and says that everyone can read it', async () => {
    const { say, files, last } = await threadWorld('how is Globex doing in October')
    await say('as CSV')
    expect(files).toEqual(['U0ANA: Visibility, October 2026'])
    expect(last()).toContain('in your direct messages')
    await say('can you share it?')
    expect(last()).toContain('can already read it here')
    expect(await say('and on ChatGPT?'), 'the question stays').toBe('visibility ChatGPT 2026-10 "Globex"')
  })

  it('sends the file of the tasks or notes that it was about last, and says what has none', async () => {
    const { say, files, last } = await threadWorld('how is Globex doing in October')
    await say('which tasks are open?')
    expect(await say('as CSV')).toBe('tasks export')
    expect(await say('and on ChatGPT?'), 'the question stays').toBe('visibility ChatGPT 2026-10 "Globex"')
    await say('notes')
    expect(await say('can I get a csv?')).toBe('notes export')
    for (const text of ['reddit', 'what should we do next?']) {
      await say(text)
      await say('as CSV')
      expect(last()).toContain('That has no file.')
    }
    expect(files).toEqual([])
  })

  it('sends a review as a file; a comparison has the table of all brands instead', async () => {
    const { say, files, last } = await threadWorld('what have we done last quarter?')
    await say('as CSV')
    expect(files).toEqual(['U0ANA: Review, 2026-07-01 to 2026-09-30'])
    expect(last()).toContain('sightline-review-2026-07-01-2026-09-30.csv')
    expect(await say('and this quarter?'), 'it stays a review').toBe('review this quarter')
    await say('engines last month', '2.0')
    expect(await say('as CSV', '2.0')).toBe('visibility 2026-10')
  })

  it('“Try again” keeps what a message left out', async () => {
    const { say, api, last } = await threadWorld('how is Globex doing on Perplexity in October')
    const down = { code: 'unavailable', message: 'down', userMessage: 'Down.', retryable: true } as const
    Object.assign(api, { allBrands: async () => Promise.reject(new ApiError(down)) })
    await say('and last month? cc <@U0BO>')
    expect(last()).toMatch(/Try again.*visibility Perplexity last month [\\"]+Globex/)
    await say('as CSV')
    expect(last()).toContain('Down.')
    expect(last()).not.toContain('Try again')
  })

  it('sends no file about a channel that the person has just left', async () => {
    const world = await threadWorld()
    await digestIn(world, 'C0BRAND')
    const direct = { kind: 'direct', threadTs: '1.0' } as const
    await world.write({ ...direct, text: 'visibility october' }, world.workspace)
    world.members.set('U0ANA', [])
    await world.write({ ...direct, text: 'as CSV' }, world.workspace)
    expect(world.files).toEqual([])
    expect(world.last()).toContain('not in the channel')
  })

  it('offers to share what only the person reads', async () => {
    const { say, last, workspace } = await threadWorld()
    Object.assign(workspace, { isShared: async () => true })
    await say('how is Globex doing in October')
    await say('share it')
    expect(last()).toContain('Share anyway')
  })

  it('shares the list that it was about last, and not the figures before', async () => {
    const { say, last, write, workspace } = await threadWorld()
    await write({ text: 'visibility october' }, workspace)
    await write({ text: 'reddit r/saas' }, workspace)
    await write({ text: 'share it' }, workspace)
    expect(last()).toContain('/sightline reddit r/saas')
    await write({ text: 'actions' }, workspace)
    await write({ text: 'share it' }, workspace)
    expect(last(), 'it has no button for that').not.toContain('Share to channel')
    Object.assign(workspace, { isShared: async () => true })
    await say('how is Globex doing in October')
    await say('notes')
    expect(await say('share it')).toBe('notes')
    await say('when was data last collected?')
    await say('as CSV')
    expect(last()).toContain('That has no file.')
  })

  it('knows what only the person read, where no message shows what becomes of it', async () => {
    const { say, store, workspace, api } = await threadWorld()
    const brief = { id: 'b1', task_id: null, title: 'Write', body: 'Why.', created_at: '', updated_at: '' }
    Object.assign(api, { briefs: async () => [brief] })
    Object.assign(workspace, { isShared: async () => true })
    const resultId = recommendation(1)
    await store.channels.track(team, 'C0BRAND', resultId, 'U0ANA', now)
    await say('actions', '4.0', { ts: '4.1' })
    expect(await store.messages.copies({ team, organizationId: 'org', workspaceId: 'ws', resultId })).toEqual(
      [],
    )
    expect(await say('create the task for the first one', '4.0')).toBe(`task ${resultId}`)
  })

  it('only proposes the task of a recommendation that was shown', async () => {
    const { say, last, store, answers } = await threadWorld()
    const answered = { team, channel: 'C0BRAND', kind: 'answer', threadTs: null, text: '' } as const
    await say('actions', '4.0')
    const [posted] = await answers()
    const refs = [1, 2].map((number) => ({
      ...{ organizationId: 'org', workspaceId: 'ws' },
      resultId: recommendation(number),
    }))
    const buttons = refs.map((ref) => encodeAction({ kind: 'create_task', ...ref }))
    const blocks = [{ type: 'actions', elements: buttons.map((ids) => ({ type: 'button', ...ids })) }]
    await store.messages.remember({ ...answered, ts: posted?.ts ?? '', blocks }, refs, now)
    expect(await say('create the task for the first one', '4.0')).toBe(`task ${recommendation(1)}`)
    expect(last()).toContain('until you click and confirm')
    expect(await say('create the task for the last one', '4.0')).toBe(`task ${recommendation(2)}`)
    expect(await store.tasks.countsOfChannel(team, 'C0BRAND')).toMatchObject({ created: 0 })
  })

  it('of a digest is about the digest', async () => {
    const world = await threadWorld()
    await digestIn(world, 'C0BRAND')
    await world.posted('visibility ChatGPT week 2026-11-02', '5.5')
    expect(await world.say('why?', '5.5')).toBe('why ChatGPT week 2026-11-02')
    expect(await world.say('and Globex?', '5.5')).toBe('why ChatGPT week 2026-11-02 "Globex"')
  })

  it('is forgotten after 30 days', async () => {
    const { say, store, workspace, answers } = await threadWorld('how is Globex doing in October')
    let later = now.add({ hours: 24 * 29 })
    const clock = { ...workspace.clock, now: () => later }
    const prune = createPruning({ store, clock, log: silent }, 400)
    await prune()
    expect(await answers()).toHaveLength(1)
    expect(await say('and last month?')).toBe('visibility last month "Globex"')
    later = now.add({ hours: 24 * 31 })
    await prune()
    expect(await answers()).toEqual([])
    expect(await say('and last month?')).not.toContain('Globex')
  })
})

it('direct messages continue their last question', async () => {
  const { write, workspace, last } = await threadWorld()
  await write({ text: 'how is Globex doing on Perplexity in October' }, workspace)
  await write({ text: 'and last month?' }, workspace)
  expect(last()).toContain('visibility Perplexity last month \\"Globex\\"')
  await write({ text: 'share it' }, workspace)
  expect(last()).toContain('/sightline visibility Perplexity 2026-10 \\"Globex\\"')
})
