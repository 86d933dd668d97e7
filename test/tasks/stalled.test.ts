import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listening } from '../listening.ts'
import { run } from '../processes.ts'
import { temporaryFolder } from '../store/engines.ts'
import { task } from './world.ts'

/** A process that is suspended while its request for a task is about to leave, and continues after this time. */
async function stalledFor(seconds: number) {
  const folder = await temporaryFolder()
  const [clockFile, database] = [join(folder.path, 'clock'), join(folder.path, 'sightline.db')]
  await writeFile(clockFile, '0')
  const posts: string[] = []
  const address = await listening(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url !== '/v1/auth/token') {
      posts.push(`${request.method} ${request.url}`)
      response.writeHead(201).end(JSON.stringify(task))
      return
    }
    // The claim is committed, because that happens before the key is sent.
    child.kill('SIGSTOP')
    await writeFile(clockFile, String(seconds))
    response.end(JSON.stringify({ token: 'token-1' }))
    child.kill('SIGCONT')
  })
  const { child, ended } = run(['test/tasks/stalled-process.ts', address, database, clockFile])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await folder.remove()
  })
  const { code, output, errors } = await ended
  expect(code, errors).toBe(0)
  return { posts, result: JSON.parse(output) }
}

it('a process that was suspended for longer than its claim does not send its request for a task', {
  timeout: 60_000,
}, async () => {
  const { posts, result } = await stalledFor(180)
  expect(posts, 'another process may have created it in the meantime').toEqual([])
  expect(result).toMatchObject({
    outcome: 'refused',
    message: expect.stringMatching(/didn’t send the request/),
    state: 'released',
  })
})

it('a process that was suspended for a moment sends it', { timeout: 60_000 }, async () => {
  const { posts, result } = await stalledFor(10)
  expect(posts).toHaveLength(1)
  expect(result).toMatchObject({ outcome: 'created', state: 'created' })
})
