/** The product's processes in a storm: started as `npm start` does, then killed, paused, resumed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Chance } from '../chance.ts'
import { inherited } from '../inherited-environment.ts'
import { freePort } from '../store/postgres-server.ts'
import { pause, type StormTime } from './time.ts'

/** Loaded before the product. */
export const preload = join(import.meta.dirname, 'preload.ts')

/** Which code a process runs, and with which environment. */
export interface Version {
  /** The folder that contains `src`. */
  readonly tree: string
  readonly env: Readonly<Record<string, string>>
}

/** What was done to a process, in real milliseconds. Every start gets a new port. */
export interface Fate {
  readonly port: number
  /** `end`: it was replaced. */
  readonly how: 'kill' | 'stop' | 'end'
  /** The boundary; `null`: at any moment. */
  readonly where: string | null
  readonly at: number
  /** When it resumed or ended; infinity if it was killed. */
  until: number
}

/** A process's resources while nothing is in progress. */
export interface Resources {
  readonly port: number
  readonly memoryMb: number
  readonly sockets: number
}

interface Bot {
  readonly index: number
  readonly port: number
  readonly version: Version
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  running: boolean
  /** When it resumes, in storm time; `null` if it isn't paused. */
  resumeAt: number | null
  ending: boolean
}

export interface BotsOptions {
  readonly size: number
  readonly version: Version
  /** The fate of every process at each start; paused ones resume one after the other. `null`: random. */
  readonly opening: string | null
  readonly time: StormTime
  readonly chance: Chance
}

export class Bots {
  readonly #options: BotsOptions
  readonly #bots: (Bot | null)[]
  /** Boundaries that processes have reached in a storm. */
  readonly boundaries = new Set<string>()
  readonly killedAt = new Set<string>()
  readonly pausedAt = new Set<string>()
  /** Everything the processes wrote. */
  readonly output: string[] = []
  readonly crashes: string[] = []
  readonly fates: Fate[] = []
  /** The folder that each process was started from, by port. */
  readonly trees = new Map<number, string>()
  /** Starts that failed because the database was down. */
  failedStarts = 0
  kills = 0
  pauses = 0
  #disrupting = false
  #version: Version

  constructor(options: BotsOptions) {
    this.#options = options
    this.#version = options.version
    this.#bots = Array.from({ length: options.size }, () => null)
  }

