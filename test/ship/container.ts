/** What runs of an image without a container engine: its own user, nothing but its volume and /tmp to write to. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildImage, type Image } from './dockerfile.ts'

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

export interface Running {
  readonly child: ChildProcess
  /** Resolves once it has said so on standard output, or has ended. */
  until(words: string): Promise<void>
  readonly ended: Promise<Ended>
}

export interface Container {
  readonly image: Image
  /** The image's working folder on this machine. */
  readonly folder: string
  /** Runs words of the Dockerfile; `node` is the Node that runs this test. */
  run(words: readonly string[], env?: Readonly<Record<string, string>>): Running
  remove(): Promise<void>
}

/** Builds the image, with the Node that runs this test as the base image's. Takes some seconds. */
export async function createContainer(): Promise<Container> {
  const home = await mkdtemp(join(tmpdir(), 'sightline-image-'))
  const bin = join(home, 'bin')
  const temporary = join(home, 'tmp')
  await mkdir(bin)
  await mkdir(temporary)
  // A copy, since the user that it runs as may not be allowed to where this one lies.
  await copyFile(process.execPath, join(bin, 'node'))
  const image = await buildImage(home, { ...npmEnvironment(), PATH: `${bin}:${process.env.PATH}` }).catch(
    async (error: unknown) => {
      await rm(home, { recursive: true, force: true })
      throw told(error)
    },
  )
  const identity = await otherUser()
  if (identity !== null) {
    await promisify(execFile)('chmod', ['755', home])
    for (const path of [...image.owned, temporary]) await chown(path, identity.uid, identity.gid)
  }
  const folder = join(image.root, image.workdir)
  return {
    image,
    folder,
    run: ([name = '', ...args], env = {}) => {
      const child = spawn(name === 'node' ? join(bin, 'node') : name, args, {
        ...identity,
        cwd: folder,
        env: { PATH: `${bin}:/usr/bin:/bin`, TMPDIR: temporary, ...image.env, ...env },
      })
      return follow(child)
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** npm's own settings (where its registry is), without those of the script that runs this test. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const kept = /^(HOME|.*_proxy|NODE_EXTRA_CA_CERTS|npm_config_(registry|userconfig|globalconfig|cache))$/i
  const own = Object.entries(process.env).filter(([name]) => kept.test(name))
  // What `npm ci` has brought once is not asked for again.
  return { ...Object.fromEntries(own), npm_config_prefer_offline: 'true' }
}

/** An npm that reaches no registry is not a fault of the Dockerfile. */
function told(error: unknown): unknown {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|network/i.test(said)) return error
  return new Error(
    `The Dockerfile's npm ci could not reach the registry that npm is configured with, and its cache lacks something:\n${said}`,
  )
}

/** Root may write anywhere: the image's user is then `nobody`. `null`: the files are this user's own. */
async function otherUser(): Promise<{ readonly uid: number; readonly gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const id = async (which: string) => Number((await promisify(execFile)('id', [which, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

function follow(child: ChildProcess): Running {
  let output = ''
  let errors = ''
  const waiting = new Set<() => void>()
  child.stdout?.on('data', (chunk) => {
    output += chunk
    for (const look of waiting) look()
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output, errors }))
  return {
    child,
    ended,
    until: async (words) => {
      const heard = Promise.withResolvers<void>()
      const look = () => {
        if (output.includes(words)) heard.resolve()
      }
      waiting.add(look)
      look()
      const last = await Promise.race([heard.promise, ended])
      waiting.delete(look)
      if (last) throw new Error(`it ended with ${last.code} before it said “${words}”: ${last.errors}`)
    },
  }
}
