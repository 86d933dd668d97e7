import { oneLine } from '../blocks/kit/text.ts'
import { plain } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { Subscription } from '../store/index.ts'
import type { DigestReference } from './digest-arguments.ts'

/** How many digests the question lists. */
const maxListed = 10

/** @param digests in the order of their numbers. @throws {Problem} with the list, if it is ambiguous or missing */
export function resolveDigest(
  digests: readonly Subscription[],
  reference: DigestReference | null,
  verb: string,
): Subscription {
  const [first] = digests
  if (first === undefined)
    throw new Problem('no_digest', 'This channel has no digest yet.', { suggestion: 'digest add' })
  const matches = reference === null ? digests : matching(digests, reference)
  const [only] = matches
  if (only !== undefined && matches.length === 1) return only
  const candidates = matches.length === 0 ? digests : matches
  const number = digests.indexOf(candidates[0] ?? first) + 1
  throw new Problem(
    'digest_unclear',
    `${question(reference, matches.length)} ${formatList(digests, candidates)}`,
    {
      suggestion: `digest ${verb} ${number}`,
    },
  )
}

function matching(digests: readonly Subscription[], reference: DigestReference): readonly Subscription[] {
  if (reference.kind === 'number')
    return digests.slice(reference.number - 1, reference.number).filter(() => reference.number > 0)
  const wantedName = plain(reference.name)
  const same = digests.filter(({ name }) => plain(name) === wantedName)
  return same.length > 0
    ? same
    : digests.filter(({ name }) => wantedName !== '' && plain(name).includes(wantedName))
}

function question(reference: DigestReference | null, count: number): string {
  if (reference === null) return 'Which one? This channel has several digests:'
  const label =
    reference.kind === 'number' ? String(reference.number) : `“${oneLine(reference.name, 60, '')}”`
  return count === 0
    ? `This channel has no digest ${label}. It has:`
    : `Which one? Several digests are called ${label}:`
}

/** `1 “Weekly brand visibility”, 2 “ChatGPT every morning”.` */
function formatList(digests: readonly Subscription[], shown: readonly Subscription[]): string {
  const words = shown
    .slice(0, maxListed)
    .map((one) => `${digests.indexOf(one) + 1} “${oneLine(one.name, 60, '(no name)')}”`)
  const more = shown.length - words.length
  return `${words.join(', ')}${more > 0 ? ` and ${more} more (type /sightline digest list)` : ''}.`
}
