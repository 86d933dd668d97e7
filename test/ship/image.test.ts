import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { textOf } from '../e2e/slack-screen.ts'
import { type Processes, startProcesses } from '../processes.ts'
import { freePort } from '../store/postgres-server.ts'
import { type Container, createContainer } from './container.ts'
import { instructionsOf, readDockerfile, root } from './dockerfile.ts'

const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = json('package.json')

describe('the Dockerfile', () => {
  it('is accepted by a builder without a warning', async () => {
    expect(validate(await readDockerfile())).toEqual([])
  })

  it('starts from the Node version that the tests use', async () => {
    const bases = instructionsOf(await readDockerfile())
      .filter(({ keyword }) => keyword === 'FROM')
      .map(({ rest }) => rest.split(' ')[0])
    const major = manifest.devDependencies.node.split('.')[0]
    expect(new Set(bases)).toEqual(new Set([`node:${major}-slim`]))
    expect(manifest.engines.node).toBe(`>=${major}`)
  })
})

describe('the image, with each step run in a folder', () => {
  let container: Container
  let processes: Processes
  let settings: Record<string, string>
  const killed: (() => unknown)[] = []

  beforeAll(async () => {
    container = await createContainer()
    processes = await startProcesses()
    const { SIGHTLINE_DATABASE_FILE: _, ...others } = processes.settings
    // The image's own port may be in use on this machine.
    settings = { ...others, SIGHTLINE_OPS_PORT: String(await freePort()) }
  }, 300_000)
  afterAll(async () => {
    for (const kill of killed) kill()
    await processes?.stop()
    await container?.remove()
  })

  it('holds the packages for production, and none for development', () => {
    const has = (path: string) =>
      statSync(join(container.folder, path), { throwIfNoEntry: false }) !== undefined
    const required = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`)
    expect(required.filter((path) => !has(path))).toEqual([])
    const development = Object.entries<{ dev?: boolean }>(json('package-lock.json').packages).filter(
      ([, { dev }]) => dev === true,
    )
    expect(development.length).toBeGreaterThan(100)
    expect(development.map(([path]) => path).filter(has)).toEqual([])
  })

  it('holds only what it needs to run', () => {
    const all = ['LICENSE', 'data', 'node_modules', 'package.json', 'src']
    expect(readdirSync(container.folder).sort()).toEqual(all)
  })

  it('starts with the command of npm start, which forwards SIGTERM', () => {
    expect(`exec ${container.image.cmd.join(' ')} --env-file-if-exists=.env`).toBe(manifest.scripts.start)
    expect(container.image.user).toBe('node')
  })

  it('answers, is healthy, writes only to its volume and /tmp, and exits with code 0 at SIGTERM', {
    timeout: 120_000,
  }, async () => {
    const before = written(container)
    const health = () => container.run(container.image.healthcheck, settings).ended
    expect((await health()).code, 'not started yet').toBe(1)
    const bot = container.run(container.image.cmd, settings)
    killed.push(() => bot.child.kill('SIGKILL'))
    await bot.until('Sightline is running')
    expect(await health()).toEqual({ code: 0, output: '', errors: '' })
    const { slack } = processes
    const channel = CHANNELS.brandVisibility
    await slack.command({ user: USERS.owner, channel, text: '/sightline visibility' })
    await slack.until(
      () => slack.messages(channel, USERS.owner).find((message) => textOf(message).includes('How measured')),
      'the answer',
      60_000,
    )
    const backup = await container.run(['node', 'src/cli/backup.ts', '/dev/null/x']).ended
    expect(backup.code).toBe(1)
    const copy = join(container.folder, 'data/copy.db')
    expect(await container.run(['node', 'src/cli/backup.ts', 'data/copy.db']).ended).toMatchObject({
      code: 0,
      errors: expect.stringContaining('from the running Sightline'),
    })
    await bot.signal('SIGTERM')
    expect(await bot.ended).toMatchObject({ code: 0, errors: '' })
    expect(written(container)).toEqual(before)
    const restored = new DatabaseSync(copy, { readOnly: true })
    expect(restored.prepare('SELECT count(*) AS rows FROM sightline_schema').get()).toEqual({ rows: 1 })
    restored.close()
  })

  it('has its own user, and if this machine allows it a read-only root and PID 1', async () => {
    const look = ['id -u', 'echo $$', 'for at in / /etc src data /tmp; do touch $at/x 2>&1 && echo $at; done']
    const { output } = await container.run(['sh', '-c', look.join('; ')]).ended
    const [user = '', pid, ...wrote] = output.trim().split('\n')
    expect(user).not.toBe('0')
    if (!container.isConfined) return
    expect(pid).toBe('1')
    const refused = ['/', '/etc', 'src'].map((at) => expect.stringMatching(`${at}/?x.*Read-only file system`))
    expect(wrote).toEqual([...refused, 'data', '/tmp'])
  })

  it('exits with code 2 and lists every problem when nothing is set', { timeout: 60_000 }, async () => {
    const { code, errors } = await container.run(container.image.cmd).ended
    expect(code).toBe(2)
    expect(errors).toContain('SLACK_BOT_TOKEN is missing')
  })
})

/** Every file outside the volume, with its time and size. */
function written({ folder }: Container): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'data')))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { mtimeMs, size } = statSync(path)
      return `${path} ${mtimeMs} ${size}`
    })
}
