/** Reviews as digests, and their canvas, with a real store and scheduler and a scripted Slack. */
import { expect, it } from 'vitest'
import { reviewCsvReply } from '../../src/actions/answers.ts'
import { commands } from '../../src/commands/index.ts'
import { newDigestForm, settingsOfDraft } from '../../src/digests/manage/digest-form.ts'
import { settingsProblems } from '../../src/digests/manage/validate-settings.ts'
import { defaultName } from '../../src/digests/schedule/slots.ts'
import type { Click } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { answered } from '../commands/typed.ts'
import { channel, createWorld, owner, team, type World } from '../digests/world.ts'
import { brief } from '../tasks/world.ts'
import { createdTask } from '../workspace.ts'

let world: World

const monthly = { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' } as const

/** A team that created a task in November, and its review digest. */
async function start(more: Parameters<World['subscribe']>[0] = {}) {
  world = await createWorld({ start: '2026-11-20T08:00:00Z' })
  await world.subscribe({ name: 'Monthly review', sections: ['review'], schedule: monthly, ...more })
}

const createTask = (name: string, resultId: string) => {
  const ref = { team, organizationId: 'org', workspaceId: 'ws', resultId }
  return createdTask(world.store, ref, world.clock.now(), { taskId: `K-${resultId}`, name })
}

/** 200 tasks, and these recommendations without one, at the end of the year. */
async function busyQuarter(open: number) {
  for (let number = 0; number < 200; number += 1) await createTask(`Task ${number}`, `R${number}`)
  for (let number = 0; number < open; number += 1)
    await world.store.channels.track(team, channel, `Open-${number}`, owner, world.clock.now())
  world.clock.set('2026-12-30T08:00:00Z')
}

const requests = () => Object.values(world.api.asked).reduce((sum, each) => sum + each, 0)

const lastText = () => world.slack.in(channel).at(-1)?.message.text ?? ''

it('a review is posted once a month with the tasks and notes of the month before, and updates one canvas', async () => {
  await start()
  await createTask('Rise on ChatGPT', 'R1')
  const note = { team, channel, day: '2026-11-19', text: 'New pricing page is live' }
  await world.store.notes.add(note, 9, { by: owner, reference: null }, world.clock.now())
  await world.goTo('2026-12-01T09:00:00Z')
  await world.wake()
  expect(world.slack.in(channel)).toHaveLength(1)
  expect(lastText()).toMatch(
    /^Monthly review: (?:Northwind · )?November\n(?:.*\n)+1 task created, none marked as done/,
  )
  expect(lastText()).toMatch(/Too early to tell: “Rise on ChatGPT” \(check again on Mon 14 Dec\)/)
  expect(lastText()).toMatch(/19 Nov: New pricing page is live/)
  const [row] = await world.store.outbox.list({ team, channel }, ['digest'], { limit: 1, offset: 0 })
  expect(JSON.parse(row?.about ?? '{}')).toMatchObject({ question: 'review 2026-11-01..2026-11-30' })
  const [first] = world.slack.canvases
  expect([first?.channel, first?.title]).toEqual([channel, 'Brand review'])
  expect(first?.markdown).toMatch(/^# Brand review: .*November/)
  await world.goTo('2027-01-01T09:00:00Z')
  expect(world.slack.in(channel)).toHaveLength(2)
  expect(lastText()).toMatch(/No task was created or marked as done/)
  expect(world.slack.canvases, 'no second one').toHaveLength(1)
  expect(world.slack.canvases[0]?.markdown).toMatch(/^# Brand review: .*December/)
})

it('a review is posted even if Slack refuses canvases, and recreates a canvas that was deleted', async () => {
  await start()
  world.slack.refuseCanvases = 'missing_scope'
  await world.goTo('2026-12-01T09:00:00Z')
  expect([world.slack.in(channel).length, world.slack.canvases.length]).toEqual([1, 0])
  expect((await world.delivery()).state).toBe('posted')
  expect(world.log, 'nothing that needs attention').toEqual([])
  world.slack.refuseCanvases = null
  await world.goTo('2027-01-01T09:00:00Z')
  world.slack.canvases.length = 0
  await world.goTo('2027-02-01T09:00:00Z')
  expect(world.slack.canvases.map(({ id }) => id)).toEqual([await world.store.canvases.get(team, channel)])
})

it('a review has one canvas even if Slack did not confirm its creation', async () => {
  await start()
  world.slack.losesCanvas = true
  await world.goTo('2026-12-01T09:00:00Z')
  expect(await world.store.canvases.get(team, channel)).toBeNull()
  world.slack.losesCanvas = false
  await world.goTo('2027-01-01T09:00:00Z')
  expect(world.slack.canvases.map(({ id }) => id)).toEqual([await world.store.canvases.get(team, channel)])
  expect(world.slack.canvases[0]?.markdown).toMatch(/^# Brand review: .*December/)
})

it('a review leaves people’s copies of its canvas alone, even after the original is deleted', async () => {
  await start()
  await world.goTo('2026-12-01T09:00:00Z')
  const { canvases } = world.slack
  const [original] = canvases.splice(0, 1)
  if (original === undefined) throw new Error('no canvas')
  canvases.push({ ...original, id: 'F_COPY', markdown: `${original.markdown}\n\nOur own words.` })
  await world.goTo('2027-01-01T09:00:00Z')
  expect(canvases.map(({ markdown }) => markdown)).toEqual([
    expect.stringMatching(/November.*Our own words\.$/s),
    expect.stringMatching(/^# Brand review: .*December/),
  ])
  expect(await world.store.canvases.get(team, channel)).toBe(canvases[1]?.id)
})

it('a review gets a canvas again after one that was found could not be written', async () => {
  await start()
  world.slack.losesCanvas = true
  await world.goTo('2026-12-01T09:00:00Z')
  world.slack.losesCanvas = false
  world.slack.refuseCanvases = 'restricted_action'
  await world.goTo('2027-01-01T09:00:00Z')
  expect(await world.store.canvases.get(team, channel)).toBeNull()
  world.slack.refuseCanvases = null
  world.slack.canvases.length = 0
  await world.goTo('2027-02-01T09:00:00Z')
  expect(world.slack.canvases[0]?.markdown).toMatch(/^# Brand review: .*January/)
})

it('a review that Slack did not confirm is found in the channel, and then its canvas is updated', async () => {
  await start()
  await world.goTo('2026-12-01T09:00:00Z')
  world.slack.next({ lost: 'applied' })
  await world.goTo('2027-01-01T09:00:00Z')
  expect((await world.delivery()).state).toBe('unknown')
  expect(world.slack.canvases[0]?.markdown).toMatch(/November/)
  for (const minutes of [1, 1, 1]) {
    world.clock.advance({ minutes })
    await world.wake()
  }
  expect((await world.delivery()).state).toBe('posted')
  expect(world.slack.in(channel)).toHaveLength(2)
  expect(world.slack.canvases.map(({ markdown }) => /December|November/.exec(markdown)?.[0])).toEqual([
    'December',
  ])
})

it('a review is skipped in a month without work if it should post only changes', async () => {
  await start({ onlyWhenChanged: true })
  await createTask('Rise on ChatGPT', 'R1')
  await world.goTo('2026-12-01T09:00:00Z')
  await world.goTo('2027-01-01T09:00:00Z')
  expect(world.slack.in(channel)).toHaveLength(1)
  expect((await world.delivery()).reason).toBe('quiet')
})

const typed = (text: string, more: { readonly shares?: true } = {}) =>
  answered(text, { team, channel, user: owner, outside: false, ...more }, world.workspace as Workspace)

it('a review on request has a file and a share button; once shared, it has neither and updates the canvas', async () => {
  await start()
  await createTask('Rise on ChatGPT', 'R1')
  const answer = await typed('review since october')
  expect(answer.text).toMatch(/^Brand review: (?:Northwind · )?1 Oct – 20 Nov\n(?:.*\n)+1 task created/)
  expect(JSON.stringify(answer.blocks)).toMatch(/Download CSV.*Share to channel/)
  expect(JSON.stringify(answer.blocks), 'also tomorrow').toContain('review 2026-10-01..2026-11-20')
  expect(world.slack.canvases).toHaveLength(0)
  const shared = await typed('review since october', { shares: true })
  expect(JSON.stringify(shared.blocks)).not.toMatch(/"button"/)
  expect(JSON.stringify(shared.blocks)).toMatch(/Shared by <@U1>/)
  expect(world.slack.canvases).toHaveLength(1)
})

it('a review on a Sunday has the figures of the last week that is over', async () => {
  await start()
  world.clock.set('2026-11-29T15:00:00Z')
  await typed('review since october')
  const asked = world.api.brandQuestions.map((question) => JSON.parse(question)[1].date_start)
  expect(asked.toSorted().at(-1)).toBe('2026-11-16')
})

it('a review is available to all readers and changes nothing', () => {
  expect(commands.plan('review last quarter')).toMatchObject({ kind: 'work', who: 'readers' })
  expect(commands.plan('review since soon').kind).toBe('instant')
})

it('refusals by Slack other than “gone” create no second canvas', async () => {
  await start()
  await world.goTo('2026-12-01T09:00:00Z')
  world.slack.refuseCanvases = 'restricted_action'
  await world.goTo('2027-01-01T09:00:00Z')
  expect(world.slack.canvases).toHaveLength(1)
})

it('a review has its own form, which can be saved unchanged: on the 1st of every month', async () => {
  await start()
  const workspace = { ...world.workspace, isShared: async () => false }
  const form = await newDigestForm(workspace, { team, channel, user: owner }, null, 'review')
  expect(settingsOfDraft(form.draft)).toMatchObject({
    sections: ['review'],
    schedule: { kind: 'monthly', day: 1, time: '09:00' },
  })
})

it('a review has no other sections and runs weekly or monthly', () => {
  const problems = (settings: Parameters<typeof settingsProblems>[0]) =>
    settingsProblems(settings).map(({ field, sentence }) => `${field}: ${sentence}`)
  expect(problems({ sections: ['review'], schedule: monthly })).toEqual([])
  expect(problems({ sections: ['visibility', 'review'], schedule: monthly })).toEqual([
    'sections: A review is a digest of its own. Choose only “Review”, or leave it out.',
  ])
  expect(problems({ sections: ['review'], schedule: { ...monthly, kind: 'weekdays' } })).toEqual([
    'sections: A review posts every week or every month. Choose one of them under “How often”.',
  ])
  expect(defaultName(monthly, ['review'])).toBe('Monthly review')
})

it('a review sends the service at most 30 requests, however many tasks there are', async () => {
  await start()
  await busyQuarter(5)
  const { text } = await typed('review quarter')
  expect(text).toMatch(/200 tasks created, none marked as done/)
  expect(text).toMatch(
    /Still to decide: A recommendation without a title for 5 weeks and 4 more recommendations/,
  )
  expect(requests()).toBeGreaterThan(5)
  // About ten are for weeks that are stored from then on.
  expect(requests()).toBeLessThanOrEqual(30)
})

it('a review’s file needs no further requests: it has the known titles and otherwise ids', async () => {
  await start()
  await busyQuarter(60)
  Object.assign(world.api.api, {
    briefs: async () => {
      world.api.asked.briefs = (world.api.asked.briefs ?? 0) + 1
      return [{ ...brief('B1', null, null), title: 'Ask for reviews' }]
    },
  })
  const file = async () => {
    const sent: string[] = []
    const sendFile = async (_to: unknown, { content }: { content: string }) => void sent.push(content)
    const click = {
      team,
      channel,
      user: owner,
      message: null,
      view: null,
      outside: false,
    } as unknown as Click
    const action = { kind: 'review_csv', text: 'review quarter' } as const
    const workspace = { ...world.workspace, sendFile } as unknown as Workspace
    const before = requests()
    await reviewCsvReply(action, click, workspace)
    const open = (sent[0] ?? '').split('\n').filter((line) => line.startsWith('recommendation without'))
    expect(open).toHaveLength(60)
    for (const line of open) expect(line).toMatch(/Open-\d+/)
    return {
      questions: requests() - before,
      titled: open.filter((line) => line.includes('Ask for reviews')).length,
    }
  }
  const first = await file()
  expect(first.questions).toBeGreaterThan(9)
  expect(first.questions).toBeLessThanOrEqual(20)
  const second = await file()
  expect(second.questions).toBeLessThanOrEqual(20)
  expect(second.titled, 'with those of the first file').toBeGreaterThan(first.titled)
})
