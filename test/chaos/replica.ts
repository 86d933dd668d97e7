/** The driver's handle on one process of a chaos run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ChannelDefaults } from '../../src/model/channel.ts'
import type { OutboxRow, StoreOptions } from '../../src/store/index.ts'
import type { OutboxBreak } from './breaks.ts'
import type { Fate } from './steps.ts'

export interface ReplicaSettings {
  readonly timeFile: string
  readonly slackUrl: string
  readonly service: { readonly baseUrl: string; readonly searchBaseUrl: string; readonly key: string }
  readonly defaults: ChannelDefaults
  readonly database: StoreOptions
  readonly team: string
  /** The user to notify when an owner can't be reached. */
  readonly contact: string
  /** The ids of the subscriptions whose records are reported. */
  readonly subscriptions: readonly string[]
  /** Channels where Sightline introduces itself. */
  readonly invitedTo: readonly string[]
  readonly fates: readonly Fate[]
  readonly broken: OutboxBreak | null
}

/** What a process reads from the database. */
export interface Records {
  /** Every message that is owed or was. */
  readonly rows: readonly OutboxRow[]
  /** Whether anything is still to be posted or looked up. */
  readonly hasPending: boolean
}

export interface Intent {
  /** The delivery's id. */
  readonly delivery: string
  readonly replies: number
}

/** A log line without the delivery. */
export interface LogLine {
  readonly level: 'warn' | 'error'
  readonly event: string
  readonly code?: string
  readonly error?: string
}

export interface ReplicaEvents {
  /** Its next fate is about to kill or pause it, with this delivery in progress. */
  fateReached(fate: Fate & { readonly delivery: string | null }): void
  /** It enters or leaves a step with that delivery. */
  stepped(delivery: string, what: string): void
  /** It is about to post a digest with this many replies. */
  intends(intent: Intent): void
  logged(line: LogLine): void
  /** It exited without being killed. */
  crashed(how: string): void
}

/** The real time between two attempts to resume a process, in milliseconds. */
const wakeMs = 250

const script = fileURLToPath(import.meta.resolve('./process.ts'))

export class Replica {
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #timeWaiters: (() => void)[] = []
  readonly #passWaiters: (() => void)[] = []
  readonly #recordWaiters: ((records: Records | null) => void)[] = []
  #alive = true
  #paused = false
  #listening = false
  #killed = false
  #ready = false
  #waking: NodeJS.Timeout | undefined

  constructor(settings: ReplicaSettings, events: ReplicaEvents) {
    this.#child = spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#exited = once(this.#child, 'close')
    let stderrTail = ''
    this.#child.stderr?.on('data', (text) => {
      stderrTail = `${stderrTail}${text}`.slice(-2_000)
    })
    // Input for a killed process is never read.
    this.#child.stdin?.on('error', () => {})
    this.#child.once('exit', (code, signal) => {
      this.#alive = false
      clearInterval(this.#waking)
      this.#release()
      if (signal !== 'SIGKILL' && !this.#killed) events.crashed(`${code ?? signal}: ${stderrTail}`)
    })
    if (this.#child.stdout !== null)
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const [word = '', ...rest] = line.split(' ')
        const more = rest.join(' ')
        clearInterval(this.#waking)
        if (word === 'turned') for (const resolve of this.#timeWaiters.splice(0)) resolve()
        else if (word === 'passed') for (const resolve of this.#passWaiters.splice(0)) resolve()
        else if (word === 'listening') this.#listening = true
        else if (word === 'ready') this.#ready = true
        else if (word === 'step') events.stepped(rest[0] ?? '', rest.slice(1).join(' '))
        else if (word === 'intent') events.intends(JSON.parse(more))
        else if (word === 'log') events.logged(JSON.parse(more))
        else if (word === 'records')
          for (const resolve of this.#recordWaiters.splice(0)) resolve(JSON.parse(more))
        else if (word === 'fate') {
          const fate: Parameters<ReplicaEvents['fateReached']>[0] = JSON.parse(more)
          this.#paused = fate.how === 'SIGSTOP'
          this.#release()
          events.fateReached(fate)
        }
      })
  }

  get alive(): boolean {
    return this.#alive
  }

  /** Whether it was paused and has not been resumed. */
  get paused(): boolean {
    return this.#paused
  }

  /** Whether its start has come far enough for it to notice the time. */
  get listening(): boolean {
    return this.#listening
  }

  /** Whether the runner is running. */
  get ready(): boolean {
    return this.#ready && this.#alive
  }

  /** Tells it that the time moved. Resolves when it has noticed, or can't. */
  async announceTime(): Promise<void> {
    if (!this.#alive || this.#paused || !this.#listening) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#timeWaiters.push(resolve)
    this.#child.stdin?.write('t\n')
    await promise
  }

  /** Resolves when the runner has finished a pass, or its process no longer can. */
  async pass(): Promise<void> {
    if (!this.#alive) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#passWaiters.push(resolve)
    await promise
  }

  /** Resolves when its process has ended. */
  async exited(): Promise<void> {
    await this.#exited
  }

  /** Adds a fate. */
  addFate(fate: Fate): void {
    this.#child.stdin?.write(`f ${JSON.stringify(fate)}\n`)
  }

  /** The records as it reads them; `null` if it can't at the moment. */
  async records(): Promise<Records | null> {
    if (!this.ready || this.#paused) return null
    const { promise, resolve } = Promise.withResolvers<Records | null>()
    this.#recordWaiters.push(resolve)
    this.#child.stdin?.write('r\n')
    return promise
  }

  /** Repeats SIGCONT until the process responds: it announces a pause first, so the first signal may be too early. */
  resume(): void {
    if (!this.#alive || !this.#paused) return
    this.#paused = false
    this.#child.kill('SIGCONT')
    this.#waking = setInterval(() => this.#child.kill('SIGCONT'), wakeMs)
  }

  async kill(): Promise<void> {
    this.#killed = true
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** Resolves what waits for an answer that can't come. */
  #release(): void {
    for (const resolve of [...this.#timeWaiters.splice(0), ...this.#passWaiters.splice(0)]) resolve()
    for (const resolve of this.#recordWaiters.splice(0)) resolve(null)
  }
}
