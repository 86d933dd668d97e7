/** What a workspace notices of another one that sends hostile texts, or hundreds of questions at once. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { planText } from '../src/commands/free-text/ask.ts'
import { longestText, splitWords } from '../src/questions/tokenizer.ts'
import { openCommandClient, startApp, startWorld } from './apps.ts'
import { seedWorkspaces, serviceOf, settingsFor } from './load/seed.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { median } from './statistics.ts'

const [busy, other] = ['T0BUSY', 'T0OTHER'] as const
const latencyMs = 100
const hostileAtOnce = 100
const questionsAtOnce = 600
const people = 50
const rounds = 3
const readMs = 5

/** The longest sentence and the longest command that are read, what Slack’s field takes, and the longest message. */
const lengths = [600, longestText, 12_000, 40_000]

const filled = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const distinctWords = Array.from({ length: 10_000 }, (_, index) => index.toString(36).padStart(3, 'q')).join(
  ' ',
)
/** Texts of any length that are costly for some way of reading. */
const shapes: Readonly<Record<string, string>> = {
  'one word': 'a',
  'one-letter words': 'a ',
  'unknown words': distinctWords,
  'unknown engines': `visibility engine:${distinctWords.replaceAll(' ', ',')}`,
  spaces: ' ',
  'invisible characters': '\u200b',
  emoji: '😀 ',
  slashes: '/',
  quotes: '"',
  backticks: `${'`'.repeat(longestText - 1)}x`,
  digits: '1 ',
  commas: 'a,',
  'open mentions': '<@U1|',
  'mentions in mentions': `${'<#'.repeat(longestText / 3)}${'>'.repeat(longestText / 3)}`,
  links: '<https://',
}

/** @returns the milliseconds of the fastest of several runs */
function fastest(work: () => void, runs = 20): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const from = performance.now()
      work()
      return performance.now() - from
    }),
  )
}

function readTexts() {
  const read = (text: string) => {
    const plan = planText(text)
    if (plan.kind === 'instant') plan.answer(new Map())
  }
  const taken = Object.entries(shapes).map(([name, shape]) => {
    const ms = lengths.map((length) => fastest(() => read(filled(shape, length))))
    return { name, ms: Math.max(...ms) }
  })
  const slowest = taken.toSorted((a, b) => b.ms - a.ms)[0] ?? { name: '', ms: Number.NaN }
  const words = (length: number) => fastest(() => splitWords(filled('a ', length)), 60)
  return { slowest, growth: words(40_000) / words(4_000) }
}

/** Where answers arrive, by the person's workspace. */
async function startAnswers() {
  const waiting: { readonly team: string; left: number; readonly done: () => void }[] = []
  const server = createServer(async (request, response) => {
    const { text } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    response.end('ok')
    if (text.startsWith('Looking it up')) return
    for (const one of waiting) {
      if (request.url?.startsWith(`/${one.team}/`)) one.left -= 1
      if (one.left === 0) one.done()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** A world whose response addresses belong to the workspace. */
    of: (team: string) => ({ url: `${url}/${team}`, stop: () => {} }),
    arrived: (team: string, count: number) =>
      new Promise<void>((done) => waiting.push({ team, left: count, done })),
    stop: () => void server.close(),
  }
}

export async function benchFair(): Promise<BenchResult> {
  const { slowest, growth } = readTexts()
  const world = await startWorld('load/world.ts', [String(latencyMs)])
  const service = await serviceOf(world)
  const encryptionKey = randomBytes(32).toString('base64')
  const placeIn = (team: string, user = 0) => ({ team, channel: `C0${team}`, user: `U${user}${team}` })
  const app = await startApp('sightline', world, {
    seed: (database) =>
      seedWorkspaces(database, {
        teams: [busy, other],
        channelsOf: (team) => [placeIn(team).channel],
        encryptionKey,
        apiKey: service.key,
        demo: service.demo,
      }),
    env: settingsFor(service, encryptionKey),
  })
  const answers = await startAnswers()
  const [ofBusy, ofOther] = [busy, other].map((team) => openCommandClient(app.port, answers.of(team)))
  const send = (team: string, text: string, user = 0) =>
    (team === busy ? ofBusy : ofOther)?.command(text, placeIn(team, user)) ?? Promise.reject(new Error(team))
  let asked = 0
  /** Another filter each time, so that no answer is cached. */
  const question = () => {
    asked += 1
    return `visibility search:w${asked}`
  }
  /** @returns the milliseconds to the answer */
  const answered = async () => {
    const from = performance.now()
    const answer = answers.arrived(other, 1)
    await Promise.all([send(other, question()), answer])
    return performance.now() - from
  }
  const [alone, acks, delayed, all]: number[][] = [[], [], [], []]
  try {
    for (let index = 0; index < 20; index += 1) await answered()
    for (let round = 0; round < rounds; round += 1) {
      alone?.push(await answered())
      const texts = Object.values(shapes)
      const hostile = Array.from({ length: hostileAtOnce }, (_, index) =>
        send(
          busy,
          filled(texts[index % texts.length] ?? '', lengths[index % lengths.length] ?? 0),
          index % people,
        ),
      )
      acks?.push(await send(other, 'help'))
      await Promise.all(hostile)
      const allAnswered = answers.arrived(busy, questionsAtOnce)
      const from = performance.now()
      await Promise.all(
        Array.from({ length: questionsAtOnce }, (_, index) => send(busy, question(), index % people)),
      )
      delayed?.push(await answered())
      await allAnswered
      all?.push(performance.now() - from)
    }
  } finally {
    await Promise.all([ofBusy?.close(), ofOther?.close()])
    answers.stop()
    await app.stop()
    world.stop()
  }
  const [usual, ack, busyAnswer, last] = [alone, acks, delayed, all].map((taken) => median(taken ?? []))
  const ms = (value = Number.NaN) => `${value.toFixed(0)} ms`
  const delay = (busyAnswer ?? Number.NaN) - (usual ?? Number.NaN)
  return {
    name: `fair: a workspace beside one that sends ${hostileAtOnce} hostile texts or ${questionsAtOnce} questions at once (medians of ${rounds} rounds)`,
    table: {
      columns: ['', 'alone', 'beside it'],
      rows: [
        ['help, to its acknowledgement beside hostile texts', '', ms(ack)],
        ['a question, to its answer beside questions', ms(usual), ms(busyAnswer)],
        ['the busy workspace’s last answer', '', ms(last)],
        [`The slowest text is read in ${slowest.ms.toFixed(1)} ms: ${slowest.name}.`],
      ],
    },
    ratios: [
      atMost('acknowledgement of help', ack ?? Number.NaN, 250, ' ms'),
      atMost('delay of an answer', delay, 1_000, ' ms'),
      atMost(`slowest text, to ${readMs} ms`, slowest.ms / readMs, 1),
      atMost('time to split ten times the text', growth, 30),
    ],
  }
}

if (import.meta.main) printResult(await benchFair())
