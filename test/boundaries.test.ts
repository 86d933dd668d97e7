import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Who may import whom (docs/architecture.md). Imports, including type imports, go down these layers. Folders of one layer
 * may import each other if that makes no circle.
 */
const root = resolve(import.meta.dirname, '..')

const layers: readonly (readonly string[])[] = [
  ['main'],
  ['app', 'cli'],
  ['commands', 'actions', 'forms', 'home', 'shortcuts', 'steps', 'conversations', 'mcp'],
  ['digests', 'review', 'tasks', 'channels', 'connections', 'watches', 'weeks', 'doctor'],
  ['outbox', 'questions'],
  ['insights', 'blocks', 'slack'],
  ['model', 'api', 'store', 'config'],
  ['lib'],
]

/** Packages with one owner. Anyone may import types from `@slack/types`: they are shapes, not code. */
const owners: readonly {
  readonly what: RegExp
  readonly owner: string
  readonly also?: readonly string[]
}[] = [
  { what: /^@slack\/(?!types)/, owner: 'src/slack/' },
  // Also for what bypasses Slack's SDK: a post that must not be sent late (ADR 3), and a response address.
  { what: /^undici$/, owner: 'src/api/', also: ['src/slack/send/', 'src/lib/async.ts'] },
  { what: /^(pg|node:sqlite)(\/|$)/, owner: 'src/store/' },
  { what: /^node-cron$/, owner: 'src/digests/schedule/' },
  { what: /^@modelcontextprotocol\//, owner: 'src/mcp/' },
  { what: /^prom-client$/, owner: 'src/app/health/' },
]

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
  /** Loaded when needed, not with the file. */
  readonly later: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const matches = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?[^'"`;]*?from\s+['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...matches].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? ''
    const target = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier))
      : specifier
    return { file, target, typeOnly: match[1] !== undefined, later: match[4] !== undefined }
  })
}

const src = sourceFiles('src').flatMap(importsOf)
const sandbox = sourceFiles('sandbox').flatMap(importsOf)

/** The folder of `src` that contains a file; files directly in `src` are `main`. */
const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? 'main'
const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder))

describe('who may import whom', () => {
  it('finds imports at all', () => {
    expect(src.length).toBeGreaterThan(100)
    expect(sandbox.length).toBeGreaterThan(50)
  })

  it('imports go down the layers, types included', () => {
    const up = src.filter(
      ({ file, target }) => target.startsWith('src/') && layerOf(folderOf(target)) < layerOf(folderOf(file)),
    )
    expect(up.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('every folder of src is in a layer', () => {
    const folders = [...new Set(sourceFiles('src').map(folderOf))].sort()
    expect(folders).toEqual(layers.flat().sort())
  })

  it('src itself has at most four files, and any folder of code at most 28', () => {
    const files = ['src', 'sandbox', 'bench', 'release'].flatMap(sourceFiles)
    const inFolder = Map.groupBy(files, (file) => dirname(file))
    expect(inFolder.get('src')?.length).toBeLessThanOrEqual(4)
    const full = [...inFolder].filter(([, files]) => files.length > 28).map(([folder]) => folder)
    expect(full).toEqual([])
  })

  it('a package with one owner is used nowhere else', () => {
    const strangers = src.filter(({ file, target }) =>
      owners.some(
        ({ what, owner, also }) =>
          what.test(target) && !file.startsWith(owner) && !also?.some((path) => file.startsWith(path)),
      ),
    )
    expect(strangers.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('the sandbox and the bot don’t import each other; only the demo starts the bot', () => {
    const crossings = [
      ...src.filter(({ target }) => target.startsWith('sandbox/')),
      ...sandbox.filter(({ file, target }) => target.startsWith('src/') && !file.startsWith('sandbox/demo')),
    ]
    expect(crossings.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  })

  it('code that answers a person reports the error, so that each error message has its line in the log', () => {
    const entryPoints = /^src\/(?:slack|actions|forms|home|commands|shortcuts|steps|conversations|mcp)\//
    const silent = sourceFiles('src').filter(
      (file) => entryPoints.test(file) && /\bexplain\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(silent).toEqual([])
  })

  it('no test measures time or memory, which other work on the machine changes; bench does', () => {
    const measures = /performance\.now|process\.(?:hrtime|cpuUsage|memoryUsage|resourceUsage)|\.ms\)\.to/
    const tests = sourceFiles('test').filter((file) => file.endsWith('.test.ts'))
    expect(tests.length).toBeGreaterThan(100)
    const measuring = tests.filter((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return file !== 'test/boundaries.test.ts' && measures.test(code)
    })
    expect(measuring).toEqual([])
  })

  it('only config reads the environment, and only the clock reads the time', () => {
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

/** Files that import each other, directly or indirectly, including types. Each list holds one circle's files. */
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

  it('are found, both indirect ones and imports of oneself', () => {
    expect(circlesOf([edge('a', 'b'), edge('b', 'c')])).toEqual([])
    expect(circlesOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual([['b', 'c']])
    expect(circlesOf([edge('a', 'a')])).toEqual([['a']])
  })

  it('do not exist in src or the sandbox, types included', () => {
    expect(circlesOf(sandbox)).toEqual([])
    expect(circlesOf(src)).toEqual([])
  })

  it('do not exist between folders of src', () => {
    const between = src
      .filter(({ target }) => target.startsWith('src/'))
      .map((one) => ({ ...one, file: folderOf(one.file), target: folderOf(one.target) }))
      .filter(({ file, target }) => file !== target)
    expect(circlesOf(between)).toEqual([])
  })
})

describe('the code loaded before Slack’s first acknowledgement', () => {
  /** Everything that a file loads, as far as it can be followed through our own files. */
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

  it.each(['src/slack/app.ts', 'src/config/index.ts'])(
    'includes neither the database nor the analytics client: %s',
    (file) => {
      const all = loaded(file)
      expect(all.size).toBeGreaterThan(2)
      for (const heavy of [
        'src/store/index.ts',
        'pg',
        'prom-client',
        'src/api/index.ts',
        'src/commands/index.ts',
      ])
        expect([...all]).not.toContain(heavy)
    },
  )
})
