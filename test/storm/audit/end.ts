/** What is left in the end: processes, connections, memory, and what is half done. */
import type { Part } from './evidence.ts'

/** Of resident memory: compose.yml gives a process 512. */
const mostMemoryMb = 400

export const processes: Part = ({ deaths, letIn, unsettled, held, memoryMb, output }, figures, broken) => {
  broken.push(...deaths, ...letIn)
  for (const line of unsettled) broken.push(`not settled: ${line}`)
  if (held > 0) broken.push(`${held} connections hold a transaction or wait for a lock`)
  for (const line of output)
    if (/uncaught|unhandled/i.test(line)) broken.push(`an unhandled error: ${line.slice(0, 300)}`)
  for (const mb of memoryMb) if (mb > mostMemoryMb) broken.push(`a process has ${Math.round(mb)} MB`)
  figures.push(`memory in the end: ${memoryMb.map((mb) => `${Math.round(mb)} MB`).join(', ')}`)
}
