import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recordKey } from '../../../src/store/index.ts'
import { codePoint } from '../../properties/texts.ts'
import { isThorough } from '../../properties/thorough.ts'
import {
  first,
  intent,
  monday,
  newTeam,
  start,
  statement,
  type TheDatabase,
  weekly,
  workspaceIn,
} from './world.ts'

/** Any UTF-16, including NUL and lone surrogates, mixed with what SQL and JSON care about. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    maxLength: 60,
  }),
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.constantFrom(
    "'; DROP TABLE tasks; --",
    '" OR 1=1',
    '\\',
    '$1',
    '?',
    ':a',
    '\0',
    'a\0b',
    '\uD83D',
    '\uDE00\uD83D',
    '👩‍👩‍👧',
    'Z͑ͫ̓',
    '‮txt',
    '\\u0000',
    '%s%_',
    "E'\\x00'",
    'NULL',
    '',
  ),
)

const stored = (value: string) => value.toWellFormed().replaceAll('\0', '\uFFFD')

export function hostileSuite(database: TheDatabase) {
  // All columns are bound alike (`storable`).
  it('is kept in keys, other columns, JSON and messages, and found again', async () => {
    const store = first(database)
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 8, maxLength: 8 }), async (texts) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = texts
        // The prefix keeps the runs apart; the rest of every key is hostile.
        const team = newTeam() + a

        expect(await store.channels.track(team, b, c, d, start)).toBe(true)
        expect(await store.channels.track(team, b, c, d, start)).toBe(false)
        const tracked = { resultId: stored(c), addedBy: stored(d) }
        expect(await store.channels.tracked(team, b)).toMatchObject([tracked])

        const digest = { ...weekly, name: c, filters: d, schedule: { ...monday, time: g, timeZone: h } }
        const { id } = await store.subscriptions.create({ ...digest, team, id: a, channel: b, by: e }, start)
        await store.subscriptions.pause(team, id, { code: 'other', detail: f }, start)
        expect(await store.subscriptions.forChannel(team, b)).toMatchObject([
          {
            team: stored(team),
            id: stored(a),
            channel: stored(b),
            name: stored(c),
            filters: stored(d),
            schedule: { time: stored(g), timeZone: stored(h) },
            owner: stored(e),
            createdBy: stored(e),
            pausedReason: { code: 'other', detail: f },
          },
        ])
        expect(await store.subscriptions.setOwner(team, id, { from: e, to: g }, start)).toBe(true)

        // An index takes no long entries.
        for (const key of [recordKey(a), recordKey(b.repeat(99))]) {
          expect(key).toMatch(/^.{1,100}$/su)
          expect(stored(key)).toBe(key)
        }

        const about = { [a]: b, c }
        const { owedDigest, claimedRow, begin } = workspaceIn(store, team)
        const owed = { ...owedDigest(start, id), channel: b, askedBy: c, about }
        const row = await claimedRow(owed)
        expect(row).toMatchObject({ team: stored(team), subject: stored(id), channel: stored(b) })
        expect(JSON.parse(row.about)).toEqual(about)
        expect(await store.outbox.enqueue([owed], start), 'it has the same id').toEqual([])
        const because = (detail: string) =>
          ({ code: 'given_up', cause: { code: 'not_composed', detail } }) as const
        const digestStatement = statement({
          reddit: {
            summaries: [{ summaryId: c, subreddit: d, creationDate: f }],
            sentiments: { [d]: e },
          },
          actions: { recommendations: { [a]: { [b]: c, [d]: null } } },
          evaluations: { states: { [e]: 'ended' } },
        })
        await begin(row, {
          ...intent({ statement: digestStatement }),
          message: { text: g, blocks: [h] },
        })
        await store.outbox.settle(row, { state: 'unknown', dueAt: null, reason: because(g) }, start)
        const [unknown] = await store.outbox.list({ team, channel: b }, ['digest'], { limit: 1, offset: 0 })
        expect(unknown).toMatchObject({ channel: stored(b), reason: because(g), askedBy: stored(c) })
        expect(JSON.parse(unknown?.message ?? '')).toEqual({ text: g, blocks: [h] })
        expect((await store.outbox.settle(row, { state: 'sent', ts: h }, start)).result).toBe('settled')
        expect(await store.outbox.get(team, row.id)).toMatchObject({ ts: stored(h) })
        const { reddit, actions, evaluations } = digestStatement
        expect(await store.records.get(team, id)).toMatchObject({ reddit, actions, evaluations })
      }),
      { numRuns: isThorough ? 60 : 25 },
    )
  })
}
