/**
 * Runs an image without a container engine: with its own user, who can write only to the volume and /tmp. If this machine
 * allows it, also with what an engine would use: a read-only root, and the process as PID 1.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { follow } from '../processes.ts'
import { unprivileged } from '../store/postgres-server.ts'
import { buildImage } from './dockerfile.ts'

export type Container = Awaited<ReturnType<typeof createContainer>>

/** Builds the image, with this test's Node as that of the base image. Takes some seconds. */
export async function createContainer() {
  const home = await mkdtemp(join(tmpdir(), 'sightline-image-'))
  const bin = join(home, 'bin')
  const temporary = join(home, 'tmp')
  await mkdir(bin)
  await mkdir(temporary)
  // A copy, since the container's user may have no access to the original.
  await copyFile(process.execPath, join(bin, 'node'))
  const image = await buildImage(home, { ...npmEnvironment(), PATH: `${bin}:${process.env.PATH}` }).catch(
    async (error: unknown) => {
      await rm(home, { recursive: true, force: true })
      throw explained(error)
    },
  )
  // Root can write anywhere, so the image's user is then `nobody`.
  const identity = await unprivileged()
  if (identity !== null) {
    await promisify(execFile)('chmod', ['755', home])
    for (const path of [...image.owned, temporary]) await chown(path, identity.uid, identity.gid)
  }
  const folder = join(image.root, image.workdir)
  const place = { home, bin, folder, workdir: image.workdir, volume: join(image.workdir, 'data') }
  const isConfined = identity !== null && (await canConfine(place, identity))
  return {
    image,
    /** The image's working folder on this machine. */
    folder,
    /** Whether it has its own root and processes, or only a folder and a user. */
    isConfined,
    /**
     * Runs a command of the Dockerfile; `node` is the Node that runs this test. `signal` sends one to the process
     * inside, as an engine would.
     */
    run: (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const environment = { ...image.env, ...env }
      if (identity !== null && isConfined) {
        const [name = '', ...args] = confined(place, identity, words)
        const child = spawn(name, args, { env: { PATH: `${inside.bin}:${systemPath}`, ...environment } })
        return {
          ...follow(child),
          signal: async (sent: NodeJS.Signals) => void process.kill(await firstChild(child), sent),
        }
      }
      const [name = '', ...args] = words
      const child = spawn(name === 'node' ? join(bin, 'node') : name, args, {
        ...identity,
        cwd: folder,
        env: { PATH: `${bin}:${systemPath}`, TMPDIR: temporary, ...environment },
      })
      return { ...follow(child), signal: async (sent: NodeJS.Signals) => void child.kill(sent) }
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

type Identity = { readonly uid: number; readonly gid: number }

const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

/** Paths for the process inside. */
const inside = { bin: '/opt/node' }

const unshare = ['unshare', '--mount', '--pid', '--fork', '--kill-child']

/** Root can do this, unless it is confined itself. */
async function canConfine(place: Place, identity: Identity): Promise<boolean> {
  const [name = '', ...args] = confined(place, identity, ['true'])
  return promisify(execFile)(name, args).then(
    () => true,
    () => false,
  )
}

/** Uses this machine's system instead of the base image's. Only the volume and /tmp are writable. */
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

/** The process that `unshare` waits for: PID 1 of its process namespace. */
async function firstChild({ pid }: ChildProcess): Promise<number> {
  return Number.parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)
}

/** npm's own settings (e.g. its registry), without those of the script that runs this test. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const npmSettings =
    /^(HOME|.*_proxy|NODE_EXTRA_CA_CERTS|npm_config_(registry|userconfig|globalconfig|cache))$/i
  const settings = Object.entries(process.env).filter(([name]) => npmSettings.test(name))
  // Packages that `npm ci` already fetched come from the cache.
  return { ...Object.fromEntries(settings), npm_config_prefer_offline: 'true' }
}

/** If npm can't reach a registry, the Dockerfile isn't at fault. */
function explained(error: unknown): unknown {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|network/i.test(stderr)) return error
  return new Error(
    `The Dockerfile's npm ci could not reach the registry that npm is configured with, and its cache lacks something:\n${stderr}`,
  )
}
