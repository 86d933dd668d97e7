/** The processes of a chaos run: started, killed, paused, resumed and restarted. */
import type { Clock } from '../../src/lib/clock.ts'
import type { Journal } from './journal.ts'
import type { Chance } from './random.ts'
import { type LogLine, type Records, Replica, type ReplicaSettings } from './replica.ts'
import { type Boundary, boundaries, type Fate, harmful } from './steps.ts'

export interface FleetOptions {
  readonly size: number
  readonly clock: Clock
  readonly chance: Chance
  readonly journal: Journal
  /** The fates of the first processes, regardless of chance. */
  readonly opening: readonly (readonly Fate[])[]
  readonly settingsOf: (index: number, fates: readonly Fate[]) => ReplicaSettings
}

/** How long a process lives, in milliseconds of the run's clock. */
const shortestLife = 120_000
const longestLife = 400_000
/** A single process is killed sooner and paused less often, because no other process can take over. */
const singleProcessShare = 0.35
/** Pauses are longer than any lease; the longest lease is 180 s. */
const shortestPause = 200_000
const longestPause = 400_000
/** The share of processes that are paused before they are killed, and the share of those pauses at a harmful boundary. */
const pauseShare = 0.4
const harmfulShare = 0.4

interface Member {
  readonly replica: Replica
  /** Those that are still to come. */
  fates: Fate[]
  readonly killAt: number
  pausedWith: string | null
  resumeAt: number
}

export class Fleet {
  readonly #options: FleetOptions
  readonly #members: Member[] = []
  #killQueue: Boundary[] = []
  #pauseQueue: Boundary[] = []
  /** While false, no process is killed or paused. */
  disrupting = false
  readonly killedAt = new Map<string, number>()
  readonly pausedAt = new Map<string, number>()
  readonly log = new Map<string, number>()
  /** How many replies each delivery was to have. A second attempt may plan a different number. */
  readonly plannedReplies = new Map<string, Set<number>>()
  /** Processes that exited on their own, which must never happen. */
  readonly crashes: string[] = []

  constructor(options: FleetOptions) {
    this.#options = options
  }

  get kills(): number {
    return sum(this.killedAt)
  }

  get pauses(): number {
    return sum(this.pausedAt)
  }

  /** Starts missing processes, kills those whose time has come, and resumes those that were paused long enough. */
  update(): void {
    const { size, clock } = this.#options
    const now = clock.now().epochMilliseconds
    for (let index = 0; index < size; index += 1) {
      const member = this.#members[index]
      if (member === undefined || !member.replica.alive) this.#members[index] = this.#start(index)
      else if (member.replica.paused) {
        if (member.resumeAt <= now) member.replica.resume()
      } else if (this.disrupting && member.replica.ready && member.killAt <= now)
        this.kill(index, 'at random')
    }
  }

  /** @param where for the figures */
  kill(index: number, where: string): void {
    const member = this.#members[index]
    if (member?.replica.alive !== true) return
    // Fates that did not happen are used again.
    for (const { how, boundary } of member.fates.splice(0))
      if (how === 'SIGKILL') this.#killQueue.push(boundary)
      else if (!harmful.includes(boundary)) this.#pauseQueue.push(boundary)
    count(this.killedAt, where)
    void member.replica.kill()
  }

  /** Resumes all processes that were paused with this delivery. Returns whether there were any. */
  resumePausedWith(delivery: string, except: number): boolean {
    const held = this.#members.filter(
      ({ replica, pausedWith }, index) => index !== except && pausedWith === delivery && replica.paused,
    )
    for (const { replica } of held) replica.resume()
    if (held.length > 0)
      this.#options.journal.note(delivery, 'the run', 'resumes the processes that were paused with it')
    return held.length > 0
  }

  /** Resolves when every process that can notice has seen that the time moved. */
  async turn(): Promise<void> {
    await Promise.all(this.#members.map(({ replica }) => replica.announceTime()))
  }

  /** Resolves when each has finished a whole pass that began after this call. */
  async passed(): Promise<void> {
    await Promise.all(
      this.#members.map(async ({ replica }) => {
        // The current pass may have begun before.
        await replica.pass()
        await replica.pass()
      }),
    )
  }

  /** How many are paused. */
  get pausedCount(): number {
    return this.#members.filter(({ replica }) => replica.alive && replica.paused).length
  }

  /** How many are being started. */
  get startingCount(): number {
    return this.#members.filter(({ replica }) => replica.alive && !replica.listening).length
  }

  /** The state of each process, to find out why a run hangs. */
  states(): readonly string[] {
    return [
      ...this.#members.map(({ replica, fates }, index) => {
        const { alive, listening, ready, paused } = replica
        return `process ${index} ${JSON.stringify({ alive, listening, ready, paused, fates })}`
      }),
      ...this.crashes.slice(-2),
    ]
  }

  /** The records as one of the processes reads them; `null` if none can at the moment. */
  async records(): Promise<Records | null> {
    for (const { replica } of this.#members) {
      const records = await replica.records()
      if (records !== null) return records
    }
    return null
  }

  async stop(): Promise<void> {
    this.disrupting = false
    await Promise.all(this.#members.map(({ replica }) => replica.kill()))
  }

  #start(index: number): Member {
    const { size, clock, chance, journal, settingsOf } = this.#options
    const who = `process ${index}`
    const life = chance.between(shortestLife, longestLife) * (size === 1 ? singleProcessShare : 1)
    const first = this.#members[index] === undefined ? this.#options.opening[index] : undefined
    const fates = first ?? (this.disrupting ? this.#nextFates() : [])
    const member: Member = {
      fates: [...fates],
      pausedWith: null,
      resumeAt: 0,
      killAt: clock.now().epochMilliseconds + life,
      replica: new Replica(settingsOf(index, fates), {
        fateReached: ({ how, boundary, delivery }) => {
          member.fates.shift()
          member.pausedWith = delivery
          journal.note(delivery, who, `${how} ${boundary}`)
          member.resumeAt = clock.now().epochMilliseconds + chance.between(shortestPause, longestPause)
          count(how === 'SIGKILL' ? this.killedAt : this.pausedAt, boundary)
        },
        stepped: (delivery, what) => journal.note(delivery, who, what),
        intends: ({ delivery, replies }) => {
          const before = this.plannedReplies.get(delivery) ?? new Set<number>()
          this.plannedReplies.set(delivery, before.add(replies))
        },
        logged: ({ level, event, code, error }: LogLine) =>
          count(
            this.log,
            [level, event, code, level === 'error' ? error : undefined].filter(Boolean).join(' · '),
          ),
        crashed: (how) => this.crashes.push(how),
      }),
    }
    return member
  }

  /** Uses each boundary once before repeating any. */
  #nextFates(): Fate[] {
    const { size, chance } = this.#options
    if (this.#killQueue.length === 0) this.#killQueue = chance.shuffled(boundaries)
    if (this.#pauseQueue.length === 0) this.#pauseQueue = chance.shuffled(boundaries)
    const nth = chance.between(1, 2)
    const kill: Fate = { how: 'SIGKILL', boundary: this.#killQueue.shift() ?? 'within slack.post', nth }
    if (!chance.happens(pauseShare * (size === 1 ? singleProcessShare : 1))) return [kill]
    const [most] = chance.shuffled(harmful)
    const boundary = (chance.happens(harmfulShare) ? most : this.#pauseQueue.shift()) ?? 'after slack.look'
    return [{ how: 'SIGSTOP', boundary, nth: 1 }, kill]
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

function sum(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((all, one) => all + one, 0)
}
