import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/store/index.ts'
import { filled, filledFile, type Rows, rowsIn } from './backup/rows.ts'
import { start } from './contract/world.ts'
import { folderForEachTest } from './own-folder.ts'

const folder = folderForEachTest()

it('every table that names a channel gets its new id, and rows are otherwise unchanged', async () => {
  const file = join(folder.path, 'sightline.db')
  await filledFile(file)
  const rows = filled(rowsIn(file))

  const store = await openStore({ file })
  const places = Object.values(rows)
    .flat()
    .flatMap(({ team_id, channel_id }) =>
      typeof channel_id === 'string' && channel_id !== '' ? [[String(team_id), channel_id] as const] : [],
    )
  for (const [team, from] of places) await store.channels.move({ team, from, to: `${from}-new` }, start)
  await store.close()

  const moved = rowsIn(file)
  // Left out: the move's own line in the audit log, and columns that void claims on the old id.
  const comparable = (all: Rows, suffix: string) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([table]) => table !== 'paces')
        .map(([table, some]) => [
          table,
          some
            .filter(({ action }) => action !== 'channel.move')
            .map(({ attempt: _, lease_until: __, updated_at: ___, revision: ____, ...row }) => ({
              ...row,
              ...(row.channel_id == null ? {} : { channel_id: `${row.channel_id}${suffix}` }),
            }))
            .map((row) => JSON.stringify(row, Object.keys(row).sort()))
            .sort(),
        ]),
    )
  expect(comparable(moved, '')).toEqual(comparable(rows, '-new'))
  expect(moved.paces, 'an event for the old id has no effect').toEqual(
    rows.paces?.filter(({ channel_id }) => channel_id === ''),
  )
})
