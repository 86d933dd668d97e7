/** Parses the instructions that our Dockerfile uses, and runs them in a folder, without a container engine. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export const root = join(import.meta.dirname, '../..')

export interface Instruction {
  readonly keyword: string
  readonly rest: string
}

/** The instructions in order, without comments and with continued lines joined. */
export function instructionsOf(dockerfile: string): readonly Instruction[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
      return { keyword: keyword.toUpperCase(), rest }
    })
}

export const readDockerfile = () => readFile(join(root, 'Dockerfile'), 'utf8')

/** The words of `CMD ["node", …]`. */
export function wordsOf(rest: string): readonly string[] {
  return JSON.parse(rest.slice(rest.indexOf('[')))
}

/** What may be copied: `.dockerignore` excludes everything except what it names. */
export async function contextNames(): Promise<readonly string[]> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines[0] !== '*' || !lines.slice(1).every((line) => /^![\w.-]+$/.test(line)))
    throw new Error('.dockerignore is to leave out everything (*) and then to name what is copied (!name)')
  return lines.slice(1).map((line) => line.slice(1))
}

/** What a stage of the Dockerfile has become. */
export interface Image {
  /** The image's root folder, and the working folder inside it. */
  readonly root: string
  workdir: string
  readonly env: Record<string, string>
  cmd: readonly string[]
  healthcheck: readonly string[]
  user: string
  /** Folders in the image that belong to `user`. */
  readonly owned: string[]
}

/**
 * Runs each step of the Dockerfile: `COPY` from what `.dockerignore` allows and from other stages, `RUN` as a script. The
 * programs of the base image come from `env.PATH`.
 */
export async function buildImage(folder: string, env: NodeJS.ProcessEnv): Promise<Image> {
  const context = join(folder, 'context')
  await mkdir(context, { recursive: true })
  for (const name of await contextNames())
    await cp(join(root, name), join(context, name), { recursive: true })

  const stages = new Map<string, Image>()
  let stage: Image | null = null
  for (const { keyword, rest } of instructionsOf(await readDockerfile())) {
    if (keyword === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? 'image'
      stage = { ...emptyStage, root: join(folder, name), env: {}, owned: [] }
      await mkdir(stage.root, { recursive: true })
      stages.set(name, stage)
      continue
    }
    if (stage === null) throw new Error(`${keyword} comes before FROM`)
    await carryOut(stage, { keyword, rest }, { stages, context, env })
  }
  const image = stages.get('image')
  if (image === undefined) throw new Error('the last stage is to have no name')
  return image
}

const emptyStage = { workdir: '/', cmd: [], healthcheck: [], user: 'root' }

interface Surroundings {
  readonly stages: ReadonlyMap<string, Image>
  readonly context: string
  readonly env: NodeJS.ProcessEnv
}

async function carryOut(stage: Image, { keyword, rest }: Instruction, around: Surroundings): Promise<void> {
  switch (keyword) {
    case 'WORKDIR':
      stage.workdir = rest
      await mkdir(join(stage.root, rest), { recursive: true })
      return
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=')
      stage.env[name] = value
      return
    }
    case 'COPY':
      return copy(stage, rest, around)
    case 'RUN':
      await promisify(execFile)('sh', ['-ec', rest], {
        cwd: join(stage.root, stage.workdir),
        env: { ...around.env, ...stage.env },
      })
      return
    case 'USER':
      stage.user = rest
      return
    case 'CMD':
      stage.cmd = wordsOf(rest)
      return
    case 'HEALTHCHECK':
      stage.healthcheck = wordsOf(rest)
      return
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(`nobody has taught this test what ${keyword} does`)
  }
}

async function copy(stage: Image, rest: string, { stages, context }: Surroundings): Promise<void> {
  const words = rest.split(/\s+/)
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.pop() ?? ''
  const from = flag('from')
  const source = from === undefined ? context : stages.get(from)?.root
  if (source === undefined) throw new Error(`there is no stage ${from}`)
  const place = join(stage.root, stage.workdir, target)
  for (const path of paths) {
    const into = target.endsWith('/') ? join(place, basename(path)) : place
    await mkdir(dirname(into), { recursive: true })
    await cp(join(source, path), into, { recursive: true, verbatimSymlinks: true })
    if (flag('chown') !== undefined) stage.owned.push(into)
  }
}
