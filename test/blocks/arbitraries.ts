/** Texts and numbers that a service could send on its worst day. */
import fc from 'fast-check'
import { codePoint } from '../properties/texts.ts'

/** The only Slack user in our own words. Any other mention comes from outside text. */
export const someone = 'U0ANA'

/** What has broken views before. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\n\n\n',
  '<!channel>',
  '<@U0EVIL>',
  '<https://evil.example|click>',
  '*bold* _it_ ~gone~ `code`',
  '> quoted\n> again',
  ':tada: https://evil.example a@b.example #general @here',
  '\u202Edesrever\u202C \u200Bhidden\u200F',
  '\u0000\u0007\u001B[31m',
  '\uD800',
  '\uDC00x',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.normalize('NFD').repeat(300),
  '&amp;&lt;!channel&gt;&'.repeat(40),
  'x'.repeat(40_000),
  'word '.repeat(8_000),
  '<!channel>'.repeat(4_000),
  `[a](${'('.repeat(3_000)}`,
  '*'.repeat(3_000),
  '```\nopen',
  'undefined',
  '日本語のブランド',
]
const nasty = fc.constantFrom(...nastyTexts)

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.tuple(nasty, nasty).map(([a, b]) => `${a} ${b}`) },
)

export const number = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.constantFrom(
    0,
    -0,
    1e-9,
    0.04,
    1e6,
    1e15,
    1e21,
    -1e21,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
)
