/** What the sandbox's commands share. */

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The value of a flag as a whole number. @throws an Error that names the flag */
export function whole(flag: string, text: string, least: number, most: number): number {
  if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  throw new Error(`--${flag} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** The options; exits after `--help`, or if they can't be read. */
export function optionsOrExit<Options>(usage: string, read: (args: string[]) => Options): Options {
  if (process.argv.includes('--help')) {
    console.log(usage)
    return process.exit(0)
  }
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    console.error(`${reasonOf(error)}\n\n${usage}`)
    return process.exit(2)
  }
}

/** Starts what runs until Ctrl-C, or exits. @param what its name in a sentence */
export async function runUntilStopped<Part extends { stop(): Promise<void> }>(
  what: string,
  start: () => Promise<Part>,
): Promise<Part> {
  const part = await start().catch((error: unknown) => {
    console.error(`${what} could not start: ${reasonOf(error)}`)
    return process.exit(1)
  })
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      // npm forwards a signal that the terminal has already sent to both processes.
      if (stopping) return
      stopping = true
      await part.stop()
      console.log('Stopped.')
    })
  return part
}
