import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export type Prompt = ReturnType<typeof createPrompt>

/** Asks on a terminal, or reads a line for each question from standard input. */
export function createPrompt() {
  let isHidden = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
  // A loop over lines, since `question` loses those that arrive before it is called.
  const answers = lines[Symbol.asyncIterator]()

  return {
    /** @returns `null`: nobody answers, since standard input ended or after Ctrl-C */
    ask: async (question: string, { hidden = false } = {}): Promise<string | null> => {
      if (stdin.isTTY) {
        lines.setPrompt(`${question} `)
        lines.prompt()
      } else stdout.write(`${question} `)
      isHidden = hidden
      const answer = await answers.next()
      if (hidden || answer.done || !stdin.isTTY) stdout.write('\n')
      isHidden = false
      return answer.done ? null : answer.value.trim()
    },
    close: () => lines.close(),
  }
}
