/** What is left in the end: processes, connections, memory, and what is half done. */
import { teamOf } from '../marks.ts'
import { type Part, rowsOf } from './evidence.ts'

/** Of resident memory: compose.yml gives a process 512. */
const mostMemoryMb = 400
/** What a calm day may add to a process that has met every workspace before: V8 grows its heap in steps. */
const mostGrowthMb = 64
/** Sockets that a process may have more in the evening than in the morning: connections that are kept open for a while. */
const moreSockets = 12

export const processes: Part = ({ deaths, letIn, unsettled, held, standing, output }, figures, broken) => {
  broken.push(...deaths, ...letIn)
  for (const line of unsettled) broken.push(`not settled: ${line}`)
  if (held > 0) broken.push(`${held} connections hold a transaction or wait for a lock`)
  for (const line of output)
    if (/uncaught|unhandled/i.test(line)) broken.push(`an unhandled error: ${line.slice(0, 300)}`)
  const { before, after } = standing
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

/** No row of a workspace that has the app is half way when all is quiet. */
export const rows: Part = (evidence, _figures, broken) => {
  const active = new Set(evidence.active.map(teamOf))
  const none = (table: string, what: string, isHalf: (row: Readonly<Record<string, unknown>>) => boolean) => {
    const half = rowsOf(evidence, table).filter((row) => active.has(String(row.team_id)) && isHalf(row))
    for (const { team_id } of half) broken.push(`${String(team_id)}: ${what}`)
  }
  none('deliveries', 'a delivery is under way', ({ state }) => state === 'posting' || state === 'pending')
  none(
    'deliveries',
    'an ended delivery keeps what it was to say',
    ({ state, says, thread, thread_at }) =>
      ['skipped', 'failed'].includes(String(state)) &&
      (says !== null || thread !== null || thread_at !== null),
  )
  none('tasks', 'a task is being created', ({ state }) => state === 'creating')
  none('tasks', 'a task is not shown', ({ unshown_since }) => unshown_since !== null)
  none('invitations', 'an introduction is under way', ({ due_at }) => due_at !== null)
  none('disconnected_workspaces', 'it is disconnected', () => true)
  none('installations', 'its installation has ended', ({ ended_at }) => ended_at !== null)
}
