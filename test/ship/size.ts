/** `node test/ship/size.ts`: the size that the Dockerfile adds to its base image, with each step run in a folder. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createContainer } from './container.ts'

const container = await createContainer()
const bytesOf = (path: string): number => {
  const all = statSync(path)
  if (!all.isDirectory()) return all.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
const parts = readdirSync(container.folder).map((name) => ({
  name,
  bytes: bytesOf(join(container.folder, name)),
}))
const line = (name: string, bytes: number) =>
  process.stdout.write(`${name.padEnd(14)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB\n`)
for (const { name, bytes } of parts.sort((a, b) => b.bytes - a.bytes)) line(name, bytes)
line(
  'in all',
  parts.reduce((sum, { bytes }) => sum + bytes, 0),
)
await container.remove()
