import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Who may import whom. The rules are `design.md`'s; an entry of a room lists the rooms whose values it may use. */
const root = resolve(import.meta.dirname, '..')

const rooms: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  api: [],
  config: [],
  store: [],
  blocks: [],
  insights: ['api'],
  slack: ['blocks'],
  tasks: ['api', 'insights', 'blocks', 'store', 'slack/port.ts'],
  channels: ['api', 'insights', 'tasks', 'store'],
  digests: ['api', 'insights', 'tasks', 'channels', 'blocks', 'store', 'slack/port.ts'],
  commands: ['api', 'insights', 'tasks', 'channels', 'tenants', 'doctor', 'blocks', 'store', 'slack/port.ts'],
  actions: ['api', 'insights', 'tasks', 'channels', 'tenants', 'blocks', 'store', 'watches', 'slack/port.ts'],
  forms: ['api', 'insights', 'tasks', 'channels', 'tenants', 'blocks', 'store', 'slack/port.ts'],
  tenants: ['api', 'channels', 'store'],
  access: ['store'],
  home: ['channels', 'blocks', 'store', 'slack/port.ts'],
  doctor: ['api', 'store', 'slack/port.ts', 'slack/scopes.ts'],
  watches: ['api', 'insights', 'channels', 'blocks', 'store', 'slack/port.ts'],
  ops: ['doctor', 'store'],
  retention: ['store'],
}

/** Files at the top of `src` that every room may use. Those that put the house together may use all, and so do the commands for operators. */
const shared = [
  'clock.ts',
  'log.ts',
  'log-fields.ts',
  'meter.ts',
  'once-per.ts',
  'problem.ts',
  'turnstile.ts',
  'lazily.ts',
]
const composition = [
  'main.ts',
  'bot.ts',
  'several.ts',
  'house.ts',
  'houses.ts',
  'rooms.ts',
  'operator.ts',
  'backup.ts',
  'restore.ts',
  'doctor-main.ts',
]

/** Packages with one owner. Type imports of `@slack/types` are free: they are shapes, no code. */
const owners: readonly { readonly what: RegExp; readonly owner: string; readonly also?: string }[] = [
  { what: /^@slack\/(?!types)/, owner: 'src/slack/' },
  // A post that must not leave late is written by undici, too (ADR 28); it is loaded with the first of them.
  { what: /^undici$/, owner: 'src/api/', also: 'src/slack/send/send-while.ts' },
  { what: /^(kysely|pg|node:sqlite)(\/|$)/, owner: 'src/store/' },
  { what: /^node-cron$/, owner: 'src/digests/schedule/' },
  { what: /^prom-client$/, owner: 'src/ops/' },
]

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
  /** Loaded when it is needed, and not with the file. */
  readonly later: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? ''
    const target = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier))
      : specifier
    return { file, target, typeOnly: match[1] !== undefined, later: match[4] !== undefined }
  })
}

const src = sourceFiles('src').flatMap(importsOf)
const sandbox = sourceFiles('sandbox').flatMap(importsOf)

const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? null

function allowed({ file, target, typeOnly }: Import): boolean {
  if (!target.startsWith('src/')) return true
  if (composition.some((name) => file === `src/${name}`)) return true
  const from = roomOf(file)
  const to = roomOf(target)
  if (to === null)
    return shared.includes(target.slice('src/'.length)) || (from === null && target === 'src/config/index.ts')
  if (from === to || to === 'lib') return true
  if (typeOnly && (from === 'blocks' || target === 'src/slack/port.ts')) return true
  // Who may do what is said everywhere in the same types.
  if (typeOnly && target.startsWith('src/access/')) return true
  // A leaf at the top of the house uses no room but its own.
  if (from === null) return file === 'src/config/index.ts' && to === 'config'
  return (rooms[from] ?? []).some((room) => target.startsWith(`src/${room}`))
}

