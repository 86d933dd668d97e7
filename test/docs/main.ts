/**
 * `npm run pictures`: draws the pictures of docs/messages.md whose views changed, and writes the page.
 * `npm run pictures -- --all`: draws every one anew, the README's too, for instance after a change of the sandbox's page.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '../../sandbox/browser.ts'
import { drawnFile, fileOf, folder, messagesPage, page, pictures, wanted } from './catalogue.ts'
import { drawing } from './draw.ts'
import { drawReadmePicture } from './readme-picture.ts'

const all = process.argv.includes('--all')
const say = (line: string) => process.stdout.write(`${line}\n`)

await mkdir(folder, { recursive: true })
const files = new Set((await readdir(folder)).filter((name) => name.endsWith('.png')))
const drawn: Readonly<Record<string, unknown>> = await readFile(drawnFile, 'utf8').then(
  JSON.parse,
  () => ({}),
)
const now = wanted()
const stale = pictures.filter(
  (picture) => all || drawn[picture.name] !== now[picture.name] || !files.has(`${picture.name}.png`),
)

try {
  if (stale.length > 0) await redraw()
  for (const name of files)
    if (!pictures.some((picture) => `${picture.name}.png` === name)) {
      await rm(join(folder, name))
      say(`removed ${name}`)
    }
  await writeFile(drawnFile, `${JSON.stringify(now, null, 2)}\n`)
  await writeFile(page, messagesPage())
  say(`${stale.length} of ${pictures.length} pictures drawn; ${page} is up to date.`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function redraw(): Promise<void> {
  const browser = await openBrowser()
  try {
    const draw = await drawing(browser)
    for (const picture of stale) {
      await draw(picture)
      say(fileOf(picture))
    }
    if (all) await drawReadmePicture(browser)
  } finally {
    await browser.close()
  }
}
