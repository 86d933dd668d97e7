import type { NamedId } from '../channels/service-lists.ts'
import { settingProblem } from '../config/index.ts'
import { UsageError } from './command-line.ts'
import type { Prompt } from './prompt.ts'

interface Question {
  readonly flag: string
  readonly words: string
  readonly hidden?: boolean
}

/** What can be given as an option, a name of docs/settings.md each. All are asked, in this order, except the time zone and Slack’s Web API. */
export const questions = {
  SIGHTLINE_API_URL: { flag: 'api-url', words: 'Address of the core API, without /v1' },
  SIGHTLINE_SEARCH_API_URL: {
    flag: 'search-api-url',
    words: 'Address of the search-analytics API, without /v1',
  },
  SIGHTLINE_API_KEY: {
    flag: 'api-key',
    words: 'API key (sk-…), made in the analytics console',
    hidden: true,
  },
  SIGHTLINE_ORGANIZATION_ID: {
    flag: 'organization',
    words: 'Id of the organization, in the address of each of its pages in the analytics console',
  },
  SIGHTLINE_WORKSPACE_ID: {
    flag: 'workspace',
    words: 'Id of the workspace, in the address of each of its pages in the analytics console',
  },
  SIGHTLINE_PROJECT_ID: {
    flag: 'analysis',
    words: 'Id of the analysis (project), in the address of its page in the analytics console',
  },
  SIGHTLINE_TIME_ZONE: { flag: 'time-zone', words: 'Time zone of weeks and digests' },
  SLACK_BOT_TOKEN: { flag: 'bot-token', words: 'Bot User OAuth Token (xoxb-…)', hidden: true },
  SLACK_APP_TOKEN: { flag: 'app-token', words: 'App-level token (xapp-…)', hidden: true },
  SIGHTLINE_DIGEST_CHANNELS: { flag: 'channel', words: 'Id of the channel for the weekly digest' },
  SIGHTLINE_SLACK_API_URL: { flag: 'slack-api-url', words: 'Slack’s Web API; only for the sandbox' },
} as const satisfies Record<string, Question>

export type Asked = keyof typeof questions

export class Answers {
  readonly prompt: Prompt
  readonly values = new Map<Asked, string>()
  readonly #options: Record<string, unknown>

  constructor(prompt: Prompt, options: Readonly<Record<string, unknown>>) {
    this.prompt = prompt
    this.#options = { ...options }
  }

  say(sentence: string): void {
    process.stdout.write(`${sentence}\n`)
  }

  /** `''`: not answered yet. */
  get(name: Asked): string {
    return this.values.get(name) ?? ''
  }

  given(name: Asked): string | undefined {
    const given = this.#options[questions[name].flag]
    return typeof given === 'string' ? given.trim() : undefined
  }

  #take(name: Asked): string | undefined {
    const given = this.given(name)
    delete this.#options[questions[name].flag]
    return given
  }

  /** Takes what was given as an option, or asks until the answer has the right form. Enter repeats `suggested`. */
  async ask(name: Asked, suggested = this.get(name)): Promise<string> {
    const { flag, words, hidden = false }: Question = questions[name]
    const enter = suggested === '' ? '' : hidden ? ' (Enter: the same again)' : ` (Enter: ${suggested})`
    let given = this.#take(name)
    for (;;) {
      const typed =
        given ?? (await this.typed(`${words}${hidden ? ', not shown' : ''}${enter}:`, flag, hidden))
      const answer = typed || suggested
      const problem = answer === '' ? 'is missing' : settingProblem(name, answer)
      if (problem === null) {
        this.values.set(name, answer)
        return answer
      }
      this.say(`  ${name} ${problem}.`)
      given = undefined
    }
  }

  /** For what has a default: what was given as an option. @throws {UsageError} if it can't be used */
  option(name: Asked): string | undefined {
    const given = this.#take(name)
    if (given === undefined) return undefined
    const problem = settingProblem(name, given)
    if (problem !== null) throw new UsageError(`--${questions[name].flag} ${problem}.`)
    this.values.set(name, given)
    return given
  }

  /** Takes the one that was given as an option, or the only one; else lists them with numbers, and asks. */
  async choose(name: Asked, what: string, places: readonly NamedId[]): Promise<NamedId> {
    const given = this.#take(name)
    let chosen = places.find((place) => given === place.id || given === place.name)
    if (given === undefined && places.length === 1) chosen = places[0]
    if (given !== undefined && chosen === undefined) this.say(`  There is no ${what} “${given}” among these:`)
    if (chosen === undefined) places.forEach((place, index) => void this.say(`  ${index + 1}  ${place.name}`))
    while (chosen === undefined) {
      const typed = await this.typed(`Which ${what}? (1 to ${places.length})`, questions[name].flag)
      chosen = places[Number(typed) - 1]
    }
    this.say(`  Chosen: the ${what} ${chosen.name}`)
    this.values.set(name, chosen.id)
    return chosen
  }

  async typed(question: string, flag: string, hidden = false): Promise<string> {
    const answer = await this.prompt.ask(question, { hidden })
    if (answer !== null) return answer
    throw new UsageError(`Nothing was written. Answer the last question, or give --${flag}.`)
  }

  /** `false` also if nobody answers. */
  async confirm(question: string): Promise<boolean> {
    return /^y(es)?$/i.test((await this.prompt.ask(`${question} (y/n)`)) ?? '')
  }
}