  async start(): Promise<void> {
    await Promise.all(this.#bots.map((_, index) => this.#start(index)))
  }

  ports(): readonly number[] {
    return this.#bots.flatMap((bot) => (bot === null ? [] : [bot.port]))
  }

  /** All are running and none is paused. */
  get allRunning(): boolean {
    return this.#bots.every((bot) => bot?.running && bot.resumeAt === null)
  }

  /** Each process's resources; empty where the system doesn't report them. */
  resources(): readonly Resources[] {
    if (process.platform !== 'linux') return []
    return this.#bots.flatMap((bot) => {
      if (!bot?.running) return []
      const path = `/proc/${bot.child.pid}`
      try {
        const kB = /VmRSS:\s+(\d+)/.exec(readFileSync(`${path}/status`, 'utf8'))?.[1] ?? '0'
        const sockets = readdirSync(`${path}/fd`).filter((fd) => isSocket(`${path}/fd/${fd}`)).length
        return [{ port: bot.port, memoryMb: Number(kB) / 1024, sockets }]
      } catch {
        // It has just exited.
        return []
      }
    })
  }

  /** How long this process has waited for a processor, in milliseconds; 0 where the system doesn't report it. */
  waitedMs(port: number): number {
    return waitedForProcessorMs(this.#bots.find((bot) => bot?.port === port)?.child.pid)
  }

  /** What processes start from, from now on. */
  get version(): Version {
    return this.#version
  }

  /**
   * Replaces the processes one by one, as a rolling restart does: each is ended as a supervisor would end it, and the
   * next one waits until the successor is running.
   */
  async replace(version: Version): Promise<void> {
    this.#version = version
    for (const index of this.#bots.keys())
      for (;;) {
        const bot = this.#bots[index]
        if (bot?.running && bot.version === version) break
        // A process that is still starting, e.g. after a kill, may finish its start first.
        if (bot?.running) await this.#end(bot)
        await pause(50)
      }
  }

  get disrupting(): boolean {
    return this.#disrupting
  }

  /** Whether every process gets a fate, from now on. */
  set disrupting(value) {
    this.#disrupting = value
    for (const bot of this.#bots) if (bot?.running) this.#sendFate(bot)
  }

  /** SIGKILL at a random moment. */
  killOne(): void {
    const running = this.#bots.filter((bot) => bot?.running && bot.resumeAt === null)
    const bot = running[this.#options.chance.between(0, running.length - 1)]
    if (!bot) return
    this.#recordFate(bot, 'kill', null)
    bot.child.kill('SIGKILL')
  }

  /** Resumes the processes whose pause is over. */
  resumeDue(): void {
    const now = this.#options.time.ms()
    for (const bot of this.#bots) {
      if (bot === null || bot.resumeAt === null || bot.resumeAt > now) continue
      this.#resume(bot)
    }
  }

  #resume(bot: Bot): void {
    bot.resumeAt = null
    const stopped = this.fates.findLast(({ port, how }) => port === bot.port && how === 'stop')
    if (stopped !== undefined) stopped.until = Date.now()
    bot.child.kill('SIGCONT')
  }

  /** @returns whether it exited on its own in time */
  async #end(bot: Bot): Promise<boolean> {
    if (bot.resumeAt !== null) this.#resume(bot)
    bot.child.kill('SIGTERM')
    const fate = this.#addFate(bot, 'end', 'replaced')
    const late = setTimeout(() => bot.child.kill('SIGKILL'), 30_000)
    // It tells people that it stops within some seconds, which a faster clock would take away.
    await this.#options.time.atRealSpeed(() => bot.exited)
    fate.until = Date.now()
    clearTimeout(late)
    return bot.child.exitCode === 0
  }

  /** Stops all processes as a supervisor does; `false` if one had to be killed. */
  async stop(): Promise<boolean> {
    const ended = this.#bots.map(async (bot) => {
      if (bot === null) return true
      bot.ending = true
      return this.#end(bot)
    })
    return (await Promise.all(ended)).every(Boolean)
  }

  async #start(index: number): Promise<void> {
    const port = await freePort()
    const version = this.#version
    const child = spawn('sh', [join(version.tree, 'src/start.sh'), '--import', preload], {
      cwd: version.tree,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...inherited,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        ...version.env,
        SIGHTLINE_HTTP_PORT: String(port),
      },
    })
    const exited = once(child, 'exit')
    const bot: Bot = { index, port, version, child, exited, running: false, resumeAt: null, ending: false }
    this.#bots[index] = bot
    this.trees.set(port, version.tree)
    // Input for a killed process is never read.
    child.stdin.on('error', () => {})
    let last = ''
    const ready = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        if (line.startsWith('storm: ')) this.#onReport(bot, line.slice('storm: '.length))
        else {
          this.output.push(line)
          last = `${last}\n${line}`.slice(-3_000)
        }
        if (line.includes('"Sightline is running"')) {
          bot.running = true
          if (this.#disrupting) this.#sendFate(bot)
          ready.resolve()
        }
      })
    child.once('close', (code, signal) => {
      const wasRunning = bot.running
      bot.running = false
      bot.resumeAt = null
      ready.resolve()
      const fate = this.fates.findLast((one) => one.port === port)
      if (fate?.until === Number.POSITIVE_INFINITY && fate.how === 'stop') fate.until = Date.now()
      if (bot.ending) return
      const isReplaced = bot.version !== this.#version && code === 0
      // As documented: exits so that a supervisor tries again.
      const isNoStart = !wasRunning && code === 1 && last.includes('cannot be reached')
      if (isNoStart) {
        this.failedStarts += 1
        // Requests that it had already taken are lost, as if it had been killed.
        this.#addFate(bot, 'kill', 'start')
      } else if (signal !== 'SIGKILL' && !isReplaced)
        this.crashes.push(`a process ended by itself with ${code ?? signal}: ${last}`)
      setTimeout(() => void this.#start(index), isNoStart ? 1_000 : 0)
    })
    await ready.promise
  }

  #sendFate({ child }: Bot): void {
    child.stdin?.write(`${this.#disrupting ? this.#fate() : 'none'}\n`)
  }

  /** A boundary where no process was killed or paused before, if there is one. */
  #fate(): string {
    const { chance, opening } = this.#options
    if (opening !== null) return opening
    const how = chance.happens(0.7) ? 'kill' : 'stop'
    const visited = how === 'kill' ? this.killedAt : this.pausedAt
    const all = chance.shuffled([...this.boundaries].sort())
    const at = all.find((one) => !visited.has(one)) ?? all[0]
    return at === undefined ? '' : `${how} ${at}`
  }

  #onReport(bot: Bot, line: string): void {
    const [what = '', ...rest] = line.split(' ')
    const name = rest.join(' ')
    if (what === 'boundary') {
      this.boundaries.add(name)
      // No boundaries were known when its fate was chosen.
      if (this.#disrupting && this.boundaries.size === 20) this.#sendFate(bot)
    }
    if (what === 'kill') {
      this.killedAt.add(name)
      this.#recordFate(bot, 'kill', name)
    }
    if (what === 'stop') {
      this.pausedAt.add(name)
      this.#recordFate(bot, 'stop', name)
      const { time, chance, opening } = this.#options
      // Longer than the lease of a message, and little longer: a storm ends only when all have resumed.
      const ms = opening === null ? chance.between(200_000, 260_000) : 200_000 + bot.index * 150_000
      bot.resumeAt = time.ms() + ms
    }
  }

  #recordFate(bot: Bot, how: Fate['how'], where: string | null): void {
    if (how === 'kill') this.kills += 1
    else this.pauses += 1
    this.#addFate(bot, how, where)
  }

  #addFate({ port }: Bot, how: Fate['how'], where: string | null): Fate {
    const fate = { port, how, where, at: Date.now(), until: Number.POSITIVE_INFINITY }
    this.fates.push(fate)
    return fate
  }
}

/** How long a process has waited while the machine ran others, in milliseconds. */
export function waitedForProcessorMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // It was closed after it was listed.
    return false
  }
}
