/**
 * The steps between which a process can be killed or paused: before and after each call that leaves the process. The
 * process signals itself, so that it happens exactly there.
 */
import { writeSync } from 'node:fs'
import type { Store } from '../../src/store/index.ts'

/** Store calls in the life of a message. */
const storeSteps = [
  'subscriptions.due',
  'subscriptions.plan',
  'outbox.claim',
  'outbox.begin',
  'outbox.settle',
  'paces.reserve',
  'records.get',
  'messages.remember',
  'subscriptions.takeOwnerChecks',
  'subscriptions.askForOwner',
  'alerts.claimChecks',
  'alerts.owe',
] as const

/** Store calls that only alerts make; no process is killed or paused there at random. */
const alertSteps = ['alerts.begin', 'alerts.mark'] as const

/** Calls of Slack and of the analytics service. */
const otherSteps = ['slack.post', 'slack.reply', 'slack.look', 'api.brands'] as const

export type Step = (typeof storeSteps)[number] | (typeof alertSteps)[number] | (typeof otherSteps)[number]
/** `within`: the request was sent, and there is no answer yet. */
export type Boundary = `${'before' | 'after'} ${Step}` | 'within slack.post' | 'within slack.reply'

const steps: readonly Step[] = [...storeSteps, ...otherSteps]

/** Where a process can be killed, or paused until long afterwards. */
export const boundaries: readonly Boundary[] = [
  ...steps.flatMap((step): Boundary[] => [`before ${step}`, `after ${step}`]),
  'within slack.post',
  'within slack.reply',
]

/** Where a process that resumes late can do the most harm: it has looked, and is about to act. */
export const harmful: readonly Boundary[] = [
  'after slack.look',
  'before outbox.settle',
  'before slack.post',
  'within slack.post',
]

/** What a process does to itself when it reaches the boundary for the `nth` time. */
export interface Fate {
  readonly how: 'SIGKILL' | 'SIGSTOP'
  readonly boundary: Boundary
  readonly nth: number
}

/** Passes each step on, and pauses or kills the process where its fates say so, one after the other. */
export class Steps {
  readonly #fates: Fate[]
  #passed = 0

  constructor(fates: readonly Fate[]) {
    this.#fates = [...fates]
  }

  /** Adds a fate after those still to come. */
  add(fate: Fate): void {
    this.#fates.push(fate)
  }

  /** @param delivery the delivery's id, if the step is about one */
  async through<T>(step: Step, delivery: string | null, call: () => Promise<T>): Promise<T> {
    tell(delivery, `before ${step}`)
    this.#at(`before ${step}`, delivery)
    const called = call()
    if (step === 'slack.post' || step === 'slack.reply')
      setImmediate(() => setImmediate(() => this.#at(`within ${step}`, delivery)))
    const result = await called.catch((error: unknown) => {
      tell(delivery, `${step} failed: ${error}`)
      throw error
    })
    const about = delivery === null ? idsOf(result) : [delivery]
    for (const id of about) tell(id, `after ${step}${typeof result === 'object' ? '' : `: ${result}`}`)
    // A claim that finds nothing is no step of a message.
    if (!isEmpty(result)) this.#at(`after ${step}`, about[0] ?? null)
    return result
  }

  #at(boundary: Boundary, delivery: string | null): void {
    const [fate] = this.#fates
    if (fate?.boundary !== boundary) return
    this.#passed += 1
    if (this.#passed !== fate.nth) return
    this.#passed = 0
    this.#fates.shift()
    writeSync(1, `fate ${JSON.stringify({ ...fate, delivery })}\n`)
    process.kill(process.pid, fate.how)
    // Another thread may get the signal first; this one must not get any further.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
}

/** Wraps the store so that its calls are steps. */
export function steppedStore(store: Store, through: Steps): Store {
  const stepped: Record<string, object> = {}
  for (const name of [...storeSteps, ...alertSteps]) {
    const [group = '', method = ''] = name.split('.')
    const methods = Reflect.get(store, group)
    const copy = stepped[group] ?? { ...methods }
    stepped[group] = copy
    const call: (...args: unknown[]) => Promise<unknown> = Reflect.get(methods, method)
    Reflect.set(copy, method, (...args: unknown[]) =>
      through.through(name, idsOf(args[0])[0] ?? null, () => call(...args)),
    )
  }
  return { ...store, ...stepped }
}

/** For the journal. */
function tell(delivery: string | null, what: string): void {
  if (delivery !== null) writeSync(1, `step ${delivery} ${what}\n`)
}

const isEmpty = (result: unknown) => Array.isArray(result) && result.length === 0

/** The ids of a message, or of several. */
function idsOf(value: unknown): readonly string[] {
  return [value].flat().flatMap((one) => {
    const id: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'id') : null
    return typeof id === 'string' ? [id] : []
  })
}
