/** `npm run release:check`: whether this commit can be released; exit code 1 and a sentence for each thing that is in the way. */
import { checks } from './checks.ts'

let found = 0
for (const { name, problems } of checks) {
  const sentences = await problems()
  found += sentences.length
  process.stdout.write(`${sentences.length === 0 ? 'ok     ' : 'not ok '} ${name}\n`)
  for (const sentence of sentences) process.stdout.write(`        ${sentence}\n`)
}
process.stdout.write(
  found === 0
    ? 'This can be released: tag it.\n'
    : `${found} ${found === 1 ? 'thing is' : 'things are'} in the way.\n`,
)
process.exitCode = found === 0 ? 0 : 1
