/** Notifies listeners of changes in the workspace, and waits for conditions. */
export interface Changes {
  changed(): void
  /** The listener is called once after each burst of changes. Returns a function that removes it. */
  onChange(listener: () => void): () => void
  /** Resolves with the probe's first truthy result, tried now and after each change. */
  until<T>(probe: () => T | null | undefined | false, description: string, timeoutMs: number): Promise<T>
  /** Rejects all pending waits. */
  close(): void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  const waiting = new Set<(reason: Error) => void>()
  let due = false
  const tell = () => {
    due = false
    for (const listener of [...listeners]) listener()
  }
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    changed: () => {
      if (due) return
      due = true
      setImmediate(tell)
    },
    onChange,
    until: (probe, description, timeoutMs) => {
      const first = probe()
      if (first) return Promise.resolve(first)
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          stopListening()
          waiting.delete(fail)
        }
        const fail = (reason: Error) => {
          end()
          reject(reason)
        }
        const timer = setTimeout(() => {
          fail(new Error(`timed out after ${timeoutMs} ms: ${description}`))
        }, timeoutMs)
        const stopListening = onChange(() => {
          try {
            const answer = probe()
            if (!answer) return
            end()
            resolve(answer)
          } catch (error) {
            fail(error instanceof Error ? error : new Error(String(error)))
          }
        })
        waiting.add(fail)
      })
    },
    close: () => {
      for (const fail of [...waiting]) fail(new Error('the sandbox was stopped'))
      listeners.clear()
    },
  }
}
