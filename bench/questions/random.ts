/** Random sentences from people's words and command names, and whether any of them changes something. */
import { hash, mix, pick } from '../../sandbox/service/data/random.ts'
import { answerQuestion } from '../../src/commands/free-text/ask.ts'
import { readText } from '../../src/commands/free-text/index.ts'
import { commands } from '../../src/commands/index.ts'
import { changesSomething } from '../../src/slack/plan.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { noon, today, vocabulary } from './corpus.ts'

export interface RandomSentences {
  readonly sentences: number
  /** Sentences that are commands as they are, so that the reader is not used. */
  readonly exact: number
  /** Sentences whose answer proposes a change or a form. */
  readonly proposed: number
  /** Sentences with an effect that only a change would have. */
  readonly changed: readonly string[]
}

const seed = 1
const longest = 9
/** Words of people who want a change, so that many sentences come close to one. */
const changing = [
  ...[
    'digest',
    'task',
    'create',
    'pause',
    'stop',
    'resume',
    'delete',
    'remove',
    'now',
    'post',
    'send',
    'run',
  ],
  ...['actions', 'add', 'track', 'settings', 'connect', 'disconnect', 'the', 'friday', 'weekly', '2'],
  '5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01',
]

export async function answerAtRandom(texts: readonly string[], sentences: number): Promise<RandomSentences> {
  const people = texts.flatMap((text) => text.split(/\s+/u))
  const names = commands.verbs.flatMap(({ name, aliases }) => [name, ...aliases])
  const { engines, brands, subreddits } = vocabulary
  const sources = [people, people, people, changing, names, [...engines, ...brands, ...subreddits]]
  const changed: string[] = []
  let [exact, proposed] = [0, 0]
  for (let number = 0; number < sentences; number += 1) {
    const drawn = hash(seed, number)
    const text = Array.from({ length: 1 + (drawn % longest) }, (_, at) => {
      const word = mix(drawn, at)
      return pick(pick(sources, word), mix(word, 1))
    }).join(' ')
    if (commands.meaning(text) !== null) {
      exact += 1
      continue
    }
    const outcome = await outcomeOf(text)
    if (outcome === 'proposed') proposed += 1
    if (outcome === 'changed') changed.push(text)
  }
  return { sentences, exact, proposed, changed }
}

async function outcomeOf(text: string): Promise<'read' | 'proposed' | 'changed'> {
  const reading = readText(text, vocabulary, today)
  if (reading.kind !== 'certain') return 'read'
  const plan = commands.plan(reading.text)
  if (plan.kind !== 'modal' && !changesSomething(plan)) return 'read'
  const reached: string[] = []
  const caller = { team: 'T0BENCH', channel: 'C0BENCH', user: 'U0BENCH', outside: null } as const
  const answered = await answerQuestion(text, caller, recordingWorkspace(reached)).catch(() => null)
  return answered === null || reached.length > 0 ? 'changed' : 'proposed'
}

/** A workspace where questions can be read and nothing can be changed. @param reached the members that were called */
function recordingWorkspace(reached: string[]): Workspace {
  const workspace = {
    clock: { now: () => noon, sleep: () => new Promise(() => {}) },
    defaults: {
      ...{ organizationId: 'o', workspaceId: 'w', projectId: 'p', placeFrom: 'configuration' },
      ...{ subreddits: vocabulary.subreddits, recommendations: [], timeZone: 'UTC' },
    },
    access: { require: async () => {}, refusals: async () => new Map() },
    store: { channels: { withTracked: async () => ({ settings: null, tracked: [], stopped: [] }) } },
    api: { insightsFilters: async () => ({ sources: vocabulary.engines, brands: vocabulary.brands }) },
  }
  return failingProxy(workspace, 'workspace', reached) as Workspace
}

/** Wraps an object. Accessing a member that it lacks adds the member's path to `reached` and throws. */
function failingProxy(target: object, path: string, reached: string[]): object {
  return new Proxy(target, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      const at = `${path}.${String(name)}`
      if (value === undefined) return failingProxy(() => {}, at, reached)
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? failingProxy(value, at, reached)
        : value
    },
    apply: () => {
      reached.push(path)
      throw new Error(`${path} is out of reach.`)
    },
  })
}
