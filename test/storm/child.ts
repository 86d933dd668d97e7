/** A child process of a storm. Its driver may send it several requests at a time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { inherited } from '../inherited-environment.ts'

interface Asked {
  readonly id: number
  readonly what: string
  readonly with: unknown
}
type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }

/** Runs in the child: answers the driver's requests, and exits when the driver does. */
export function answerDriver(answers: Readonly<Record<string, (given: never) => unknown>>): void {
  process.on('message', async ({ id, what, with: given }: Asked) => {
    try {
      process.send?.({ id, answer: (await answers[what]?.(given as never)) ?? null })
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on('disconnect', () => process.exit())
}

export class Child {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0

  constructor(script: string, env: Readonly<Record<string, string>>) {
    this.#child = fork(script, { env: { ...inherited, ...env }, stdio: 'inherit' })
    this.#child.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('error' in reply) waiting?.reject(new Error(reply.error))
      else waiting?.resolve(reply.answer)
    })
    this.#child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${script} ended with ${code}`))
    })
  }

  ask<T>(what: string, given: unknown = null): Promise<T> {
    const waiting = Promise.withResolvers<unknown>()
    this.#asked += 1
    this.#waiting.set(this.#asked, waiting)
    this.#child.send({ id: this.#asked, what, with: given } satisfies Asked)
    return waiting.promise as Promise<T>
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}
