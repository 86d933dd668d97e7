/** Tests that print secrets in every way that is watched. `watch.test.ts` runs them, as two files in one worker. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'vitest'
import { createLog } from '../../src/lib/telemetry.ts'
import { StoreError } from '../../src/store/index.ts'

const key = 'sk-leaky-0123456789'
const token = `eyJ${'0'.repeat(20)}.eyJ${'1'.repeat(20)}.c2ln`

export function leak(): void {
  it('prints', () => {
    process.stdout.write('half of sk-leaky-')
    process.stdout.write('0123456789, and the rest\n')
    process.stderr.write('xoxb-leaky-token\n')
  })

  it('says on the console', () => {
    console.log({ headers: { authorization: `Bearer ${token}` } })
    console.error('postgres://bot:leaky@db/sightline')
  })

  it('prints a log line', () => {
    process.stderr.write('{"level":30,"msg":"ready"}\n')
  })

  it('logs', () => {
    const log = createLog('info', { write: () => {} })
    log.warn('refused', { detail: key })
    // The log leaves out the messages of foreign errors, so this one is ours.
    log.warn('refused', { error: new StoreError('failed', 'because of leaky-signing-secret') })
  })

  it('starts a process', async () => {
    const script = 'process.stdout.write(process.env.LEAK); process.stderr.write(process.env.LEAK)'
    const child = spawn(process.execPath, ['-e', script], { env: { LEAK: 'xapp-leaky-token' } })
    child.stdout.resume()
    child.stderr.resume()
    await once(child, 'close')
  })

  it('says nothing secret', () => {
    console.log(
      'The key ends in …6789; SLACK_BOT_TOKEN must start with xoxb-. Example: SLACK_BOT_TOKEN=xoxb-…',
    )
    console.log('Write it as postgres://user:password@host:5432/database')
  })
}
