/**
 * Listens to all output of a test file and of the processes that it starts, without changing where it goes. A module of its
 * own, because a worker that runs several files must listen only once.
 *
 * - standard output, standard error and the console of the test file
 * - each line of any log: pino reports it on a diagnostics channel
 * - standard output and standard error of each child process: Node reports processes on another channel
 */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { expect } from 'vitest'
import { masked, secretsIn } from './shapes.ts'

/** Processes that may print secrets: the sandbox's service and Slack print the demo keys to use. */
const MAY_PRINT_KEYS = /sandbox\/(?:service|slack)\/main\.ts(?: |$)|^run (?:service|slack) /

/** Each secret that was printed: what, where, and during which test. */
export const findings: string[] = []
/** Each bot log line that reached the output of the test run. */
export const logged: string[] = []
/** Each process that was started, with its command line. */
export const started: string[] = []

/** The output that a person running the tests reads. */
const testOutput = ['standard output', 'standard error'] as const

/** Searches a source line by line, because a secret may arrive in two pieces. */
function reader(source: string): (chunk: unknown) => void {
  let line = ''
  return (chunk) => {
    const lines = (line + String(chunk)).split('\n')
    line = lines.pop() ?? ''
    // The last line may never end.
    for (const one of [...lines, line]) note(source, one)
  }
}

function note(source: string, line: string): void {
  if (testOutput.some((name) => name === source) && line.startsWith('{"level":'))
    logged.push(line.slice(0, 200))
  const secrets = secretsIn(line)
  if (secrets.length === 0) return
  const { currentTestName } = expect.getState()
  const whats = [...new Set(secrets.map(({ what }) => what))].join(', ')
  const finding = `${whats} in ${source}, during "${currentTestName ?? 'set-up'}": ${masked(line).slice(0, 500)}`
  if (!findings.includes(finding)) findings.push(finding)
}

interface Writes {
  write(chunk: unknown, ...rest: unknown[]): boolean
}

function tapWrites(source: string, stream: Writes): void {
  const read = reader(source)
  const write = stream.write
  stream.write = (chunk, ...rest) => {
    read(chunk)
    return write.call(stream, chunk, ...rest)
  }
}

interface Emits {
  emit(event: string | symbol, ...args: unknown[]): boolean
}

function tapData(source: string, stream: Emits): void {
  const read = reader(source)
  const emit = stream.emit
  // Adding a listener would start the stream before the test listens.
  stream.emit = (event, ...args) => {
    if (event === 'data') read(args[0])
    return emit.call(stream, event, ...args)
  }
}

tapWrites(testOutput[0], process.stdout)
tapWrites(testOutput[1], process.stderr)
for (const name of ['_stdout', '_stderr']) tapWrites('the console', Reflect.get(console, name))

subscribe('tracing:pino_asJson:end', (message) => {
  note('a log line', String(Reflect.get(message as object, 'result')).trimEnd())
})

subscribe('child_process', (message) => {
  const child: ChildProcess = Reflect.get(message as object, 'process')
  child.once('spawn', () => {
    started.push(child.spawnargs.join(' '))
    const [, script = child.spawnfile] = child.spawnargs
    if (MAY_PRINT_KEYS.test(child.spawnargs.slice(1).join(' '))) return
    if (child.stdout !== null) tapData(`standard output of ${script}`, child.stdout)
    if (child.stderr !== null) tapData(`standard error of ${script}`, child.stderr)
  })
})
