import fc from 'fast-check'

const surrogates = 0x800

/**
 * Any code point except surrogates, as a unit of strings. fast-check's own unit 'binary' visits all 1.1 million of them
 * before the first test: a second in each worker.
 */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + surrogates))

/** Without its leading slash. fast-check's own encodes all 65,000 code units first, which takes as long. */
export const webPath: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: codePoint, maxLength: 4 })))
  .map((segments) => segments.map(encodeURIComponent).join('/'))

/** With a query, a fragment, or neither. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), webPath, fc.constantFrom('', '?', '#'), webPath)
  .map(([scheme, host, path, mark, rest]) => `${scheme}://${host}/${path}${mark}${mark && rest}`)
