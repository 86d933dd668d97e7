/** A review from plain data: its period, content, size, file and canvas. */
import { describe, expect, it } from 'vitest'
import { reviewCanvas } from '../../src/blocks/review/canvas.ts'
import { reviewAnswer, standingLines } from '../../src/blocks/review/review.ts'
import { reviewFile } from '../../src/blocks/review/review-csv.ts'
import { readReviewPeriod, reviewPeriodProblem } from '../../src/review/period.ts'
import { assembleReview } from '../../src/review/read.ts'
import { crowdedReview, quarterInput, quarterReview, reviewedTask, story } from '../blocks/review-fixtures.ts'
import { visibleLength } from '../blocks/visible-length.ts'

const now = Temporal.Instant.from('2026-11-22T15:00:00Z')
const days = (text: string) => {
  const read = readReviewPeriod(text, now, 'Europe/Paris')
  return read.ok ? `${read.period.start}..${read.period.end}` : read.problem
}

it('says earlier scores in the unit of the newest one', () => {
  const { standing } = quarterReview
  const own = standing?.report.own
  if (!standing || !own) throw new Error('no figures')
  const report = { ...standing.report, own: { ...own, visibility: { ...own.visibility, unit: '' } } }
  expect(standingLines(quarterReview)[0]).toContain('%')
  expect(standingLines({ standing: { ...standing, report } })[0]).not.toContain('%')
})

describe('a review’s period', () => {
  it.each([
    ['', '2026-08-24..2026-11-22'],
    ['quarter', '2026-10-01..2026-11-22'],
    ['this quarter', '2026-10-01..2026-11-22'],
    ['last quarter', '2026-07-01..2026-09-30'],
    ['since October', '2026-10-01..2026-11-22'],
    ['since last quarter', '2026-07-01..2026-11-22'],
    ['since last month', '2026-10-01..2026-11-22'],
    ['since last week', '2026-11-09..2026-11-15'],
    ['october', '2026-10-01..2026-10-31'],
    ['month', '2026-10-01..2026-10-31'],
    ['this month', '2026-11-01..2026-11-22'],
    ['2026-10-05..2026-10-09', '2026-10-05..2026-10-09'],
  ])('“%s”', (text, expected) => expect(days(text)).toBe(expected))

  it('is a range of days that still runs, if it ends today', () => {
    const running = { unit: 'month', end: '2026-11-22', soFar: '2026-11-22' }
    for (const text of ['', 'this month', 'since 2025-11-24', 'since today'])
      expect(readReviewPeriod(text, now, 'Europe/Paris')).toMatchObject({ period: running })
  })

  it('is at most a year, and must be a period', () => {
    expect(days('since 2024-01-01')).toMatch(/at most one year/)
    expect(days('since soon')).toMatch(/isn’t a period I know/)
    expect(days('2027')).toMatch(/in the future/)
    // Before the channel's time zone is known.
    expect(reviewPeriodProblem('since tomorrow')).toBe(
      '“since tomorrow” is in the future. Choose one that has started.',
    )
  })
})

describe('a review', () => {
  it('counts who did how much and when, by the days on which tasks were created and marked as done', () => {
    const { people, weeks, created, done } = quarterReview
    expect([created.length, done.length]).toEqual([4, 2])
    expect(people).toEqual([
      { user: 'U0ANA', created: 3, done: 0 },
      { user: 'U0BEN', created: 1, done: 2 },
    ])
    expect(weeks).toEqual([
      { start: '2026-10-05', created: 2, done: 0 },
      { start: '2026-10-12', created: 0, done: 1 },
      { start: '2026-10-19', created: 1, done: 1 },
      { start: '2026-11-09', created: 1, done: 0 },
    ])
  })

  it('follows tasks from up to eight weeks before its period, and none from after it', () => {
    const of = (createdOn: string) => reviewedTask(7, { createdOn, story: story('no_aim') })
    const tasks = ['2026-08-05', '2026-08-06', '2026-11-23'].map(of)
    const review = assembleReview({ ...quarterInput, tasks })
    expect(review.followed.map(({ createdOn }) => createdOn)).toEqual(['2026-08-06'])
    const open = review.openTasks.map(({ createdOn }) => createdOn)
    expect(open, 'open since whenever').toEqual(['2026-08-05', '2026-08-06'])
  })

  it('counts a task that was done after its period neither as done in it nor as open', () => {
    const tasks = [reviewedTask(1, { createdOn: '2026-10-05', doneOn: '2026-11-23', doneBy: 'U0BEN' })]
    const review = assembleReview({ ...quarterInput, tasks })
    expect([review.done.length, review.openTasks.length]).toEqual([0, 0])
  })
})

it('a review fits one screen, however much was done', () => {
  for (const review of [quarterReview, crowdedReview]) {
    const { blocks } = reviewAnswer(review, 'review', { shareable: true, command: 'review' })
    expect(blocks.length).toBeLessThanOrEqual(14)
    expect(visibleLength(blocks)).toBeLessThanOrEqual(1_800)
  }
})

it('a review says “since”, never “because”, and that other things changed', () => {
  const { text } = reviewAnswer(quarterReview, 'review', { shareable: true, command: 'review' })
  expect(text).toMatch(/other things also changed in that time/)
  expect(`${text}${reviewCanvas(quarterReview)}`).not.toMatch(/because|thanks to|due to|led to|caused/i)
})

it('a review’s file has each task once and nothing that a spreadsheet would run', () => {
  const hostile = assembleReview({
    ...quarterInput,
    tasks: quarterInput.tasks.map((task) => ({ ...task, name: '=HYPERLINK("https://evil.example")' })),
    notes: [{ day: '2026-10-12', text: '@SUM(1;2)\n=1+1', by: 'U0ANA' }],
    openRecommendations: [{ resultId: '-2+3', title: '\t=cmd|x', trackedOn: '2026-10-01' }],
  })
  const { content, rows, filename } = reviewFile(hostile, new Map([['U0ANA', '+1 Ana']]))
  expect(filename).toBe('sightline-review-2026-10-01-2026-11-22.csv')
  expect(rows).toBe(7)
  const lines = content.slice(1).split('\r\n')
  expect(lines[0]).toMatch(/^Kind,Title,By,By \(Slack id\),Day,/)
  expect(lines.filter((line) => line.startsWith('task,'))).toHaveLength(5)
  expect(content, 'no cell begins as a formula does').not.toMatch(/(?:^|[,;\t\n"])[=+@]/m)
  expect(content).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(content).toContain("'+1 Ana")
  expect(lines.find((line) => line.startsWith('recommendation'))).toContain("'-2+3")
  const moved = lines.find((line) => line.includes('up more than ordinary variation'))
  expect(moved, 'figures are numbers').toMatch(/,5\.4,2\.1,8\.7,Perplexity: 26\.4,/)
})

it('a review’s canvas has no links, mentions or headings from people’s text', () => {
  const text = '# Up ![](@U666) [click](https://evil.example) <!channel> **x** | y'
  const canvas = reviewCanvas(
    assembleReview({ ...quarterInput, notes: [{ day: '2026-10-12', text, by: 'U0ANA' }] }),
  )
  expect(canvas).toMatch(/^# Brand review: Northwind · 1 Oct – 22 Nov\n/)
  expect(canvas).toContain('Sightline replaces this canvas with each review.')
  expect(canvas.match(/!\[\]\(@/g), 'only of who did it').toHaveLength(3)
  expect(canvas).not.toMatch(/\]\(https|https:\/\/|<!|\*\*x\*\*/)
})
