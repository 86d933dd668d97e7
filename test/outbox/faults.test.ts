import { describe, expect, it } from 'vitest'
import { PostError } from '../../src/slack/port.ts'
import { StoreError } from '../../src/store/index.ts'
import type { PostOutcome } from '../digests/slack.ts'
import { isThorough } from '../properties/thorough.ts'
import { expectOutcome, type KindUnderTest, kindsUnderTest, type Outcome } from './fault-kinds.ts'
import { eachEngine, FaultWorld, held, type Points } from './fault-world.ts'

/** Every kind of message meets every fault. Afterwards other processes go on for two days. */

interface Fault {
  readonly title: string
  meet(faulty: FaultWorld, kind: KindUnderTest): Promise<unknown>
  readonly outcome: (kind: KindUnderTest) => Outcome
  /** Kinds that don’t meet it. */
  readonly but?: readonly string[]
  /** Kinds that meet it; default: all. */
  readonly only?: readonly string[]
}

const step = 'result of a workflow step'
const session = 'end of a session'
/** They are no messages in a channel, so they take no turn there. */
const withoutTurn = [step, session, 'answer to a mention that outsiders could read']
const once = () => 'once' as const
const unknown = ({ isFound }: KindUnderTest) => (isFound ? 'once' : 'again')
const days = (count: number) => ({ hours: 24 * count })

/** A process is killed at a point, and the next one starts after that time. */
const killed =
  (point: keyof Points, downtime: Temporal.DurationLike = { seconds: 0 }) =>
  async (faulty: FaultWorld) => {
    const end = held()
    void faulty.pass({ [point]: end.hold })
    await faulty.until(end.reached)
    faulty.clock.advance(downtime)
  }

/** A process is suspended at a point, and goes on after something else has happened. */
const suspended =
  (point: keyof Points, meanwhile: (faulty: FaultWorld) => unknown) => async (faulty: FaultWorld) => {
    const { hold, reached, resume } = held()
    const process = faulty.pass({ [point]: hold })
    await faulty.until(reached)
    await meanwhile(faulty)
    resume()
    await faulty.until(process)
  }

/** Its supervisor ends a process at a point. Nothing has to expire before the next one continues. */
const ended = (point: keyof Points) => async (faulty: FaultWorld) => {
  const stopping = new AbortController()
  const stop = async () => stopping.abort(new Error('the scheduler stops'))
  const before = faulty.clock.now()
  await faulty.until(faulty.pass({ [point]: stop }, { signal: stopping.signal }))
  await faulty.until(faulty.pass({}, { which: 1 }))
  expect(faulty.clock.now()).toEqual(before)
  expect(faulty.there()).toHaveLength(1)
}

/** The database commits, but its answer is lost. */
const unconfirmed = (point: keyof Points) => (faulty: FaultWorld) => {
  const lost = () => Promise.reject(new StoreError('unreachable', 'no answer'))
  return faulty.until(faulty.pass({ [point]: lost }))
}

const meets =
  (...outcomes: readonly PostOutcome[]) =>
  async ({ slack }: FaultWorld) =>
    slack.next(...outcomes)

/** A backup was made before the message was sent, and is restored now. Its rule, as `restore` writes it. */
async function restored(faulty: FaultWorld, rows: string): Promise<void> {
  const before = await faulty.row()
  await faulty.goOn()
  faulty.clock.advance({ minutes: 5 })
  const at = faulty.clock.now().toString({ smallestUnit: 'millisecond' })
  await faulty.sql(`INSERT INTO restores (at) VALUES ('${at}')`)
  const about = (before?.about ?? '{}').replaceAll("'", "''")
  const named = rows.replaceAll('$at', at).replaceAll('$id', faulty.id)
  await faulty.sql(named.replace('$about', () => about))
}

