/** The processes of the product in a storm: started as `npm start` does, killed, stopped, let go on and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Chance } from '../chaos/random.ts'
import { inherited } from '../inherited-environment.ts'
import { freePort } from '../store/postgres-server.ts'
import type { StormTime } from './time.ts'

/** Loaded before the product. */
export const preload = join(import.meta.dirname, 'preload.ts')

/** What a process is started from, and with. */
export interface Version {
  /** The folder with its `src`. */
  readonly tree: string
  readonly env: Readonly<Record<string, string>>
}

/** What was done to a process, in real milliseconds. Each start of a process has a port of its own. */
export interface Fate {
  readonly port: number
  /** `end`: it is replaced. */
  readonly how: 'kill' | 'stop' | 'end'
  /** The boundary; `null`: at any moment. */
  readonly where: string | null
  readonly at: number
  /** When it went on, or ended; infinity for one that was killed. */
  until: number
}

/** What a process has, while nothing is under way. */
export interface Standing {
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
  /** When it goes on, in the storm's time; `null`: it isn't stopped. */
  goesOnAt: number | null
  ending: boolean
}

export interface BotsOptions {
  readonly size: number
  readonly version: Version
  /** What each process meets whenever it starts; those that stand still go on one after the other. `null`: all is chance. */
  readonly opening: string | null
  readonly time: StormTime
  readonly chance: Chance
}

export class Bots {
  readonly #options: BotsOptions
  readonly #bots: (Bot | null)[]
  /** Boundaries that a process has come to in a storm. */
  readonly boundaries = new Set<string>()
  readonly killedAt = new Set<string>()
  readonly stoppedAt = new Set<string>()
  /** All that the processes have written. */
  readonly output: string[] = []
  readonly deaths: string[] = []
  readonly fates: Fate[] = []
  /** The folder that each process was started from, by its port. */
  readonly trees = new Map<number, string>()
  /** Starts that ended because the database was away. */
  failedStarts = 0
  kills = 0
  stops = 0
  #cruel = false
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

  /** All run, and none is stopped. */
  get whole(): boolean {
    return this.#bots.every((bot) => bot?.running && bot.goesOnAt === null)
  }

