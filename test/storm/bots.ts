/** The processes of the product in a storm: started as `npm start` does, killed, stopped, let go on and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Chance } from '../chaos/random.ts'
import { freePort } from '../store/postgres-server.ts'
import type { StormTime } from './time.ts'

/** Loaded before the product. */
export const preload = join(import.meta.dirname, 'preload.ts')
const root = join(import.meta.dirname, '../..')

interface Bot {
  readonly index: number
  readonly port: number
  readonly child: ChildProcess
  readonly exited: Promise<unknown>
  running: boolean
  /** When it goes on, in the storm's time; `null`: it isn't stopped. */
  goesOnAt: number | null
  ending: boolean
}

export interface BotsOptions {
  readonly size: number
  readonly env: Readonly<Record<string, string>>
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
  /** Real instants at which a process was killed or stopped. */
  readonly hits: number[] = []
  /** Starts that ended because the database was away. */
  failedStarts = 0
  kills = 0
  stops = 0
  #cruel = false

  constructor(options: BotsOptions) {
    this.#options = options
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

  memoryMb(): readonly number[] {
    return this.#bots.flatMap((bot) => {
      if (bot === null) return []
      const status = readFileSync(`/proc/${bot.child.pid}/status`, 'utf8')
      return [Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024]
    })
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
    this.kills += 1
    this.hits.push(Date.now())
    bot.child.kill('SIGKILL')
  }

  /** Lets those go on whose time has come. */
  look(): void {
    const now = this.#options.time.ms()
    for (const bot of this.#bots) {
      if (bot === null || bot.goesOnAt === null || bot.goesOnAt > now) continue
      bot.goesOnAt = null
      bot.child.kill('SIGCONT')
    }
  }

  /** As a supervisor does; `false`: one had to be killed. */
  async stop(): Promise<boolean> {
    const ended = this.#bots.map(async (bot) => {
      if (bot === null) return true
      bot.ending = true
      bot.child.kill('SIGCONT')
      bot.child.kill('SIGTERM')
      const late = setTimeout(() => bot.child.kill('SIGKILL'), 30_000)
      await bot.exited
      clearTimeout(late)
      return bot.child.exitCode === 0
    })
    return (await Promise.all(ended)).every(Boolean)
  }

  async #start(index: number): Promise<void> {
    const port = await freePort()
    const child = spawn('sh', [join(root, 'src/start.sh'), '--import', preload], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        ...this.#options.env,
        SIGHTLINE_HTTP_PORT: String(port),
      },
    })
    const bot: Bot = {
      index,
      port,
      child,
      exited: once(child, 'exit'),
      running: false,
      goesOnAt: null,
      ending: false,
    }
    this.#bots[index] = bot
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
      if (bot.ending) return
      // As the documentation says, for a supervisor to try again.
      const isNoStart = !wasRunning && code === 1 && last.includes('cannot be reached')
      if (isNoStart) this.failedStarts += 1
      else if (signal !== 'SIGKILL')
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
    const { chance } = this.#options
    const how = chance.happens(0.7) ? 'kill' : 'stop'
    const met = how === 'kill' ? this.killedAt : this.stoppedAt
    const all = chance.shuffled([...this.boundaries].sort())
    const at = all.find((one) => !met.has(one)) ?? all[0]
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
      this.kills += 1
      this.killedAt.add(name)
      this.hits.push(Date.now())
    }
    if (what === 'stop') {
      this.stops += 1
      this.stoppedAt.add(name)
      this.hits.push(Date.now())
      // Past every lease.
      bot.goesOnAt = this.#options.time.ms() + this.#options.chance.between(200_000, 700_000)
    }
  }
}
