/** What happened to each delivery, in order, as its processes and Slack tell it: for those that don't hold. */
import type { Clock } from '../../src/clock.ts'

export class Journal {
  readonly #clock: Clock
  readonly #lines = new Map<string, string[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param who as `process 2` or `Slack` */
  note(delivery: string, who: string, what: string): void {
    const lines = this.#lines.get(delivery) ?? []
    this.#lines.set(delivery, lines)
    lines.push(`${this.#clock.now().toString({ smallestUnit: 'second' })} ${who}: ${what}`)
  }

  /** Of those that a line names. */
  of(line: string): readonly string[] {
    return [...this.#lines].flatMap(([delivery, lines]) => (line.includes(delivery) ? lines : []))
  }
}
