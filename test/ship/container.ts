/**
 * What runs of an image without a container engine: its own user, nothing but its volume and /tmp to write to. Where this
 * machine lets it, with what an engine would use: a root of its own that is read-only, and the process as PID 1.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
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
  /** What an engine sends to the process in it. */
  signal(name: NodeJS.Signals): Promise<void>
  /** Resolves once it has said so on standard output, or has ended. */
  until(words: string): Promise<void>
  readonly ended: Promise<Ended>
}

export interface Container {
  readonly image: Image
  /** The image's working folder on this machine. */
  readonly folder: string
  /** Whether it has a root and processes of its own; otherwise only a folder and a user. */
  readonly isConfined: boolean
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
      throw explained(error)
    },
  )
  const identity = await otherUser()
  if (identity !== null) {
    await promisify(execFile)('chmod', ['755', home])
    for (const path of [...image.owned, temporary]) await chown(path, identity.uid, identity.gid)
  }
  const folder = join(image.root, image.workdir)
  const place = { home, bin, folder, workdir: image.workdir, volume: join(image.workdir, 'data') }
  const isConfined = identity !== null && (await canConfine(place, identity))
  return {
    image,
    folder,
    isConfined,
    run: (words, env = {}) => {
      const environment = { ...image.env, ...env }
      if (identity !== null && isConfined) {
        const [name = '', ...args] = confined(place, identity, words)
        return follow(
          spawn(name, args, { env: { PATH: `${inside.bin}:${systemPath}`, ...environment } }),
          firstChild,
        )
      }
      const [name = '', ...args] = words
      const child = spawn(name === 'node' ? join(bin, 'node') : name, args, {
        ...identity,
        cwd: folder,
        env: { PATH: `${bin}:${systemPath}`, TMPDIR: temporary, ...environment },
      })
      return follow(child, async ({ pid }) => pid)
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

type Identity = { readonly uid: number; readonly gid: number }

const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Where things are for the process inside. */
const inside = { bin: '/opt/node' }

const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child']

/** Root may do it, unless it is itself confined so that it may not. */
async function canConfine(place: Place, identity: Identity): Promise<boolean> {
  const [name = '', ...args] = confined(place, identity, ['true'])
  return promisify(execFile)(name, args).then(
    () => true,
    () => false,
  )
}

/** The system of this machine in place of the base image's, read-only as everything but the volume and /tmp. */
const rootScript = `
set -e
root=$1 image=$2 workdir=$3 volume=$4 bin=$5 uid=$6 gid=$7
shift 7
mkdir -p "$root"
mount -t tmpfs none "$root"
for part in usr bin sbin lib lib64 etc dev; do
  if [ -L "/$part" ]; then cp -P "/$part" "$root/$part"
  elif [ -d "/$part" ]; then mkdir "$root/$part" && mount --rbind "/$part" "$root/$part"
  fi
done
for part in usr etc; do mount -o remount,ro,bind "$root/$part"; done
mkdir -p "$root/tmp" "$root/proc" "$root$workdir" "$root${inside.bin}"
mount -t tmpfs -o mode=1777 none "$root/tmp"
mount -t proc none "$root/proc"
mount --bind "$bin" "$root${inside.bin}"
mount --bind "$image" "$root$workdir"
mount --bind "$image/\${volume#"$workdir/"}" "$root$volume"
mount -o remount,ro,bind "$root$workdir"
mount -o remount,ro "$root"
exec chroot "$root" setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`

interface Place {
  readonly home: string
  readonly bin: string
  readonly folder: string
  readonly workdir: string
  readonly volume: string
}

function confined(
  { home, bin, folder, workdir, volume }: Place,
  { uid, gid }: Identity,
  words: readonly string[],
): readonly string[] {
  const given = [join(home, 'root'), folder, workdir, volume, bin, String(uid), String(gid)]
  return [...unshare, 'sh', '-c', rootScript, 'sh', ...given, ...words]
}

/** The process that `unshare` waits for: PID 1 of its own processes. */
async function firstChild({ pid }: ChildProcess): Promise<number | undefined> {
  const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  return first === undefined || first === '' ? undefined : Number(first)
}

/** npm's own settings (where its registry is), without those of the script that runs this test. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const npmSettings =
    /^(HOME|.*_proxy|NODE_EXTRA_CA_CERTS|npm_config_(registry|userconfig|globalconfig|cache))$/i
  const settings = Object.entries(process.env).filter(([name]) => npmSettings.test(name))
  // What `npm ci` has brought once is not asked for again.
  return { ...Object.fromEntries(settings), npm_config_prefer_offline: 'true' }
}

/** An npm that reaches no registry is not a fault of the Dockerfile. */
function explained(error: unknown): unknown {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|network/i.test(stderr)) return error
  return new Error(
    `The Dockerfile's npm ci could not reach the registry that npm is configured with, and its cache lacks something:\n${stderr}`,
  )
}

/** Root may write anywhere: the image's user is then `nobody`. `null`: the files are this user's own. */
async function otherUser(): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null
  const id = async (which: string) => Number((await promisify(execFile)('id', [which, 'nobody'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

function follow(child: ChildProcess, pidOf: (child: ChildProcess) => Promise<number | undefined>): Running {
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
    signal: async (name) => {
      const pid = await pidOf(child)
      if (pid !== undefined) process.kill(pid, name)
    },
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
