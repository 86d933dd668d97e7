/** `npm run release:check`: can this commit be released? If not, prints a sentence per problem and exits with code 1. */
import { checks } from './checks.ts'

let problemCount = 0
for (const { name, problems } of checks) {
  const sentences = await problems()
  problemCount += sentences.length
  process.stdout.write(`${sentences.length === 0 ? 'ok     ' : 'not ok '} ${name}\n`)
  for (const sentence of sentences) process.stdout.write(`        ${sentence}\n`)
}
process.stdout.write(
  problemCount === 0
    ? 'Ready to release: tag it.\n'
    : `${problemCount} ${problemCount === 1 ? 'problem blocks' : 'problems block'} the release.\n`,
)
process.exitCode = problemCount === 0 ? 0 : 1
