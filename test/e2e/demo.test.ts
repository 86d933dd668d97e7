import { describe, expect, it, onTestFinished } from 'vitest'
import { run as runProgram } from '../processes.ts'

function run(...flags: string[]) {
  const running = runProgram(['sandbox/demo.ts', '--port', '0', ...flags])
  onTestFinished(() => void running.end('SIGKILL'))
  return running
}

describe('npm run demo', { timeout: 180_000 }, () => {
  it('plays a tour of at most 150 lines with --once: a digest, its thread, commands and a task', async () => {
    const { code, output, errors } = await run('--once').ended
    expect([code, errors]).toEqual([0, ''])
    const lines = output.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(150)
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100)
    // In a quiet week, the digest has no chart.
    const shown = [
      'Weekly brand visibility',
      '↳ reply',
      '/sightline visibility',
      '█',
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
      const at = output.indexOf(what, from)
      expect(at, what).toBeGreaterThanOrEqual(0)
      from = at
    }
    // A message that is shown again shows only what is new in it.
    expect(output.split('Weekly brand visibility')).toHaveLength(2)
  })

  it('prints one JSON document and nothing else with --json', async () => {
    const { code, output, errors } = await run('--once', '--json').ended
    expect([code, errors]).toEqual([0, ''])
    const { steps }: { steps: { request: string; messages: object[] }[] } = JSON.parse(output)
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
    const message = { ts: expect.stringMatching(/^\d+\.\d{6}$/), text: expect.any(String) }
    for (const { messages } of steps)
      expect(messages).toContainEqual(expect.objectContaining({ ...message, blocks: expect.any(Array) }))
    expect(JSON.stringify(steps.at(-2)?.messages)).toContain('Task created')
  })

  it('serves the page that it prints until Ctrl-C; a second demo takes the next free port', async () => {
    const first = run()
    await first.until('Press Ctrl-C to stop')
    const [, address = '', port = ''] =
      /Open (http:\/\/127\.0\.0\.1:(\d+)\/)/.exec(first.written.output) ?? []
    const page = await fetch(address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<html')
    const second = run('--port', port)
    await second.until('Press Ctrl-C to stop')
    expect(second.written.output).not.toContain(`:${port}/`)
    for (const { end } of [first, second]) expect(await end('SIGINT')).toMatchObject({ code: 0, errors: '' })
    await expect(fetch(address)).rejects.toThrow()
  })

  it('names a wrong flag, and ends with exit code 2', async () => {
    const { code, errors } = await run('--twice').ended
    expect(code).toBe(2)
    expect(errors).toContain("'--twice'")
    expect(errors).toContain('Usage: npm run demo')
  })
})
