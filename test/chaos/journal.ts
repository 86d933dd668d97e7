/** What happened to each delivery, in order, as reported by its processes and Slack. Printed for broken promises. */
import type { Clock } from '../../src/lib/clock.ts'

const deliveryId = /(?<=\()[\w-]{24}(?=[,)])/

export class Journal {
  readonly #clock: Clock
  readonly #lines = new Map<string, string[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * @param delivery `null`: nothing is recorded
   * @param who for example `process 2` or `Slack`
   */
  note(delivery: string | null, who: string, what: string): void {
    if (delivery === null) return
    const lines = this.#lines.get(delivery) ?? []
    this.#lines.set(delivery, lines)
    lines.push(`${this.#clock.now().toString({ smallestUnit: 'second' })} ${who}: ${what}`)
  }

  /** The entries of the delivery named in a line. */
  of(line: string): readonly string[] {
    return this.#lines.get(deliveryId.exec(line)?.[0] ?? '') ?? []
  }
}
