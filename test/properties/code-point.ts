import fc from 'fast-check'

const surrogates = 0x800

/**
 * Any code point except surrogates, as a unit of strings. fast-check's own unit 'binary' visits all 1.1 million of them
 * before the first test: a second in each worker.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + surrogates))