const faults: readonly Fault[] = [
  { title: 'no fault', meet: async () => {}, outcome: once },
  {
    title: 'its event comes twice, to two processes at once',
    meet: async (faulty, kind) => {
      await kind.owe(faulty)
      await faulty.until(Promise.all([faulty.pass(), faulty.pass({}, { which: 1 })]))
      await kind.owe(faulty)
    },
    outcome: once,
  },
  { title: 'killed before its intent', meet: killed('claimed'), outcome: once },
  { title: 'killed after its intent', meet: killed('begun'), outcome: unknown },
  { title: 'killed after Slack’s answer', meet: killed('answered'), outcome: unknown },
  {
    title: 'killed after its intent, and nobody there for eight days',
    meet: killed('begun', days(8)),
    outcome: ({ lateAndAbsent }) => lateAndAbsent,
  },
  {
    title: 'killed after Slack’s answer, and nobody there for eight days',
    meet: killed('answered', days(8)),
    outcome: ({ isFound, unreadable, late }) => (isFound ? 'once' : late === 'nothing' ? 'gap' : unreadable),
  },
  {
    title: 'nobody there for eight days',
    meet: async ({ clock }) => clock.advance(days(8)),
    outcome: ({ late }) => late,
  },
  {
    title: 'suspended before its intent, for eight days',
    meet: suspended('waiting', ({ clock }) => clock.advance(days(8))),
    outcome: ({ late }) => late,
    but: withoutTurn,
  },
  {
    title: 'suspended between intent and post, while others go on',
    meet: suspended('begun', (faulty) => faulty.goOn()),
    outcome: unknown,
  },
  {
    title: 'suspended between intent and post, until its lease is almost over',
    meet: async (faulty) => {
      await suspended('begun', ({ clock }) => clock.advance({ seconds: 59 }))(faulty)
      expect(faulty.there()).toEqual([])
    },
    outcome: once,
  },
  {
    title: 'suspended before its intent, while Slack doesn’t answer another process',
    meet: async (faulty) => {
      const another = ({ clock, slack }: FaultWorld) => {
        clock.advance({ minutes: 4 })
        slack.next({ lost: 'applied' })
        return faulty.until(faulty.pass({}, { which: 1 }))
      }
      await suspended('waiting', another)(faulty)
      expect(faulty.there()).toHaveLength(1)
    },
    outcome: unknown,
    but: withoutTurn,
  },
  {
    title: 'suspended with Slack’s 429, while another process posts it',
    meet: async (faulty) => {
      faulty.slack.next({ retryAfter: 1 })
      const first = held()
      const limited = faulty.pass({ answered: first.hold })
      await faulty.until(first.reached)
      faulty.clock.advance({ minutes: 2 })
      const second = held()
      const posting = faulty.goOn({ answered: second.hold }, second.reached)
      await faulty.until(posting)
      expect(faulty.there()).toHaveLength(1)
      first.resume()
      await faulty.until(limited)
      faulty.clock.advance({ seconds: 5 })
      await faulty.until(faulty.pass())
      expect(faulty.there()).toHaveLength(1)
      second.resume()
    },
    outcome: unknown,
  },
  { title: 'SIGTERM before its intent', meet: ended('claimed'), outcome: once },
  { title: 'SIGTERM while it is sent', meet: ended('begun'), outcome: once },
  {
    title: 'SIGTERM before it is looked up',
    meet: async (faulty) => {
      faulty.slack.next({ lost: 'applied' })
      await faulty.until(faulty.pass())
      faulty.clock.advance({ seconds: 16 })
      let asked = 0
      faulty.lookingUp = () => {
        asked += 1
      }
      const stopping = new AbortController()
      const claimed = async () => stopping.abort(new Error('the scheduler stops'))
      await faulty.until(faulty.pass({ claimed }, { signal: stopping.signal }))
      expect(asked, 'look-ups that delay the end').toBe(0)
    },
    outcome: unknown,
  },
  { title: '503', meet: meets({ lost: 'nothing' }), outcome: unknown },
  { title: 'a time-out though Slack posted', meet: meets({ lost: 'applied' }), outcome: unknown },
  { title: 'a time-out, and Slack posts 12 s later', meet: meets({ lost: 12_000 }), outcome: unknown },
  { title: '503, then 429', meet: meets({ lost: 'nothing' }, { retryAfter: 5 }), outcome: unknown },
  {
    title: '503 to every attempt at one person',
    meet: async (faulty) => {
      const { slack, clock, store } = faulty
      const { calls } = slack
      const triedAt: number[] = []
      slack.next(...Array.from({ length: 6 }, () => ({ lost: 'nothing' }) as const))
      while (triedAt.length < 6) {
        await faulty.until(faulty.pass())
        if (slack.calls > calls + triedAt.length) triedAt.push(clock.now().epochMilliseconds)
        clock.set((await store.outbox.dueAt()) ?? expect.fail('given up'))
      }
      const minutes = triedAt.map((at, index) => Math.floor((at - (triedAt[index - 1] ?? at)) / 60_000))
      expect(minutes).toEqual([0, 1, 5, 30, 120, 720])
    },
    outcome: () => 'elsewhere',
    only: ['notice to a person'],
  },
  {
    title: '429',
    meet: async (faulty) => {
      faulty.slack.next({ retryAfter: 30 })
      const { calls } = faulty.slack
      await faulty.until(faulty.pass())
      faulty.clock.advance({ seconds: 29 })
      await faulty.until(faulty.pass())
      expect(faulty.slack.calls).toBe(calls + 1)
    },
    outcome: once,
  },
  {
    title: 'a time-out though Slack posted, and 429 when it is looked up',
    meet: async (faulty) => {
      faulty.slack.next({ lost: 'applied' })
      await faulty.until(faulty.pass())
      let asked = 0
      faulty.lookingUp = () => {
        asked += 1
        if (asked === 1) throw new PostError('rate_limited', 'ratelimited', 90)
      }
      faulty.clock.advance({ seconds: 16 })
      await faulty.until(faulty.pass())
      faulty.clock.advance({ seconds: 89 })
      await faulty.until(faulty.pass())
      expect(asked, 'a person’s messages are not looked up').toBeLessThanOrEqual(1)
    },
    outcome: unknown,
  },
  {
    title: 'killed after Slack’s answer, and 429 when it is looked up, after it became late',
    meet: async (faulty) => {
      await killed('answered', { hours: 12, seconds: 1 })(faulty)
      faulty.lookingUp = () => {
        faulty.lookingUp = () => {}
        throw new PostError('rate_limited', 'ratelimited', 90)
      }
    },
    outcome: once,
    only: ['digest', 'alert', 'introduction', 'new task'],
  },
  {
    title: 'killed once Slack has its line “Looking it up…”, and 429 when that line is replaced',
    meet: async (faulty) => {
      const { store, clock, slack } = faulty
      const claim = { now: clock.now(), leaseMs: 180_000, busy: [], after: '', limit: 1 }
      const [row] = await store.outbox.claim(claim)
      if (row === undefined) throw new Error('nothing is owed')
      const line = { text: 'Looking it up… one moment.', blocks: [] }
      const intent = { message: line, effect: { line: true }, replies: [] }
      await store.outbox.begin(row, intent, 60_000, clock.now())
      await slack.poster.post(row.channel, line, { deliveryId: row.id, threadTs: row.threadTs ?? '' })
      slack.updateFailure = new PostError('rate_limited', 'ratelimited', 30)
      clock.advance({ minutes: 2 })
      await faulty.until(faulty.pass())
      expect(slack.updateFailure, 'it was found, and its update was limited').toBeNull()
      await faulty.goOn()
      expect(faulty.there()).not.toMatchObject([{ message: line }])
    },
    outcome: once,
    only: ['answer to a mention'],
  },
  { title: 'the answer to its claim lost after the commit', meet: unconfirmed('claimed'), outcome: once },
  { title: 'the answer to its intent lost after the commit', meet: unconfirmed('begun'), outcome: unknown },
  {
    title: 'the answer to its outcome lost after the commit',
    meet: async (faulty) => {
      await unconfirmed('settled')(faulty)
      expect(faulty.world.log, 'no error').toEqual([])
    },
    outcome: once,
  },
  {
    title: 'the database away when it is due',
    meet: async (faulty) => {
      faulty.isAway = true
      await faulty.until(faulty.pass())
      faulty.isAway = false
    },
    outcome: once,
  },
  {
    title: 'the database away once it is composed',
    meet: async (faulty) => {
      const away = async () => {
        faulty.isAway = true
        throw new StoreError('unreachable', 'the database is away')
      }
      await faulty.until(faulty.pass({ composed: away }))
      faulty.isAway = false
    },
    outcome: once,
  },
  {
    title: 'the database away once Slack has it',
    meet: async (faulty) => {
      const away = async () => {
        faulty.isAway = true
      }
      await faulty.until(faulty.pass({ answered: away }))
      faulty.isAway = false
    },
    outcome: unknown,
  },
  {
    title: 'the database away for a moment once Slack has it',
    meet: async (faulty) => {
      const away = async () => {
        faulty.isAway = true
        const back = async () => {
          faulty.isAway = false
        }
        void faulty.clock.sleep(2_500).then(back)
      }
      await faulty.until(faulty.pass({ answered: away }))
    },
    outcome: once,
  },
  {
    title: 'token_revoked, then reconnected',
    meet: async (faulty) => {
      faulty.slack.next({ refuse: 'token_revoked' })
      const { calls } = faulty.slack
      await faulty.goOn()
      faulty.clock.advance({ hours: 1 })
      await faulty.until(faulty.pass())
      expect(faulty.slack.calls, 'while the workspace is disconnected').toBe(calls + 1)
      await faulty.reconnect()
    },
    outcome: once,
  },
  {
    title: 'a time-out though Slack posted, then token_revoked when it is looked up, then reconnected',
    meet: async (faulty) => {
      faulty.slack.next({ lost: 'applied' })
      faulty.lookingUp = () => {
        faulty.lookingUp = () => {}
        throw new PostError('refused', 'token_revoked')
      }
      await faulty.goOn()
      await faulty.reconnect()
    },
    outcome: unknown,
  },
  {
    title: 'its channel archived, or its person gone',
    meet: async (faulty, { refusal }) => faulty.slack.next({ refuse: refusal }),
    outcome: ({ refused }) => refused,
  },
  {
    title: 'a time-out though Slack posted, in a channel that is not readable',
    meet: async ({ slack }) => {
      slack.mayLook = false
      slack.next({ lost: 'applied' })
    },
    outcome: ({ unreadable }) => unreadable,
  },
  ...(['refused', 'unknown'] as const).map((how) => ({
    title: `${how}: each look-up after a time-out`,
    meet: async (faulty: FaultWorld) => {
      faulty.slack.next({ lost: 'applied' })
      faulty.lookingUp = () => {
        throw new PostError(how, 'ekm_access_denied')
      }
    },
    outcome: ({ unreadable }: KindUnderTest) => unreadable,
    only: ['notice to a channel'],
  })),
  {
    title: 'killed after its intent, in a channel that is not readable',
    meet: async (faulty) => {
      faulty.slack.mayLook = false
      await killed('begun')(faulty)
    },
    outcome: ({ unreadable }) => unreadable,
  },
  {
    title: 'a backup restored that was made before it was sent',
    meet: (faulty) =>
      restored(
        faulty,
        `UPDATE outbox SET state = 'unknown', due_at = '$at', unknowns = 1, ts = NULL, begun_at = NULL,
          ended_at = NULL, about = '$about' WHERE id = '$id'`,
      ),
    outcome: unknown,
  },
  {
    title: 'a backup restored that was made before it was owed',
    meet: async (faulty, kind) => {
      await restored(faulty, `DELETE FROM outbox WHERE root = '$id'`)
      faulty.clock.advance({ minutes: 1 })
      await kind.owe(faulty)
    },
    outcome: unknown,
    // A reply is owed with its digest; Slack brings a step only for minutes.
    but: ['reply', step],
  },
  {
    title: 'its workspace removed',
    meet: (faulty) => faulty.until(faulty.pass({}, { of: null })),
    outcome: () => 'nothing',
    // It brings no more events.
    but: [step],
  },
  {
    title: 'killed before its intent, and its workspace removed',
    meet: async (faulty) => {
      await killed('claimed', { minutes: 4 })(faulty)
      await faulty.until(faulty.pass({}, { of: null }))
    },
    outcome: () => 'nothing',
  },
  {
    title: 'its workspace removed after a time-out',
    meet: async (faulty) => {
      faulty.slack.next({ lost: 'nothing' })
      await faulty.until(faulty.pass())
      faulty.clock.advance({ minutes: 1 })
      await faulty.until(faulty.pass({}, { of: null }))
    },
    outcome: () => 'nothing',
    // They are repeated at once.
    but: [step, session],
  },
]

const engines = eachEngine()

/** On the second engine, each fault meets some kinds and each kind some faults; at night all of them. */
function triedOn<Kind>(engine: string, fault: Fault, kinds: readonly Kind[]): readonly Kind[] {
  if (isThorough || engine === 'SQLite') return kinds
  const every = Math.min(8, kinds.length)
  return kinds.filter((_, place) => place % every === faults.indexOf(fault) % every)
}

describe.each(Object.entries(engines))('on %s', (engine, open) => {
  describe.each(faults)('$title:', (fault) => {
    const { meet, outcome, but = [], only } = fault
    const kinds = Object.entries(kindsUnderTest).filter(
      ([name]) => !but.includes(name) && only?.includes(name) !== false,
    )
    it.each(triedOn(engine, fault, kinds))('%s', async (_name, kind) => {
      const faulty = await FaultWorld.on(await open())
      faulty.id = await kind.owe(faulty)
      await meet(faulty, kind)
      await faulty.goOn()
      await expectOutcome(faulty, kind, outcome(kind))
    })
  })
})
