/** What makes the data worth a digest: overtakes, changes, and weeks without either. */
import { expect, test } from 'vitest'
import { opened, type Page, paths, queryOf, type Row, send } from './support.ts'

const WEEKS_BACK = 102
const WEEKS_AHEAD = 52

async function weeks() {
  const { service, token } = await opened({ tokenLifeSeconds: 400 * 86_400 })
  const monday = Temporal.PlainDate.from('2026-06-08')
  const read = async (week: number) => {
    const date_start = monday.add({ weeks: week }).toString()
    const { body } = await send<Page<Row>>(`${paths(service).brands}${queryOf({ date_start })}`, { token })
    return body.data
  }
  const all: (readonly Row[])[] = []
  for (let week = -WEEKS_BACK; week <= 0; week++) all.push(await read(week))
  service.clock.advance({ weeks: WEEKS_AHEAD })
  for (let week = 1; week <= WEEKS_AHEAD; week++) all.push(await read(week))
  return all
}

const ahead = (rows: readonly Row[], which: 'value' | 'prev_value') => {
  const ownScore = rows.find((row) => row.is_my_brand)?.visibility_score[which] ?? 0
  const names = rows.filter((row) => (row.visibility_score[which] ?? 0) > ownScore).map(({ brand }) => brand)
  return names.toSorted().join()
}

const change = ({ visibility_score }: Row) =>
  Math.abs((visibility_score.value ?? 0) - (visibility_score.prev_value ?? 0))

test('the own brand overtakes or is overtaken in any eight weeks, and some weeks are quiet', async () => {
  const all = await weeks()
  expect(all).toHaveLength(WEEKS_BACK + WEEKS_AHEAD + 1)
  const overtakes = all.map((rows) => ahead(rows, 'value') !== ahead(rows, 'prev_value'))
  for (let first = 0; first + 8 <= all.length; first++) {
    // Eight weeks contain seven week-to-week changes.
    expect(overtakes.slice(first + 1, first + 8), `from week ${first}`).toContain(true)
  }
  const quiet = all.filter((rows, i) => !overtakes[i] && rows.every((row) => change(row) < 1.5))
  expect(quiet.length).toBeGreaterThan(10)
  const ownChanges = all.flatMap((rows) => rows.filter((row) => row.is_my_brand).map(change))
  expect(ownChanges.filter((points) => points >= 1).length).toBeGreaterThan(20)
  expect(Math.max(...ownChanges)).toBeGreaterThan(3)
  expect(Math.max(...ownChanges)).toBeLessThanOrEqual(14)
})
