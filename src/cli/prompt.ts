import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** There is nobody who answers: standard input ended, or Ctrl-C. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

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

  async function ask(question: string, { hidden = false } = {}): Promise<string> {
    if (stdin.isTTY) {
      lines.setPrompt(`${question} `)
      lines.prompt()
    } else stdout.write(`${question} `)
    isHidden = hidden
    const answer = await answers.next()
    if (hidden || answer.done || !stdin.isTTY) stdout.write('\n')
    isHidden = false
    if (answer.done) throw new NoAnswerError('Standard input ended without an answer.')
    return answer.value.trim()
  }

  return {
    ask,
    /** @returns `false` also if there is nobody who answers */
    confirm: async (question: string): Promise<boolean> => {
      try {
        return /^y(es)?$/i.test(await ask(`${question} (y/n)`))
      } catch (error) {
        if (error instanceof NoAnswerError) return false
        throw error
      }
    },
    close: () => lines.close(),
  }
}
