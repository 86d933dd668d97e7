import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')

function run(...flags: string[]) {
  const child = spawn(process.execPath, ['sandbox/demo.ts', '--port', '0', ...flags], { cwd: root })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    texts.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    texts.err += chunk
  })
  const exit = once(child, 'close').then(([code]) => code as number | null)
  /** Resolves when it serves its page. */
  const serving = async () => {
    while (!texts.out.includes('Press Ctrl-C to stop')) {
      const ended = await Promise.race([once(child.stdout, 'data').then(() => null), exit])
      if (ended !== null) throw new Error(`the demo ended with ${ended}: ${texts.err}`)
    }
  }
  return { child, texts, exit, serving }
}

const document = z.strictObject({
  steps: z.array(
    z.strictObject({
      name: z.string(),
      channel: z.string(),
      user: z.string().nullable(),
      request: z.string(),
      messages: z
        .array(
          z.strictObject({
            ts: z.string().regex(/^\d+\.\d{6}$/),
            ephemeral: z.boolean(),
            thread_ts: z.string().nullable(),
            text: z.string().min(1),
            blocks: z.array(z.looseObject({ type: z.string() })),
          }),
        )
        .min(1),
    }),
  ),
})

describe('npm run demo', { timeout: 180_000 }, () => {
  it('plays a tour of at most 150 lines with --once: a digest, its thread, commands and a task', async () => {
    const { texts, exit } = run('--once')
    expect([await exit, texts.err]).toEqual([0, ''])
    const lines = texts.out.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(150)
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100)
    const shown = [
      /█/,
      'Weekly brand visibility',
      '↳ reply',
      '/sightline visibility',
      '[ Why? ]',
      '/sightline reddit',
      '/sightline actions',
      '[ Create task ]',
      'clicks “Create task”',
      '✓ Task created',
      'Created by @Olivia Okafor',
      'Aims at: ',
      'Change aim',
      '/sightline review',
      'Brand review',
    ]
    let from = 0
    for (const what of shown) {
      const at = texts.out.slice(from).search(typeof what === 'string' ? RegExp.escape(what) : what)
      expect(at, String(what)).toBeGreaterThanOrEqual(0)
      from += at
    }
    // A message that is shown again shows only what is new in it.
    expect(texts.out.split('Weekly brand visibility')).toHaveLength(2)
  })

  it('prints one JSON document and nothing else with --json', async () => {
    const { texts, exit } = run('--once', '--json')
    expect([await exit, texts.err]).toEqual([0, ''])
    const { steps } = document.parse(JSON.parse(texts.out))
    expect(steps.map(({ request }) => request)).toEqual([
      expect.stringContaining('Every Monday at 9:00'),
      '/sightline visibility',
      '/sightline reddit',
      '/sightline actions',
      expect.stringContaining('Create task'),
      expect.any(String),
      expect.any(String),
      '/sightline review',
    ])
    expect(JSON.stringify(steps.at(-2)?.messages)).toContain('Task created')
  })

  it('serves the page that it prints until Ctrl-C; a second demo takes the next free port', async () => {
    const first = run()
    await first.serving()
    const [, address = '', port = ''] = /Open (http:\/\/127\.0\.0\.1:(\d+)\/)/.exec(first.texts.out) ?? []
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    const second = run('--port', port)
    await second.serving()
    expect(second.texts.out).not.toContain(`:${port}/`)
    for (const { child } of [first, second]) child.kill('SIGINT')
    expect(await Promise.all([first.exit, second.exit])).toEqual([0, 0])
    expect(first.texts.err + second.texts.err).toBe('')
    await expect(fetch(address)).rejects.toThrow()
  })

  it('names a wrong flag, and ends with exit code 2', async () => {
    const { texts, exit } = run('--twice')
    expect(await exit).toBe(2)
    expect(texts.err).toContain("'--twice'")
    expect(texts.err).toContain('Usage: npm run demo')
  })
})
