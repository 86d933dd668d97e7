/** What remains at the end: processes, connections, memory and unfinished rows. */
import { teamOf } from '../marks.ts'
import { type Part, rowsOf } from './evidence.ts'

/** Resident memory, in MB. compose.yml gives a process 512. */
const mostMemoryMb = 400
/** Growth allowed over a calm day for a process that has already served every workspace. V8 grows its heap in steps. */
const mostGrowthMb = 64
/** How many more sockets a process may have in the evening than in the morning: some connections are kept open. */
const moreSockets = 12

export const processes: Part = (
  { crashes, acceptedAttacks, unsettled, held, resources, output },
  figures,
  broken,
) => {
  broken.push(...crashes, ...acceptedAttacks)
  for (const line of unsettled) broken.push(`not settled: ${line}`)
  if (held > 0) broken.push(`${held} connections hold a transaction or wait for a lock`)
  for (const line of output)
    if (/uncaught|unhandled|"name":"(?:Type|Reference)Error"/i.test(line))
      broken.push(`a mistake in the code: ${line.slice(0, 300)}`)
  const { before, after } = resources
  for (const { port, memoryMb, sockets } of after) {
    if (memoryMb > mostMemoryMb) broken.push(`a process has ${Math.round(memoryMb)} MB`)
    const then = before.find((one) => one.port === port)
    if (then === undefined) continue
    if (memoryMb - then.memoryMb > mostGrowthMb)
      broken.push(
        `a process has ${Math.round(memoryMb)} MB after a calm day, and had ${Math.round(then.memoryMb)} before`,
      )
    if (sockets - then.sockets > moreSockets)
      broken.push(`a process has ${sockets} sockets after a calm day, and had ${then.sockets} before`)
  }
  const sizes = (of: typeof after) =>
    of.map(({ memoryMb, sockets }) => `${Math.round(memoryMb)} MB and ${sockets} sockets`).join(', ')
  figures.push(
    `in the end: ${sizes(after)}${before.length === 0 ? '' : `; before the last, calm day: ${sizes(before)}`}`,
  )
}

/** Once all is quiet, no row of a workspace that has the app is unfinished. */
export const rows: Part = (evidence, _figures, broken) => {
  const active = new Set(evidence.active.map(teamOf))
  const none = (table: string, what: string, isHalf: (row: Readonly<Record<string, unknown>>) => boolean) => {
    const half = rowsOf(evidence, table).filter((row) => active.has(String(row.team_id)) && isHalf(row))
    for (const { team_id } of half) broken.push(`${String(team_id)}: ${what}`)
  }
  none(
    'outbox',
    'an ended message keeps its text',
    ({ state, message }) => ['sent', 'skipped', 'failed'].includes(String(state)) && message !== null,
  )
  none('tasks', 'a task is being created', ({ state }) => state === 'creating')
  none('tasks', 'a task is not shown', ({ outdated_since }) => outdated_since !== null)
  none('disconnected_workspaces', 'it is disconnected', () => true)
  none('installations', 'its installation has ended', ({ ended_at }) => ended_at !== null)
}
