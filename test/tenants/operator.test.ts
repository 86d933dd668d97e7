import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startService } from '../../sandbox/service/index.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { run as runProgram } from '../processes.ts'
import { requiredSettings } from '../required-settings.ts'
import { connection, installation } from '../store/contract/world.ts'
import { temporaryFolder } from '../store/engines.ts'
import { manyEnv, weeklyDigest } from './world.ts'

const key = (fill: number) => Buffer.alloc(32, fill)

async function office() {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const service = await startService()
  onTestFinished(() => service.stop())
  const file = join(folder.path, 'sightline.db')
  const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}, input = '') =>
    runProgram(['src/cli/operator.ts', ...words], { input, env: { ...manyEnv(service, file), ...more } })
      .ended
  const open = (keys = [key(7)]) => openStore({ file }, createEncryptor(keys))
  return { service, file, run, open }
}

const now = Temporal.Instant.from('2026-11-16T09:00:00Z')
const keyOf = (team: string) => connection(team, `sk-sandbox-of-${team}`)

describe('operator commands', () => {
  it('connect: reads the key from standard input, checks it, and saves it', async () => {
    const { run, open, service } = await office()
    await (await open()).close()
    const words = ['connect', 'T0CONNECT', service.demo.projectId]
    const wrong = await run(words, {}, 'sk-nobody-knows-me-1\n')
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('rejected this key') })
    const right = await run(words, {}, `${service.keys.workspace}\n`)
    expect(right).toMatchObject({ code: 0, errors: '' })
    expect(right.output).toMatch(/^Connected: the key ending in .{4} reaches the organization Northwind/m)
    for (const text of [wrong.errors, right.output]) expect(text).not.toContain(service.keys.workspace)
    const store = await open()
    expect(await store.connections.key('T0CONNECT')).toBe(service.keys.workspace)
    await store.close()
    const single = { ...requiredSettings, SLACK_CLIENT_ID: '', SIGHTLINE_SLACK_MODE: 'socket' }
    expect((await run(words, single)).errors).toMatch(/^SIGHTLINE_API_KEY, or .* is used instead/)
    const ofOrganization = await run(['connect', 'E0ORG', service.demo.projectId])
    expect(ofOrganization.errors).toContain('npm run connect -- T0123ABCD')
    expect((await run([...words, 'org', 'workspace', 'more'])).code).toBe(2)
  })

  it('forget: doesn’t say that nothing was stored where there is no database', async () => {
    const { run, file } = await office()
    const { code, output, errors } = await run(['forget', 'T0ONE'])
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^There is no database yet\. Check SIGHTLINE_DATABASE_FILE/)
    expect(existsSync(file)).toBe(false)
  })

  it('forget: erases one workspace, reports what was erased, and leaves the others', async () => {
    const { run, open } = await office()
    const before = await open()
    for (const team of ['T0ONE', 'T0TWO']) {
      await before.connections.save(keyOf(team), now)
      await before.subscriptions.create(weeklyDigest(team), now)
    }
    await before.close()
    expect(await run(['forget', 'T0ONE', 'T0TWO'])).toMatchObject({ code: 2, output: '' })
    const { code, output } = await run(['forget', 'T0ONE'])
    expect(code).toBe(0)
    expect(output).toMatch(/T0ONE:\n +1 {2}subscriptions\n +1 {2}connections\nErased 2 rows\./)
    const store = await open()
    expect(await store.connections.get('T0ONE')).toBeNull()
    expect(await store.subscriptions.forTeam('T0ONE')).toEqual([])
    expect(await store.subscriptions.forTeam('T0TWO')).toHaveLength(1)
    await store.installations.save(installation('E0ORG', { isOrg: true }), now)
    await store.installations.link('T0THREE', 'E0ORG', now)
    await store.connections.save(keyOf('T0THREE'), now)
    await store.close()
    expect((await run(['forget', 'T0ONE'])).output).toContain('Nothing was stored.')
    const forgotten = await run(['forget', 'E0ORG'])
    expect(forgotten.output).toMatch(
      /T0THREE:\n +1 {2}connections\n +1 {2}installations\nE0ORG:\n +1 {2}installations\nErased 3 rows/,
    )
  })

  it('rotate-keys: encrypts every secret with the new key, so that the old one can go', async () => {
    const { run, open, file } = await office()
    const before = await open()
    await before.connections.save(keyOf('T0ONE'), now)
    const tokens = {
      token: 'xoxb-sandbox-reseal-1',
      rotation: { refreshToken: 'xoxe-sandbox-reseal-1', expiresAt: now },
    }
    await before.installations.save(installation('T0ONE', tokens), now)
    await before.close()
    const both = { SIGHTLINE_ENCRYPTION_KEY: [key(2), key(7)].map((one) => one.toString('base64')).join() }
    expect(await run(['rotate-keys', '--help'], both)).toMatchObject({ code: 2, output: '' })
    expect((await run(['rotate-keys'], both)).output).toContain(
      'Encrypted 3 secrets with the first key; 0 already were',
    )
    const lost = { SIGHTLINE_ENCRYPTION_KEY: key(3).toString('base64') }
    expect((await run(['rotate-keys'], lost)).errors).toMatch(
      /^A stored secret of T0ONE can’t be decrypted: /,
    )
    const store = await open([key(2)])
    expect(await store.connections.key('T0ONE')).toBe('sk-sandbox-of-T0ONE')
    expect(await store.installations.token('T0ONE')).toMatchObject({ token: 'xoxb-sandbox-reseal-1' })
    await store.close()
    for (const secret of ['sk-sandbox-of', 'xoxb-sandbox', 'xoxe-sandbox'])
      expect(readFileSync(file).includes(secret), `${secret} in the file`).toBe(false)
  })
})