  /** What each process has; nothing where the system doesn't tell. */
  standing(): readonly Standing[] {
    if (process.platform !== 'linux') return []
    return this.#bots.flatMap((bot) => {
      if (!bot?.running) return []
      const path = `/proc/${bot.child.pid}`
      try {
        const kB = /VmRSS:\s+(\d+)/.exec(readFileSync(`${path}/status`, 'utf8'))?.[1] ?? '0'
        const sockets = readdirSync(`${path}/fd`).filter((fd) => isSocket(`${path}/fd/${fd}`)).length
        return [{ port: bot.port, memoryMb: Number(kB) / 1024, sockets }]
      } catch {
        // It has just ended.
        return []
      }
    })
  }

  /** What processes start from now on. */
  get version(): Version {
    return this.#version
  }

  /**
   * Replaces the processes one by one, as a rolling restart does: each is ended as a supervisor ends it, and the next one
   * waits until its successor runs.
   */
  async replace(version: Version): Promise<void> {
    this.#version = version
    for (const index of this.#bots.keys())
      for (;;) {
        const bot = this.#bots[index]
        if (bot?.running && bot.version === version) break
        // One that starts, after a kill say, is let start first.
        if (bot?.running) await this.#end(bot)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  }

  get cruel(): boolean {
    return this.#cruel
  }

  /** From now on each process has a fate, or none any more. */
  set cruel(cruel) {
    this.#cruel = cruel
    for (const bot of this.#bots) if (bot?.running) this.#doom(bot)
  }

  /** SIGKILL at any moment. */
  killOne(): void {
    const running = this.#bots.filter((bot) => bot?.running && bot.goesOnAt === null)
    const bot = running[this.#options.chance.between(0, running.length - 1)]
    if (!bot) return
    this.#hit(bot, 'kill', null)
    bot.child.kill('SIGKILL')
  }

  /** Lets those go on whose time has come. */
  look(): void {
    const now = this.#options.time.ms()
    for (const bot of this.#bots) {
      if (bot === null || bot.goesOnAt === null || bot.goesOnAt > now) continue
      this.#goOn(bot)
    }
  }

  #goOn(bot: Bot): void {
    bot.goesOnAt = null
    const stopped = this.fates.findLast(({ port, how }) => port === bot.port && how === 'stop')
    if (stopped !== undefined) stopped.until = Date.now()
    bot.child.kill('SIGCONT')
  }

  /** @returns whether it ended by itself in time */
  async #end(bot: Bot): Promise<boolean> {
    if (bot.goesOnAt !== null) this.#goOn(bot)
    bot.child.kill('SIGTERM')
    const fate: Fate = {
      port: bot.port,
      how: 'end',
      where: 'replaced',
      at: Date.now(),
      until: Number.POSITIVE_INFINITY,
    }
    this.fates.push(fate)
    const late = setTimeout(() => bot.child.kill('SIGKILL'), 30_000)
    await bot.exited
    fate.until = Date.now()
    clearTimeout(late)
    return bot.child.exitCode === 0
  }

  /** As a supervisor does; `false`: one had to be killed. */
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
    const bot: Bot = {
      index,
      port,
      version,
      child,
      exited: once(child, 'exit'),
      running: false,
      goesOnAt: null,
      ending: false,
    }
    this.#bots[index] = bot
    this.trees.set(port, version.tree)
    // Nobody reads what a killed process is told.
    child.stdin.on('error', () => {})
    let last = ''
    const ready = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        if (line.startsWith('storm: ')) this.#told(bot, line.slice('storm: '.length))
        else {
          this.output.push(line)
          last = `${last}\n${line}`.slice(-3_000)
        }
        if (line.includes('"Sightline is running"')) {
          bot.running = true
          if (this.#cruel) this.#doom(bot)
          ready.resolve()
        }
      })
    child.once('close', (code, signal) => {
      const wasRunning = bot.running
      bot.running = false
      bot.goesOnAt = null
      ready.resolve()
      const fate = this.fates.findLast((one) => one.port === port)
      if (fate?.until === Number.POSITIVE_INFINITY && fate.how === 'stop') fate.until = Date.now()
      if (bot.ending) return
      const isReplaced = bot.version !== this.#version && code === 0
      // As the documentation says, for a supervisor to try again.
      const isNoStart = !wasRunning && code === 1 && last.includes('cannot be reached')
      if (isNoStart) {
        this.failedStarts += 1
        // What it had taken by then went with it, as with one that is killed.
        this.fates.push({
          port,
          how: 'kill',
          where: 'start',
          at: Date.now(),
          until: Number.POSITIVE_INFINITY,
        })
      } else if (signal !== 'SIGKILL' && !isReplaced)
        this.deaths.push(`a process ended by itself with ${code ?? signal}: ${last}`)
      setTimeout(() => void this.#start(index), isNoStart ? 1_000 : 0)
    })
    await ready.promise
  }

  #doom({ child }: Bot): void {
    child.stdin?.write(`${this.#cruel ? this.#fate() : 'none'}\n`)
  }

  /** Where nobody was killed or stopped before, if there is such a place. */
  #fate(): string {
    const { chance, opening } = this.#options
    if (opening !== null) return opening
    const how = chance.happens(0.7) ? 'kill' : 'stop'
    const visited = how === 'kill' ? this.killedAt : this.stoppedAt
    const all = chance.shuffled([...this.boundaries].sort())
    const at = all.find((one) => !visited.has(one)) ?? all[0]
    return at === undefined ? '' : `${how} ${at}`
  }

  #told(bot: Bot, line: string): void {
    const [what = '', ...rest] = line.split(' ')
    const name = rest.join(' ')
    if (what === 'boundary') {
      this.boundaries.add(name)
      // Nothing was known yet when its fate was chosen.
      if (this.#cruel && this.boundaries.size === 20) this.#doom(bot)
    }
    if (what === 'kill') {
      this.killedAt.add(name)
      this.#hit(bot, 'kill', name)
    }
    if (what === 'stop') {
      this.stoppedAt.add(name)
      this.#hit(bot, 'stop', name)
      const { time, chance, opening } = this.#options
      // Past every lease.
      const ms = opening === null ? chance.between(200_000, 400_000) : 200_000 + bot.index * 150_000
      bot.goesOnAt = time.ms() + ms
    }
  }

  #hit({ port }: Bot, how: Fate['how'], where: string | null): void {
    if (how === 'kill') this.kills += 1
    else this.stops += 1
    this.fates.push({ port, how, where, at: Date.now(), until: Number.POSITIVE_INFINITY })
  }
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // Closed since it was listed.
    return false
  }
}