describe('who may import whom', () => {
  it('finds the imports at all', () => {
    expect(src.length).toBeGreaterThan(100)
    expect(sandbox.length).toBeGreaterThan(50)
  })

  it('rooms use only the rooms that the design allows', () => {
    expect(
      src.filter((each) => !allowed(each)).map(({ file, target }) => `${file} imports ${target}`),
    ).toEqual([])
  })

  it('every room of src is named in the rules', () => {
    const found = new Set(
      sourceFiles('src')
        .map(roomOf)
        .filter((room) => room !== null),
    )
    expect([...found].sort()).toEqual(Object.keys(rooms).sort())
  })

  it('a package with one owner is used nowhere else', () => {
    const strangers = src.filter(({ file, target }) =>
      owners.some(({ what, owner, also }) => what.test(target) && !file.startsWith(owner) && file !== also),
    )
    expect(strangers.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('the sandbox and the bot know nothing of each other; only the demo starts the bot', () => {
    const crossings = [
      ...src.filter(({ target }) => target.startsWith('sandbox/')),
      ...sandbox.filter(({ file, target }) => target.startsWith('src/') && !file.startsWith('sandbox/demo')),
    ]
    expect(crossings.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('whoever answers a person reports the error: no sentence without its line in the log', () => {
    const doors = /^src\/(?:slack|actions|forms|home|commands)\/|^src\/rooms\.ts$/
    const silent = sourceFiles('src').filter(
      (file) => doors.test(file) && /\bexplain\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(silent).toEqual([])
  })

  it('only config.ts reads the environment, and only clock.ts tells the time', () => {
    const reads = sourceFiles('src').flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      const env =
        /process\.env/.test(code) && file !== 'src/config/index.ts' ? [`${file} reads process.env`] : []
      const time =
        /Date\.now\(|new Date\(\)|Temporal\.Now\.instant/.test(code) && file !== 'src/lib/clock.ts'
          ? [`${file} reads the time`]
          : []
      return [...env, ...time]
    })
    expect(reads).toEqual([])
  })
})

/** Files that import each other, directly or by way of others; types count. Each list is one circle's files. */
function circlesOf(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ file }) => file)
  const reachable = (start: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const waiting = [start]
    for (const file of waiting)
      for (const { target } of targets.get(file) ?? [])
        if (!seen.has(target)) {
          seen.add(target)
          waiting.push(target)
        }
    return seen
  }
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file)]))
  const circles = new Map<string, string[]>()
  for (const [file, others] of reached)
    if (others.has(file)) {
      const all = [...others].filter((other) => reached.get(other)?.has(file)).toSorted()
      circles.set(all.join(), all)
    }
  return [...circles.values()]
}

describe('import circles', () => {
  const edge = (file: string, target: string): Import => ({ file, target, typeOnly: true, later: false })

  it('are found, by way of others and of themselves', () => {
    expect(circlesOf([edge('a', 'b'), edge('b', 'c')])).toEqual([])
    expect(circlesOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual([['b', 'c']])
    expect(circlesOf([edge('a', 'a')])).toEqual([['a']])
  })

  it('are not in the sandbox, types included', () => {
    expect(circlesOf(sandbox)).toEqual([])
  })
})

describe('what is loaded before Slack has its first acknowledgement', () => {
  /** Everything that a file brings with it, as far as it can be followed through our own files. */
  const loaded = (start: string): Set<string> => {
    const seen = new Set<string>()
    const waiting = [start]
    for (const file of waiting) {
      if (seen.has(file)) continue
      seen.add(file)
      if (file.startsWith('src/'))
        waiting.push(
          ...src
            .filter((one) => one.file === file && !one.typeOnly && !one.later)
            .map(({ target }) => target),
        )
    }
    return seen
  }

  it.each(['src/commands/index.ts', 'src/slack/app.ts', 'src/config/index.ts'])(
    '%s brings neither the database nor the analytics client with it',
    (file) => {
      const all = loaded(file)
      expect(all.size).toBeGreaterThan(2)
      for (const heavy of ['kysely', 'undici', 'pg', 'prom-client', 'src/store/index.ts', 'src/api/index.ts'])
        expect([...all]).not.toContain(heavy)
    },
  )
})
