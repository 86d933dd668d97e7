import { oneLine } from '../blocks/kit/text.ts'
import { plain } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { Subscription } from '../store/index.ts'
import type { WhichDigest } from './digest-arguments.ts'

/** How many are named when a person has to choose. */
const named = 10

/**
 * The digest that is meant.
 * @param digests the channel's, as they are numbered
 * @param verb what is to be done, for the question which one
 * @throws {Problem} with the list, if that is not clear
 */
export function resolveDigest(
  digests: readonly Subscription[],
  which: WhichDigest | null,
  verb: string,
): Subscription {
  const [first] = digests
  if (first === undefined)
    throw new Problem('no_digest', 'This channel has no digest yet.', { suggestion: 'digest add' })
  const found = which === null ? digests : matching(digests, which)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const numbered = found.length === 0 ? digests : found
  const number = digests.indexOf(numbered[0] ?? first) + 1
  throw new Problem('digest_unclear', `${lead(which, found.length)} ${listWords(digests, numbered)}`, {
    suggestion: `digest ${verb} ${number}`,
  })
}

function matching(digests: readonly Subscription[], which: WhichDigest): readonly Subscription[] {
  if (which.kind === 'number')
    return digests.slice(which.number - 1, which.number).filter(() => which.number > 0)
  const wanted = plain(which.name)
  const same = digests.filter(({ name }) => plain(name) === wanted)
  return same.length > 0 ? same : digests.filter(({ name }) => wanted !== '' && plain(name).includes(wanted))
}

function lead(which: WhichDigest | null, found: number): string {
  if (which === null) return 'Which one? This channel has several digests:'
  const said = which.kind === 'number' ? String(which.number) : `“${oneLine(which.name, 60, '')}”`
  return found === 0
    ? `There is no digest ${said} in this channel. It has:`
    : `Which one? Several digests are called ${said}:`
}

/** `1 “Weekly brand visibility”, 2 “ChatGPT every morning”.` */
function listWords(digests: readonly Subscription[], shown: readonly Subscription[]): string {
  const words = shown
    .slice(0, named)
    .map((one) => `${digests.indexOf(one) + 1} “${oneLine(one.name, 60, '(no name)')}”`)
  const left = shown.length - words.length
  return `${words.join(', ')}${left > 0 ? ` and ${left} more (type /sightline digest list)` : ''}.`
}
