import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HomeContent, type HomeDigest, homePage, homeView } from '../../src/blocks/home/home.ts'
import { readConfig } from '../../src/config/index.ts'
import { causeOf } from '../../src/store/reason.ts'
import { reason, reportOf, text } from '../blocks/arbitraries.ts'
import { validateView } from '../blocks/validate.ts'

const at = fc.constantFrom('2026-11-16T08:00:00Z', 'never', '')
const digest: fc.Arbitrary<HomeDigest> = fc.record({
  id: fc.uuid(),
  channel: fc.oneof(fc.constant('C0BRAND'), text),
  name: text,
  scope: fc.option(text),
  schedule: text,
  alerts: fc.record({
    overtaken: fc.boolean(),
    visibilityFallsBy: fc.option(fc.double()),
    sentimentNegative: fc.boolean(),
    evaluationDone: fc.boolean(),
    quietHours: fc.option(fc.record({ from: text, to: text })),
  }),
  pausedBy: fc.option(text),
  pausedFor: fc.option(reason.map(causeOf)),
  pausedAt: fc.option(at),
  nextRuns: fc.array(at, { maxLength: 2 }),
  last: fc.option(
    fc.record({
      state: fc.constantFrom('pending', 'posted', 'unknown', 'skipped', 'failed'),
      at,
      reason: fc.option(reason),
      messageTs: fc.option(text),
    }),
  ),
  link: fc.option(fc.oneof(text, fc.constant('https://a.slack.com/archives/C0BRAND/p1794816003000100'))),
})
const ref = { organizationId: text, workspaceId: text, resultId: text }
const task = fc.record({
  ...ref,
  state: fc.constantFrom('creating', 'created', 'unknown'),
  taskId: fc.option(text),
  name: fc.option(text),
  title: fc.option(text),
  createdBy: fc.oneof(fc.constant('U0ANA'), text),
  channel: text,
  at,
  doneOn: fc.constant(null),
  link: fc.option(text),
})
const recommendation = fc.record({ ...ref, channel: text, title: fc.option(text) })
const standing: fc.Arbitrary<NonNullable<Extract<HomeContent, { kind: 'dashboard' }>['standing']>> = fc.oneof(
  fc.record({ kind: fc.constant('loading'), channel: fc.option(text) }),
  fc.record({ kind: fc.constant('unavailable'), sentence: text, reference: text, channel: fc.option(text) }),
  fc.record({ kind: fc.constant('ready'), report: reportOf(text, 12), channel: fc.option(text) }),
)
const connection = fc.option(
  fc.record({
    key: fc.option(
      fc.oneof(
        fc.constant('configured'),
        fc.record({ lastFour: text, connectedBy: fc.option(text), connectedAt: at }),
      ),
    ),
  }),
)

describe('the Home tab', () => {
  it('is accepted by Slack with every digest of its page, whatever their names', () => {
    fc.assert(
      fc.property(
        fc.array(digest, { minLength: 1, maxLength: 12 }),
        fc.array(task, { maxLength: 5 }),
        fc.array(recommendation, { maxLength: 5 }),
        fc.tuple(standing, connection),
        fc.integer({ min: 1, max: 9 }),
        (digests, tasks, recommendations, [stands, connected], page) => {
          const content: HomeContent = {
            kind: 'dashboard',
            standing: stands,
            open: {
              isTracking: true,
              recommendations,
              moreRecommendations: 7,
              tasks,
              moreTasks: 3,
              hasTasks: true,
              mayChange: page % 2 === 0,
            },
            digests,
            total: digests.length * 9,
            page,
            pages: 9,
            connection: connected,
            mayChange: page % 2 === 0,
          }
          const view = homeView(content, { kind: 'email', address: 'help@northwind.example' })
          expect(validateView(view)).toEqual([])
          const rows = view.blocks.filter((block) => JSON.stringify(block).includes('digest_delete_ask'))
          expect(rows).toHaveLength(digests.length)
          const health =
            JSON.stringify(rows).match(
              /On schedule|Scheduled|⚠ Retrying: |⚠ The last one (?:was not|may not)|⏸ Paused|✗ Stopped/g,
            ) ?? []
          expect(health).toHaveLength(digests.length)
          expect(homePage(view.private_metadata ?? '')).toBe(page)
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it.each(['', '{}', '{"page":0}', '{"page":-1}', '{"page":"2"}', 'null', '{"page":99999999}'])(
    'starts on the first page if its metadata is %j',
    (note) => {
      expect(homePage(note)).toBe(1)
    },
  )
})

describe('the contact for help', () => {
  const contactOf = (SIGHTLINE_CONTACT: string) =>
    readConfig({
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_APP_TOKEN: 'xapp-test',
      SIGHTLINE_API_KEY: 'sk-test-1234',
      SIGHTLINE_API_URL: 'http://127.0.0.1:1',
      SIGHTLINE_SEARCH_API_URL: 'http://127.0.0.1:2',
      SIGHTLINE_ORGANIZATION_ID: 'org',
      SIGHTLINE_WORKSPACE_ID: 'workspace',
      SIGHTLINE_PROJECT_ID: 'project',
      SIGHTLINE_CONTACT,
    }).contact

  it.each([
    ['U0123ABCD', { kind: 'user', id: 'U0123ABCD' }],
    ['<@U0123ABCD>', { kind: 'user', id: 'U0123ABCD' }],
    ['help@northwind.example', { kind: 'email', address: 'help@northwind.example' }],
    ['', null],
  ])('is read from %j', (given, contact) => {
    expect(contactOf(given)).toEqual(contact)
  })

  it.each(['#help', '@channel', '<!here>', 'Ana'])('is rejected as %j at startup', (given) => {
    expect(() => contactOf(given)).toThrow('must be a Slack user id (U…) or an e-mail address')
  })
})
